#!/usr/bin/python3
"""Makes Samples/photos of what was rendered and drawn. Usage: photos.py RENDERED TEXTURES PHOTOS

Each file gets the format, the stored orientation and the metadata that a camera would have left, and a few get the
troubles of a real folder: a double under another name, a file cut short, a sidecar, a leftover of another system.
"""
import os
import shutil
import subprocess
import sys

rendered, textures, photos = sys.argv[1:4]

PHONE = ["-Make=Kestrel", "-Model=Kestrel 7", "-LensModel=Kestrel 7 back camera 5.6mm f/1.8", "-FNumber=1.8",
         "-FocalLength=5.6", "-Software=7.4.1"]
CAMERA = ["-Make=Auriga", "-Model=Auriga D40", "-LensModel=AURIGA 35mm F2", "-FNumber=4", "-FocalLength=35"]
# The meadow of a city park stands for the house.
HOME = ["-GPSLatitude=40.7716", "-GPSLatitudeRef=N", "-GPSLongitude=73.9744", "-GPSLongitudeRef=W",
        "-GPSAltitude=27", "-GPSAltitudeRef=Above Sea Level"]
# How the stored pixels are turned for each EXIF orientation, so that a reader that obeys it shows them upright.
STORED = {1: None, 3: "d180", 6: "d270", 8: "d90"}

# target, rendered picture, time with zone or none, device, orientation, more
PICTURES = [
    ("Kitchen/Stand mixer/IMG_0411.JPG", "mixer", "2025-09-20 10:12:31-04:00", PHONE, 1, HOME + ["-ISO=64", "-ExposureTime=1/60"]),
    ("Kitchen/Stand mixer/IMG_0412.HEIC", "mixer-side", "2025-09-20 10:12:58-04:00", PHONE, 1, HOME + ["-ISO=64"]),
    ("Kitchen/H-002 copper saucepans.jpg", "pans", "2025-09-20 10:15:40-04:00", PHONE, 1, ["-ISO=80"]),
    ("Kitchen/H-003_stoneware-bowls.webp", "bowls", None, None, 1, []),
    ("Kitchen/IMG_0415.JPG", "bowls-close", "2025-09-20 10:18:02-04:00", PHONE, 1, ["-ISO=80"]),
    ("Living room/IMG_0421.HEIC", "living", "2025-09-20 10:31:07-04:00", PHONE, 1, HOME + ["-ISO=125"]),
    ("Living room/Armchair/IMG_0423.JPG", "armchair", "2025-09-20 10:32:44-04:00", PHONE, 1, ["-ISO=125"]),
    ("Living room/H-004 television.JPG", "television", "2025-09-20 10:34:19-04:00", PHONE, 1, ["-ISO=160"]),
    ("Living room/7QX41-20883.jpg", "plate", "2025-09-20 10:36:50-04:00", PHONE, 1, ["-ISO=250"]),
    ("Living room/vase.heic", "vase", "2025-09-20 10:40:12-04:00", PHONE, 1, ["-ISO=100"]),
    ("Living room/vase-detail.jpg", "vase-detail", "2025-09-20 10:40:55-04:00", PHONE, 1, ["-ISO=100"]),
    ("Living room/rug.png", "rug", None, None, 1, []),
    ("Living room/IMG_0427.JPG", "lamp", "2025-09-20 10:44:03-04:00", PHONE, 8, HOME + ["-ISO=160"]),
    ("Study/Violin/IMG_0431.JPG", "violin", "2025-09-20 11:02:11-04:00", CAMERA, 1, ["-ISO=200", "-SerialNumber=D40-2207113"]),
    ("Study/Violin/IMG_0432.JPG", "violin-bridge", "2025-09-20 11:03:36-04:00", CAMERA, 1, ["-ISO=200"]),
    ("Study/C21-0045713.HEIC", "camera", "2025-09-20 11:10:25-04:00", PHONE, 1, ["-ISO=80"]),
    ("Study/IMG_0435.JPG", "camera-top", "2025-09-20 11:10:49-04:00", PHONE, 1, ["-ISO=80"]),
    ("Study/books.webp", "books", None, None, 1, []),
    ("Study/H-012.jpg", "laptop", "2025-09-20 11:16:30-04:00", PHONE, 1, ["-ISO=100"]),
    ("Bedroom/IMG_0441.JPG", "ring", "2025-09-20 11:30:18-04:00", CAMERA, 1, ["-ISO=100"]),
    ("Garage/WTU318E0764.JPG", "bicycle", "2025-09-20 11:48:21-04:00", PHONE, 3, ["-ISO=200"]),
    ("Garage/H-015-cranks.jpg", "bicycle-crank", "2025-09-20 11:49:02-04:00", PHONE, 1, ["-ISO=200"]),
    ("Garage/H-016 toolbox.JPG", "toolbox", "2025-09-20 11:53:37-04:00", PHONE, 6, ["-ISO=250"]),
    ("Inbox/IMG_0457.JPG", "plant", "2025-09-21 09:05:14-04:00", PHONE, 6, ["-ISO=64"]),
]


def run(*command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def picture(target, source, when, device, orientation, more):
    target = os.path.join(photos, target)
    os.makedirs(os.path.dirname(target), exist_ok=True)
    source = os.path.join(rendered, source + ".png")
    work = os.path.join(rendered, "turned.v")
    if STORED[orientation]:
        run("vips", "rot", source, work, STORED[orientation])
    else:
        run("vips", "copy", source, work)
    ending = target.rsplit(".", 1)[1].lower()
    if ending == "jpg":
        run("vips", "jpegsave", work, target, "--Q", "88", "--optimize-coding", "--strip")
    elif ending == "heic":
        run("vips", "heifsave", work, target, "--Q", "62", "--compression", "hevc", "--strip")
    elif ending == "webp":
        run("vips", "webpsave", work, target, "--Q", "84", "--strip")
    else:
        run("vips", "resize", work, work.replace("turned", "small"), "0.75")
        run("vips", "pngsave", work.replace("turned", "small"), target, "--compression", "9", "--strip")
    words = list(more)
    if device:
        words += device
    if when:
        clock, zone = when[:19].replace("-", ":"), when[19:]
        words += [f"-DateTimeOriginal={clock}", f"-CreateDate={clock}", f"-ModifyDate={clock}",
                  f"-OffsetTimeOriginal={zone}", f"-OffsetTimeDigitized={zone}", f"-OffsetTime={zone}"]
    if orientation != 1 or device:
        words.append(f"-Orientation#={orientation}")
    if words:
        run("exiftool", "-q", "-overwrite_original", *words, target)


shutil.rmtree(photos, ignore_errors=True)
for entry in PICTURES:
    if os.path.exists(os.path.join(rendered, entry[1] + ".png")):
        picture(*entry)
    else:
        sys.exit(f"{entry[1]}.png has not been rendered")

# Cut short, as by a card pulled out too early.
cut = os.path.join(photos, "Kitchen/IMG_0415.JPG")
os.truncate(cut, os.path.getsize(cut) * 62 // 100)
# The same bytes under another name.
shutil.copyfile(os.path.join(photos, "Kitchen/Stand mixer/IMG_0411.JPG"), os.path.join(photos, "Inbox/IMG_0411 (1).JPG"))
# What other systems and programs leave behind.
with open(os.path.join(photos, "Inbox/._IMG_0457.JPG"), "wb") as file:
    file.write(bytes.fromhex("00051607000200004d6163204f53205820202020202020200000"))
with open(os.path.join(photos, "Study/Violin/IMG_0431.xmp"), "w") as file:
    file.write('<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>\n<x:xmpmeta xmlns:x="adobe:ns:meta/">'
               '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" '
               'xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4"/></rdf:RDF></x:xmpmeta>\n<?xpacket end="w"?>\n')
os.makedirs(os.path.join(photos, "Receipts"), exist_ok=True)
shutil.copyfile(os.path.join(textures, "receipt-television.pdf"), os.path.join(photos, "Receipts/television.pdf"))
shutil.copyfile(os.path.join(textures, "receipt-ring.png"), os.path.join(photos, "Receipts/ring.png"))
