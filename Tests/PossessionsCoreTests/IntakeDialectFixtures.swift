import Testing

/// One table for each dialect, with exactly the headers that the tool writes, and a few rows made up for it.
struct DialectFixture: Sendable, CustomTestStringConvertible {
  /// What `--dialect` would be; recognised without it but for `koillection`.
  var dialect: String
  var text: String
  /// Keys of the good rows, in order.
  var keys: [String]
  /// The name of the first row.
  var firstName: String
  /// Given to the reading.
  var option: String?

  var testDescription: String { dialect }

  static let all: [DialectFixture] = [
    DialectFixture(
      dialect: "homebox",
      text: """
        HB.purchase_date,HB.warranty_expires,HB.sold_date,HB.import_ref,HB.parent_import_ref,HB.url,HB.name,HB.description,\
        HB.notes,HB.purchase_from,HB.manufacturer,HB.model_number,HB.serial_number,HB.warranty_details,HB.sold_to,\
        HB.sold_notes,HB.location,HB.tags,HB.asset_id,HB.quantity,HB.purchase_price,HB.sold_price,HB.archived,HB.insured,\
        HB.lifetime_warranty,HB.field.Colour
        2021-03-04,2026-03-04,,ref-1,,https://home.example/item/1,Drill,"Hammer drill, 18 V",,Toom,Bosch,GSB 18V,00123,\
        three years,,,Garage / Shelf 2,tools,000-001,1,129.9,0,false,true,false,green
        ,,,,,https://home.example/item/2,Ladder,,,,,,,,,,Garage,tools,000-002,2,0,0,false,false,true,
        ,,2023-05-06,ref-3,,https://home.example/item/3,Bicycle,,sold,,,,,,Anna,for parts,Shed,sport,000-003,1,450,120.5,\
        true,false,false,red

        """, keys: ["ref-1", "000-002", "ref-3"], firstName: "Drill"),
    DialectFixture(
      dialect: "homebox",
      text: """
        HB.import_ref,HB.location,HB.labels,HB.asset_id,HB.archived,HB.name,HB.quantity,HB.description,HB.insured,HB.notes,\
        HB.purchase_price,HB.purchase_from,HB.purchase_time,HB.manufacturer,HB.model_number,HB.serial_number,\
        HB.lifetime_warranty,HB.warranty_expires,HB.warranty_details,HB.sold_to,HB.sold_price,HB.sold_time,HB.sold_notes
        a1,Home / Den,IOT; Networking,000-010,false,Router,1,,false,,79.99,,2020-11-30,Zooz,ZEN15,,false,,,,0,0001-01-01,

        """, keys: ["a1"], firstName: "Router"),
    DialectFixture(
      dialect: "homebox-2022",
      text: """
        ImportRef\tLocation\tLabels\tQuantity\tName\tDescription\tInsured\tSerial Number\tModel Number\tManufacturer\t\
        Notes\tPurchase From\tPurchased Price\tPurchased Time\tLifetime Warranty\tWarranty Expires\tWarranty Details\t\
        Sold To\tSold Price\tSold Time\tSold Notes
        A1\tGarage\tIOT\t1\tDoor sensor\tZ-Wave\tFalse\t\tAJ-1\tAcme\t\tAmazon\t39.95\t10/15/2021\tFalse\t10/15/2023\t\t\t\t\t

        """, keys: ["A1"], firstName: "Door sensor"),
    DialectFixture(
      dialect: "homebox-bill",
      text: """
        Purchase Date,Name,Description,Manufacturer,Serial Number,Model Number,Quantity,Price,Total Price
        2021-03-04,Drill,,Bosch,00123,GSB 18V,1,129.9,129.9
        ,Chair,,,C-77,,4,25,100

        """, keys: ["00123", "C-77"], firstName: "Drill"),
    DialectFixture(
      dialect: "snipe-it",
      text: "\u{FEFF}"
        + """
        Company,Name,Asset Tag,Category,Supplier,Manufacturer,Location,Order Number,Model,Model Notes,Model Number,\
        Asset Notes,Purchase Date,Purchase Cost,Checkout Type,Checked Out To: Username,Checked Out To: First Name,\
        Checked Out To: Last Name,Checked Out To: Email,Checked Out To: Location,Asset EOL Date
        Acme,Laptop 14,AT-0001,Laptops,Dell,Dell,Office,PO-1,Latitude,,L5400,keep,2022-01-31,1299.00,user,ann,Ann,Ray,\
        ann@example.com,,2027-01-31
        Acme,Monitor,AT-0002,Monitors,Dell,Dell,Office,PO-1,U2720,,U2720Q,,2022-01-31,499.50,,,,,,,

        """, keys: ["AT-0001", "AT-0002"], firstName: "Laptop 14"),
    DialectFixture(
      dialect: "snipe-it",
      text: """
        Asset Name,Asset Tag,Serial Number,Model No.,Model Name,Manufacturer,Category,Status,Purchase Date,Purchase Cost,\
        Warranty,Location,Supplier,Image Filename,Requestable,BYOD,EOL Date,Asset Notes
        Camera,AT-7,007,EOS R6,EOS,Canon,Cameras,Ready,2023-08-31,"2,399.00",6,Studio,Foto Koch,camera.jpg,No,No,,
        Tripod,AT-8,T-1,MT055,055,Manfrotto,Cameras,Ready,2023-08-31,189.50,24,Studio,Foto Koch,,No,No,,

        """, keys: ["AT-7", "AT-8"], firstName: "Camera"),
    DialectFixture(
      dialect: "inventree-stock",
      text: """
        pk,part,quantity,serial,batch,location,expiry_date,link,notes,owner,packaging,status,status_custom_key,\
        supplier_part,purchase_price,purchase_price_currency,part_detail.name,part_detail.description,part_detail.IPN,\
        part_detail.revision,part_detail.pricing_min,part_detail.pricing_max,location_detail.name,\
        location_detail.pathstring,supplier_part_detail.SKU,supplier_part_detail.MPN
        12,3,1.0,SN-1,,5,,,,,,10,,,149.000000,EUR,Oscilloscope,four channels,IPN-9,,,,Bench,House/Lab/Bench,,

        """, keys: ["12"], firstName: "Oscilloscope"),
    DialectFixture(
      dialect: "inventree-stock",
      text: """
        pk,part,quantity,serial,batch,location,expiry_date,link,notes,owner,packaging,status,status_custom_key,\
        supplier_part,purchase_price,purchase_price_currency,part_detail.name,part_detail.description,part_detail.IPN,\
        location_detail.pathstring
        12,3,1.0,SN-1,,5,,,,,,10,,,149.5,EUR,Oscilloscope,four channels,IPN-9,House/Lab/Bench
        13,3,2,,,5,,,,,,10,,,12.25,USD,Probe,,IPN-10,House/Lab

        """, keys: ["12", "13"], firstName: "Oscilloscope"),
    DialectFixture(
      dialect: "inventree-part",
      text: """
        pk,name,description,IPN,category,category_name,default_location,default_expiry,keywords,link,minimum_stock,notes,\
        revision,units,image,existing_image,remote_image,active,trackable,virtual,tags
        7,Resistor,10 k,R-10K,2,Resistors,,0,,,0,,,,r.jpg,,,True,False,False,"smd,0603"

        """, keys: ["7"], firstName: "Resistor"),
    DialectFixture(
      dialect: "shelf",
      text: """
        id,title,description,category,kit,tags,location,custodian,bookable,imageUrl,valuation,qrId,barcode_Code128,\
        "cf:Serial,type:text",assetModel,type,quantity
        s-1,Camera,body only,Cameras,,"photo, rent",Studio,ann,yes,https://example.com/c.jpg,2399.50,q1,B-1,S-77,EOS R6,\
        INDIVIDUAL,1

        """, keys: ["s-1"], firstName: "Camera"),
    DialectFixture(
      dialect: "shelf-display",
      text: """
        ID,Asset ID,QR ID,Name,Status,Description,Value,Total value,Available to book,Created at,Updated at,Category,Tags,\
        Location,Kit,Custody,Quantity,Min quantity,Tracking method,Asset model
        s-1,SAM-0001,q1,Chairs,Available,,25.50,102.00,Yes,2025-01-01,2025-02-01,Furniture,,Hall,,,4,,Quantity,

        """, keys: ["s-1"], firstName: "Chairs"),
    DialectFixture(
      dialect: "part-db",
      text: """
        name;description;category;notes;footprint;tags;quantity;storage_location;mass;ipn;mpn;manufacturing_status;\
        manufacturer;supplier;spn;price;favorite;needs_review;minamount;partUnit;eda_info.reference_prefix
        BC547;NPN transistor;Active->Transistors;;TO92;npn,bjt;5;Room 1->Shelf 1;;Part-1;BC547A;active;Onsemi;Reichelt;\
        BC 547A;0,07;0;1;10;;Q
        Screw;M4;Hardware;;;;100;Room 1;;Part-2;;;;;;0,02;0;0;0;;

        """, keys: ["Part-1", "Part-2"], firstName: "BC547"),
    DialectFixture(
      dialect: "sortly",
      text: """
        Entry Type,Entry Name,Variant Details,SID,Quantity,Unit,Min Level,Price,Value,Sell price,Notes,Tags,Product Link,\
        Primary Folder,Subfolder-level1,Subfolder-level2,Subfolder-level3,Subfolder-level4,Photo1,Photo2,Photo10,\
        Barcode/QR1-Data,Barcode/QR1-Type,Item Group Name,Attribute 1 Name,Attribute 1 Option,Serial Number,Purchase Date
        Folder,Home,,SFLD01,,,,,,,,,,,,,,,,,,,,,,,,
        Item,Desk lamp,,SITM01,2,unit,1,39.50,79.00,,,office,,Home,Study,,,,lamp.jpg,side.jpg,plug.jpg,4006381333931,\
        ean13,,,,DL-1,13/02/2024

        """, keys: ["SITM01"], firstName: "Desk lamp"),
    DialectFixture(
      dialect: "koillection", text: "17,Catan,Board games\n18,Risk,Board games\n", keys: ["17", "18"],
      firstName: "Catan",
      option: "koillection"),
    DialectFixture(
      dialect: "app",
      text: """
        possessionName,serialNumber,valueInDollars,dateCreated,imageKey
        Rusty Mac,3F4A1,54,2012-05-01,8c6f9616-0095-518d-a48d-2db0ffee0b53
        Fluffy Bear,0B9C2,"1,250",2012-05-02,

        """, keys: [], firstName: ""),
    DialectFixture(
      dialect: "app",
      text: """
        possessionName,serialNumber,valueInDollars,dateCreated,imageKey
        Rusty Mac,3F4A1,54,2012-05-01,8c6f9616-0095-518d-a48d-2db0ffee0b53
        Fluffy Bear,0B9C2,1250,2012-05-02,

        """, keys: ["3F4A1", "0B9C2"], firstName: "Rusty Mac"),
    DialectFixture(
      dialect: "own",
      text: """
        item_id,name,description,room,category,quantity,brand,model,serial_number,purchase_date,purchase_price,currency,\
        replacement_cost,tax_rate,age_years,scheduled,photos,edit,receipt_file,extra:Model,Colour
        A-001,"Lamp, ""brass"" one",a lamp,Hall,Lighting,2,IKEA,007,0001,2021-07,49.90,EUR,75.00,0.19,2.5,no,a.jpg;b.jpg,\
        rotate=90,r.pdf,other,red
        A-002,"=1+1",'-5 °C probe,,,1,,1E5,,2020,1200,JPY,,,,yes,,,,,

        """, keys: ["A-001", "A-002"], firstName: "Lamp, \"brass\" one"),
    DialectFixture(
      dialect: "own",
      text: """
        Item;Item #;Location;Make;Cost;Date Acquired;S/N;Warranty Expires;Belongs to
        Sofa;1;Wohnzimmer;Ligne;2.345,67 €;24.12.2019;;;Anna
        Lampe;2;Flur;;48,90 €;01.02.2020;X-1;31.12.2022;

        """, keys: ["1", "2"], firstName: "Sofa"),
  ]
}
