-- A catalog of schema version 1 as it was released: a household of sixteen, two runs. Never changed.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE run (
  number INTEGER NOT NULL PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  command TEXT NOT NULL,
  started_at TEXT NOT NULL,
  finished_at TEXT,
  status TEXT NOT NULL CHECK (status IN ('running', 'finished', 'failed', 'stopped', 'interrupted')),
  exit_code INTEGER,
  counts TEXT NOT NULL DEFAULT '{}',
  versions TEXT NOT NULL DEFAULT '{}',
  inputs_digest TEXT,
  catalog_digest TEXT
) STRICT;
INSERT INTO run VALUES(1,'20261130T230739Z-8c277c','import','2026-11-30T23:07:39Z','2026-11-30T23:07:46Z','finished',3,'{"attachments.added":6,"attachments.superseded":0,"changed":1,"documents.added":2,"files.already-stored":0,"files.duplicate":0,"files.found":9,"files.ignored":1,"files.refused":0,"files.stored":8,"findings.error":10,"findings.new-errors":10,"findings.warning":12,"possessions":16,"renditions.made":33,"rows.created":16,"rows.found":16,"rows.rejected":0,"rows.unchanged":0,"rows.updated":0}','{"libvips":"8.14.1","possessions":"0.1.0","sqlite":"3.40.1"}','5a2e86b40648b607f1181128038f2d52e0aa35d7bd2c4fe4b48b221fc042723b','d7eeee842deaad6f2d458f43b5ccae0c29f132c3d95c14bf5d6be24464a6b759');
INSERT INTO run VALUES(2,'20261130T230747Z-e0882b','edit','2026-11-30T23:07:47Z','2026-11-30T23:07:49Z','finished',0,'{"changed":1,"renditions.made":5}','{"libvips":"8.14.1","possessions":"0.1.0","sqlite":"3.40.1"}',NULL,'b7094119a744f0ac1840bb44ee5dec5e8bd4ab01b79b0e3b66b3c05b4a8557ba');
CREATE TABLE image (
  image_key TEXT NOT NULL PRIMARY KEY CHECK (length(image_key) = 36),
  sha256 TEXT NOT NULL UNIQUE CHECK (length(sha256) = 64),
  byte_size INTEGER NOT NULL CHECK (byte_size > 0),
  media_type TEXT NOT NULL,
  width INTEGER CHECK (width > 0),
  height INTEGER CHECK (height > 0),
  captured_at TEXT,
  original_name ANY NOT NULL,
  path TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN
    ('unrendered', 'ok', 'degraded', 'preview-only', 'undecodable', 'too-large', 'not-a-picture')),
  perceptual_hash TEXT,
  edited_image_key TEXT REFERENCES image (image_key),
  metadata TEXT NOT NULL,
  imported_at TEXT NOT NULL,
  imported_by_run TEXT NOT NULL REFERENCES run (id)
) STRICT;
INSERT INTO image VALUES('cb434f07-040c-581f-b063-7e34e96769bf','c5d09f823e3c74d01a29088f4c5a700a884b8b5fff8199845731c058bc51c509',45970,'image/png',745,1050,NULL,'ring.png','originals/cb/cb434f07-040c-581f-b063-7e34e96769bf.png','ok','1:e4e2868600c4d6c4',NULL,'{"height":1050,"keywords":[],"mediaType":"image/png","other":{"bits":"8","memory":"42235000"},"pageCount":1,"width":745}','2026-11-30T23:07:42Z','20261130T230739Z-8c277c');
INSERT INTO image VALUES('7b40e60a-fc8c-5ff2-b761-4628c7b0d81e','56c8613d0816f5146553269b97f6c8767055998b8b4e8de41895fd711450d371',29217,'application/pdf',NULL,NULL,NULL,'television.pdf','originals/7b/7b40e60a-fc8c-5ff2-b761-4628c7b0d81e.pdf','not-a-picture',NULL,NULL,'{"keywords":[],"mediaType":"application/pdf","other":{}}','2026-11-30T23:07:42Z','20261130T230739Z-8c277c');
INSERT INTO image VALUES('534bf3dd-65c0-5a71-9788-ccfeabec371a','fe8157aad27ce27cd70dd032262562ad6cb0aeadcad9c1feb4bedfdd518cfbe1',41958,'image/heic',720,540,'2025-09-20T11:10:25-04:00','C21-0045713.HEIC','originals/53/534bf3dd-65c0-5a71-9788-ccfeabec371a.heic','ok','1:fff533a8ec34f0f0',NULL,'{"cameraMake":"Kestrel","cameraModel":"Kestrel 7","capturedAt":"2025-09-20T11:10:25-04:00","height":540,"keywords":[],"lens":"Kestrel 7 back camera 5.6mm f/1.8","mediaType":"image/heic","orientation":1,"other":{"bits":"8","f-number":"1.8","focal-length":"5.6","iso":"80","memory":"44492800","software":"7.4.1"},"pageCount":1,"width":720}','2026-11-30T23:07:42Z','20261130T230739Z-8c277c');
INSERT INTO image VALUES('c1039747-8b86-576d-ba4d-00876257aa7a','a00b48a726ff2ef53c0d4d99dc5b6c5fec5824615f336423fa6b13f2d8106de9',74050,'image/jpeg',720,540,'2025-09-20T11:16:30-04:00','H-012.jpg','originals/c1/c1039747-8b86-576d-ba4d-00876257aa7a.jpg','ok','1:f38f3d2d39620e9a',NULL,'{"cameraMake":"Kestrel","cameraModel":"Kestrel 7","capturedAt":"2025-09-20T11:16:30-04:00","height":540,"keywords":[],"lens":"Kestrel 7 back camera 5.6mm f/1.8","mediaType":"image/jpeg","orientation":1,"other":{"bits":"8","f-number":"1.8","focal-length":"5.6","iso":"100","memory":"42160000","software":"7.4.1"},"pageCount":1,"width":720}','2026-11-30T23:07:42Z','20261130T230739Z-8c277c');
INSERT INTO image VALUES('15190f71-d569-58dc-85e3-3f37d7f41e25','6c4368005e741632e9377dfc35ff3d135ec6f45f2fc95a1cbd339f9c37d56f4a',47392,'image/jpeg',720,540,'2025-09-20T11:10:49-04:00','IMG_0435.JPG','originals/15/15190f71-d569-58dc-85e3-3f37d7f41e25.jpg','ok','1:eaaddde7d3ece5fa',NULL,'{"cameraMake":"Kestrel","cameraModel":"Kestrel 7","capturedAt":"2025-09-20T11:10:49-04:00","height":540,"keywords":[],"lens":"Kestrel 7 back camera 5.6mm f/1.8","mediaType":"image/jpeg","orientation":1,"other":{"bits":"8","f-number":"1.8","focal-length":"5.6","iso":"80","memory":"42160000","software":"7.4.1"},"pageCount":1,"width":720}','2026-11-30T23:07:42Z','20261130T230739Z-8c277c');
INSERT INTO image VALUES('b2d1609f-007a-5468-9858-30059a428ea4','5c7827303a8501931a7296f9f65b88b9c0edc44d4b3e4191d1315d4f397eea62',130284,'image/jpeg',960,720,'2025-09-20T11:02:11-04:00','IMG_0431.JPG','originals/b2/b2d1609f-007a-5468-9858-30059a428ea4.jpg','ok','1:78ff05b298e1cf70',NULL,'{"cameraMake":"Auriga","cameraModel":"Auriga D40","cameraSerial":"D40-2207113","capturedAt":"2025-09-20T11:02:11-04:00","height":720,"keywords":[],"lens":"AURIGA 35mm F2","mediaType":"image/jpeg","orientation":1,"other":{"bits":"8","f-number":"4","focal-length":"35","iso":"200","memory":"42880000"},"pageCount":1,"width":960}','2026-11-30T23:07:42Z','20261130T230739Z-8c277c');
INSERT INTO image VALUES('3ff2149c-4aa2-507f-b8fd-ad4bb28e9e6d','a3e3ad2a0053a2a010fd474095b7f64e9c5977a8c9408b0d55067657755bc559',76920,'image/jpeg',720,540,'2025-09-20T11:03:36-04:00','IMG_0432.JPG','originals/3f/3ff2149c-4aa2-507f-b8fd-ad4bb28e9e6d.jpg','ok','1:0c0f3f37373c3838',NULL,'{"cameraMake":"Auriga","cameraModel":"Auriga D40","capturedAt":"2025-09-20T11:03:36-04:00","height":540,"keywords":[],"lens":"AURIGA 35mm F2","mediaType":"image/jpeg","orientation":1,"other":{"bits":"8","f-number":"4","focal-length":"35","iso":"200","memory":"42160000"},"pageCount":1,"width":720}','2026-11-30T23:07:42Z','20261130T230739Z-8c277c');
INSERT INTO image VALUES('19a54ea7-68e0-5823-8d6f-61c87d03e694','74c15e89665cf5ac35f1f34f861a50aa15a3d7c7cb64c954e555aea677ef75af',53022,'image/webp',720,540,NULL,'books.webp','originals/19/19a54ea7-68e0-5823-8d6f-61c87d03e694.webp','ok','1:9b0156b736555444',NULL,'{"height":540,"keywords":[],"mediaType":"image/webp","orientation":1,"other":{"bits":"8","memory":"44104000"},"pageCount":1,"width":720}','2026-11-30T23:07:42Z','20261130T230739Z-8c277c');
CREATE TABLE source_file (
  root BLOB NOT NULL,
  path BLOB NOT NULL,
  size INTEGER NOT NULL,
  mtime_ns INTEGER NOT NULL,
  ctime_ns INTEGER NOT NULL,
  inode INTEGER NOT NULL,
  image_key TEXT REFERENCES image (image_key),
  findings TEXT NOT NULL DEFAULT '[]',
  recorded_by_run TEXT NOT NULL REFERENCES run (id),
  PRIMARY KEY (root, path)
) STRICT, WITHOUT ROWID;
INSERT INTO source_file VALUES(X'2f7372762f70686f746f73',X'52656365697074732f72696e672e706e67',45970,1796080057931586341,1796080057931586341,1082264,'cb434f07-040c-581f-b063-7e34e96769bf','[]','20261130T230739Z-8c277c');
INSERT INTO source_file VALUES(X'2f7372762f70686f746f73',X'52656365697074732f74656c65766973696f6e2e706466',29217,1796080057931670435,1796080057931670435,1082265,'7b40e60a-fc8c-5ff2-b761-4628c7b0d81e','[]','20261130T230739Z-8c277c');
INSERT INTO source_file VALUES(X'2f7372762f70686f746f73',X'53747564792f4332312d303034353731332e48454943',41958,1796080057930690691,1796080057930690691,1082255,'534bf3dd-65c0-5a71-9788-ccfeabec371a','[]','20261130T230739Z-8c277c');
INSERT INTO source_file VALUES(X'2f7372762f70686f746f73',X'53747564792f482d3031322e6a7067',74050,1796080057930802397,1796080057930802397,1082256,'c1039747-8b86-576d-ba4d-00876257aa7a','[]','20261130T230739Z-8c277c');
INSERT INTO source_file VALUES(X'2f7372762f70686f746f73',X'53747564792f494d475f303433352e4a5047',47392,1796080057930948293,1796080057930948293,1082257,'15190f71-d569-58dc-85e3-3f37d7f41e25','[]','20261130T230739Z-8c277c');
INSERT INTO source_file VALUES(X'2f7372762f70686f746f73',X'53747564792f56696f6c696e2f494d475f303433312e4a5047',130284,1796080057931086859,1796080057931086859,1082259,'b2d1609f-007a-5468-9858-30059a428ea4','[]','20261130T230739Z-8c277c');
INSERT INTO source_file VALUES(X'2f7372762f70686f746f73',X'53747564792f56696f6c696e2f494d475f303433322e4a5047',76920,1796080057931351572,1796080057931351572,1082261,'3ff2149c-4aa2-507f-b8fd-ad4bb28e9e6d','[]','20261130T230739Z-8c277c');
INSERT INTO source_file VALUES(X'2f7372762f70686f746f73',X'53747564792f626f6f6b732e77656270',53022,1796080057931430059,1796080057931430059,1082262,'19a54ea7-68e0-5823-8d6f-61c87d03e694','[]','20261130T230739Z-8c277c');
CREATE TABLE possession (
  item_id TEXT NOT NULL PRIMARY KEY,
  status TEXT NOT NULL DEFAULT 'current' CHECK (status IN ('current', 'removed')),
  name TEXT,
  description TEXT,
  room TEXT,
  category TEXT,
  quantity INTEGER,
  brand TEXT,
  model TEXT,
  serial_number TEXT,
  asset_tag TEXT,
  purchase_date TEXT,
  purchase_place TEXT,
  purchase_price_minor INTEGER,
  purchase_price_total_minor INTEGER,
  replacement_cost_minor INTEGER,
  replacement_cost_total_minor INTEGER,
  replacement_source TEXT,
  replacement_date TEXT,
  tax_rate TEXT,
  age_years TEXT,
  condition TEXT,
  useful_life_years TEXT,
  valuation TEXT,
  currency TEXT,
  owner TEXT,
  business_use INTEGER CHECK (business_use IN (0, 1)),
  scheduled INTEGER CHECK (scheduled IN (0, 1)),
  schedule_ref TEXT,
  appraisal_value_minor INTEGER,
  appraisal_date TEXT,
  appraiser TEXT,
  has_receipt INTEGER CHECK (has_receipt IN (0, 1)),
  warranty_until TEXT,
  loss_status TEXT,
  loss_date TEXT,
  sold_date TEXT,
  sold_price_minor INTEGER,
  sold_to TEXT,
  archived INTEGER CHECK (archived IN (0, 1)),
  notes TEXT,
  date_created TEXT NOT NULL,
  date_created_is_assumed INTEGER NOT NULL CHECK (date_created_is_assumed IN (0, 1)),
  source_text TEXT NOT NULL DEFAULT '{}',
  extra TEXT NOT NULL DEFAULT '{}',
  created_by_run TEXT NOT NULL REFERENCES run (id),
  changed_by_run TEXT NOT NULL REFERENCES run (id)
) STRICT;
INSERT INTO possession VALUES('H-001','current','Stand mixer',NULL,'Kitchen','Appliances',1,'Halden','KM-5','HK5-118204',NULL,'2019-11-29',NULL,34900,NULL,42900,NULL,NULL,NULL,NULL,NULL,'good',NULL,NULL,'USD',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'With dough hook and whisk','2026-11-30T23:07:42Z',1,'{"currency":"USD","purchase_date":"2019-11-29","purchase_price":"349.00","quantity":"1","replacement_cost":"429.00"}','{}','20261130T230739Z-8c277c','20261130T230739Z-8c277c');
INSERT INTO possession VALUES('H-002','current','Copper saucepans',NULL,'Kitchen','Kitchenware',3,NULL,NULL,NULL,NULL,'2017-05','Flea market',8950,NULL,12400,NULL,NULL,NULL,NULL,NULL,'good',NULL,NULL,'USD',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'Three sizes, tin lined','2026-11-30T23:07:42Z',1,'{"currency":"USD","purchase_date":"2017-05","purchase_price":"89.50","quantity":"3","replacement_cost":"124.00"}','{}','20261130T230739Z-8c277c','20261130T230739Z-8c277c');
INSERT INTO possession VALUES('H-003','current','Stoneware bowls',NULL,'Kitchen','Dishes',6,'Tonwerk',NULL,NULL,NULL,'2021-12-18',NULL,1450,NULL,1800,NULL,NULL,NULL,NULL,NULL,'excellent',NULL,NULL,'USD',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-30T23:07:42Z',1,'{"currency":"USD","purchase_date":"2021-12-18","purchase_price":"14.50","quantity":"6","replacement_cost":"18.00"}','{}','20261130T230739Z-8c277c','20261130T230739Z-8c277c');
INSERT INTO possession VALUES('H-004','current','Television',NULL,'Living room','Televisions',1,'Nordvik','TV55-OL','7QX41-20883',NULL,'2023-03-20','Harbor Electronics',129999,NULL,119900,NULL,NULL,NULL,NULL,NULL,'excellent',NULL,NULL,'USD',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-30T23:07:42Z',1,'{"currency":"USD","purchase_date":"2023-03-20","purchase_price":"1299.99","quantity":"1","replacement_cost":"1199.00"}','{}','20261130T230739Z-8c277c','20261130T230739Z-8c277c');
INSERT INTO possession VALUES('H-005','current','Armchair',NULL,'Living room','Furniture',1,NULL,NULL,NULL,NULL,'2021-09-30',NULL,115000,NULL,139000,NULL,NULL,NULL,NULL,NULL,'good',NULL,NULL,'USD',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'Re-covered in 2021','2026-11-30T23:07:42Z',1,'{"currency":"USD","purchase_date":"2021-09-30","purchase_price":"1150.00","quantity":"1","replacement_cost":"1390.00"}','{}','20261130T230739Z-8c277c','20261130T230739Z-8c277c');
INSERT INTO possession VALUES('H-006','current','Vase',NULL,'Living room','Art',1,NULL,NULL,NULL,NULL,'2008','Inherited',NULL,NULL,90000,NULL,NULL,NULL,NULL,NULL,'excellent',NULL,NULL,'USD',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'Signed under the foot','2026-11-30T23:07:42Z',1,'{"currency":"USD","purchase_date":"2008","quantity":"1","replacement_cost":"900.00"}','{}','20261130T230739Z-8c277c','20261130T230739Z-8c277c');
INSERT INTO possession VALUES('H-007','current','Wool rug',NULL,'Living room','Furniture',1,NULL,NULL,NULL,NULL,'2016-06',NULL,180000,NULL,240000,NULL,NULL,NULL,NULL,NULL,'average',NULL,NULL,'USD',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'210 x 140 cm','2026-11-30T23:07:42Z',1,'{"currency":"USD","purchase_date":"2016-06","purchase_price":"1800.00","quantity":"1","replacement_cost":"2400.00"}','{}','20261130T230739Z-8c277c','20261130T230739Z-8c277c');
INSERT INTO possession VALUES('H-008','current','Reading lamp',NULL,'Living room','Furniture',1,NULL,NULL,NULL,NULL,'2020-02-14',NULL,21000,NULL,24500,NULL,NULL,NULL,NULL,NULL,'good',NULL,NULL,'USD',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-30T23:07:42Z',1,'{"currency":"USD","purchase_date":"2020-02-14","purchase_price":"210.00","quantity":"1","replacement_cost":"245.00"}','{}','20261130T230739Z-8c277c','20261130T230739Z-8c277c');
INSERT INTO possession VALUES('H-009','current','Violin',NULL,'Study','Musical instruments',1,'M. Castellani','1911',NULL,NULL,'2012-08-30',NULL,520000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'good',NULL,NULL,'USD',NULL,NULL,1,'3',640000,'2024-11-02','Ellen Brandt',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'Case and bow included','2026-11-30T23:07:42Z',1,'{"appraisal_date":"2024-11-02","appraisal_value":"6400.00","currency":"USD","purchase_date":"2012-08-30","purchase_price":"5200.00","quantity":"1","scheduled":"yes"}','{}','20261130T230739Z-8c277c','20261130T230739Z-8c277c');
INSERT INTO possession VALUES('H-010','current','Camera',NULL,'Study','Cameras',1,'Auriga','C21','C21-0045713',NULL,'2018-10-05',NULL,78000,NULL,95000,NULL,NULL,NULL,NULL,NULL,'good',NULL,NULL,'USD',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'35 mm film','2026-11-30T23:07:42Z',1,'{"currency":"USD","purchase_date":"2018-10-05","purchase_price":"780.00","quantity":"1","replacement_cost":"950.00"}','{}','20261130T230739Z-8c277c','20261130T230739Z-8c277c');
INSERT INTO possession VALUES('H-011','current','Books',NULL,'Study','Books',84,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1400,NULL,NULL,NULL,NULL,NULL,'average',NULL,NULL,'USD',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-30T23:07:42Z',1,'{"currency":"USD","quantity":"84","replacement_cost":"14.00"}','{}','20261130T230739Z-8c277c','20261130T230739Z-8c277c');
INSERT INTO possession VALUES('H-012','current','Laptop',NULL,'Study','Computers',1,'Tern','Air 14',NULL,NULL,'2024-01-15',NULL,148000,NULL,135000,NULL,NULL,NULL,NULL,NULL,'excellent',NULL,NULL,'USD',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-30T23:07:42Z',1,'{"currency":"USD","purchase_date":"2024-01-15","purchase_price":"1480.00","quantity":"1","replacement_cost":"1350.00"}','{}','20261130T230739Z-8c277c','20261130T230739Z-8c277c');
INSERT INTO possession VALUES('H-013','current','Gold ring',NULL,'Bedroom','Jewellery',1,NULL,NULL,NULL,NULL,'2018-06-02','E. Lindqvist',260000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'excellent',NULL,NULL,'USD',NULL,NULL,1,'1',290000,'2019-03-11','E. Lindqvist',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'18 ct, brilliant 0.42 ct','2026-11-30T23:07:42Z',1,'{"appraisal_date":"2019-03-11","appraisal_value":"2900.00","currency":"USD","purchase_date":"2018-06-02","purchase_price":"2600.00","quantity":"1","scheduled":"yes"}','{}','20261130T230739Z-8c277c','20261130T230739Z-8c277c');
INSERT INTO possession VALUES('H-014','current','Winter coat',NULL,'Bedroom','Clothing',1,'Fjellmark',NULL,NULL,NULL,'2022-11-12',NULL,42000,NULL,46000,NULL,NULL,NULL,NULL,NULL,'good',NULL,NULL,'USD',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-30T23:07:42Z',1,'{"currency":"USD","purchase_date":"2022-11-12","purchase_price":"420.00","quantity":"1","replacement_cost":"460.00"}','{}','20261130T230739Z-8c277c','20261130T230739Z-8c277c');
INSERT INTO possession VALUES('H-015','current','Bicycle',NULL,'Garage','Bicycles',1,'Wayfarer','Tour 7','WTU318E0764',NULL,'2022-04-09',NULL,210000,NULL,235000,NULL,NULL,NULL,NULL,NULL,'good',NULL,NULL,'USD',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'Frame number under the cranks','2026-11-30T23:07:42Z',1,'{"currency":"USD","purchase_date":"2022-04-09","purchase_price":"2100.00","quantity":"1","replacement_cost":"2350.00"}','{}','20261130T230739Z-8c277c','20261130T230739Z-8c277c');
INSERT INTO possession VALUES('H-016','current','Toolbox',NULL,'Garage','Tools',1,'Bergmann',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'average',NULL,NULL,'USD',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'With tools','2026-11-30T23:07:42Z',1,'{"currency":"USD","quantity":"1"}','{}','20261130T230739Z-8c277c','20261130T230739Z-8c277c');
CREATE TABLE attachment (
  id INTEGER NOT NULL PRIMARY KEY,
  item_id TEXT NOT NULL REFERENCES possession (item_id),
  image_key TEXT NOT NULL REFERENCES image (image_key),
  position INTEGER NOT NULL CHECK (position >= 1),
  is_primary INTEGER NOT NULL CHECK (is_primary IN (0, 1)),
  caption TEXT,
  matched_by TEXT NOT NULL,
  matched_detail TEXT NOT NULL,
  recipe TEXT,
  recipe_digest TEXT,
  attached_by_run TEXT NOT NULL REFERENCES run (id),
  superseded_by_run TEXT REFERENCES run (id),
  superseded_reason TEXT,
  CHECK ((recipe IS NULL) = (recipe_digest IS NULL))
) STRICT;
INSERT INTO attachment VALUES(1,'H-009','b2d1609f-007a-5468-9858-30059a428ea4',1,1,NULL,'folder','Study/Violin','{"operations":[{"height":540,"op":"crop","width":900,"x":30,"y":100}],"version":1}','bb30a50441e938b0dfbb07af6b157a391e6615be67cfa3787dd941603f325a87','20261130T230739Z-8c277c',NULL,NULL);
INSERT INTO attachment VALUES(2,'H-009','3ff2149c-4aa2-507f-b8fd-ad4bb28e9e6d',2,0,NULL,'folder','Study/Violin',NULL,NULL,'20261130T230739Z-8c277c',NULL,NULL);
INSERT INTO attachment VALUES(3,'H-010','15190f71-d569-58dc-85e3-3f37d7f41e25',1,1,NULL,'photos-column','IMG_0435.JPG','{"operations":[{"degrees":90,"op":"rotate"}],"version":1}','a1a752f2ed3a73ac4934166eeec12c421160e6dd28e060efbab7d2eb2857126a','20261130T230739Z-8c277c',NULL,NULL);
INSERT INTO attachment VALUES(4,'H-010','534bf3dd-65c0-5a71-9788-ccfeabec371a',2,0,NULL,'file-name','C21-0045713',NULL,NULL,'20261130T230739Z-8c277c',NULL,NULL);
INSERT INTO attachment VALUES(5,'H-011','19a54ea7-68e0-5823-8d6f-61c87d03e694',1,1,NULL,'photos-column','books.webp',NULL,NULL,'20261130T230739Z-8c277c',NULL,NULL);
INSERT INTO attachment VALUES(6,'H-012','c1039747-8b86-576d-ba4d-00876257aa7a',1,1,NULL,'file-name','H-012',NULL,NULL,'20261130T230739Z-8c277c',NULL,NULL);
CREATE TABLE document (
  id INTEGER NOT NULL PRIMARY KEY,
  item_id TEXT NOT NULL REFERENCES possession (item_id),
  image_key TEXT NOT NULL REFERENCES image (image_key),
  kind TEXT NOT NULL CHECK (kind IN ('receipt', 'manual', 'appraisal', 'warranty', 'other')),
  original_name ANY NOT NULL,
  media_type TEXT NOT NULL,
  attached_by_run TEXT NOT NULL REFERENCES run (id),
  superseded_by_run TEXT REFERENCES run (id)
) STRICT;
INSERT INTO document VALUES(1,'H-004','7b40e60a-fc8c-5ff2-b761-4628c7b0d81e','receipt','television.pdf','application/pdf','20261130T230739Z-8c277c',NULL);
INSERT INTO document VALUES(2,'H-013','cb434f07-040c-581f-b063-7e34e96769bf','receipt','ring.png','image/png','20261130T230739Z-8c277c',NULL);
CREATE TABLE rendition (
  image_key TEXT NOT NULL REFERENCES image (image_key),
  recipe_digest TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL,
  mode TEXT NOT NULL,
  signature TEXT NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  path TEXT NOT NULL,
  byte_size INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  made_by_run TEXT NOT NULL REFERENCES run (id),
  PRIMARY KEY (image_key, recipe_digest, name)
) STRICT, WITHOUT ROWID;
INSERT INTO rendition VALUES('15190f71-d569-58dc-85e3-3f37d7f41e25','','display','aspect-fit','1600x1600,aspect-fit,jpeg,82',720,540,'renditions/display/15/15190f71-d569-58dc-85e3-3f37d7f41e25.jpg',41711,'ed98e38b483b0c379c3f70d9ad41c48b4d491fe71ad899f766f3363b70f86361','20261130T230739Z-8c277c');
INSERT INTO rendition VALUES('15190f71-d569-58dc-85e3-3f37d7f41e25','','icon','aspect-fit','64x64,aspect-fit,jpeg,80',64,48,'renditions/icon/15/15190f71-d569-58dc-85e3-3f37d7f41e25.jpg',1118,'2c2c03e715d669754693f65c3fb85e7177ba7f264a0f769506c9f0f711579bae','20261130T230739Z-8c277c');
INSERT INTO rendition VALUES('15190f71-d569-58dc-85e3-3f37d7f41e25','','page','aspect-fit','640x640,aspect-fit,jpeg,80',640,480,'renditions/page/15/15190f71-d569-58dc-85e3-3f37d7f41e25.jpg',28322,'31322a7996572d8b9288c064ca1b9a9eb2a0bbba6539fdcd48f46308f5098484','20261130T230739Z-8c277c');
INSERT INTO rendition VALUES('15190f71-d569-58dc-85e3-3f37d7f41e25','','thumb','aspect-fit','320x320,aspect-fit,jpeg,80',320,240,'renditions/thumb/15/15190f71-d569-58dc-85e3-3f37d7f41e25.jpg',10165,'6ab67e9017abf4620b718b58f6379e561e478cd1cb0ce9f8fa6306d0bdee406a','20261130T230739Z-8c277c');
INSERT INTO rendition VALUES('15190f71-d569-58dc-85e3-3f37d7f41e25','a1a752f2ed3a73ac4934166eeec12c421160e6dd28e060efbab7d2eb2857126a','display','aspect-fit','1600x1600,aspect-fit,jpeg,82',540,720,'renditions/display/15/15190f71-d569-58dc-85e3-3f37d7f41e25-a1a752f2.jpg',37075,'bc36538067429e0bede26b00a2c79166e06a44d0cf927fc77de42ca903f5d293','20261130T230747Z-e0882b');
INSERT INTO rendition VALUES('15190f71-d569-58dc-85e3-3f37d7f41e25','a1a752f2ed3a73ac4934166eeec12c421160e6dd28e060efbab7d2eb2857126a','edited','own','0x0,own,jpeg,90',540,720,'renditions/edited/15/15190f71-d569-58dc-85e3-3f37d7f41e25-a1a752f2.jpg',61582,'b4b27781c9bdcec91ccb7da8951ff37f90f44c74a330bf9e44bc444c11869413','20261130T230747Z-e0882b');
INSERT INTO rendition VALUES('15190f71-d569-58dc-85e3-3f37d7f41e25','a1a752f2ed3a73ac4934166eeec12c421160e6dd28e060efbab7d2eb2857126a','icon','aspect-fit','64x64,aspect-fit,jpeg,80',48,64,'renditions/icon/15/15190f71-d569-58dc-85e3-3f37d7f41e25-a1a752f2.jpg',1119,'482075b53cbe29c9d088f27b374add781b34ebe53b319e47902e6ec57d30d2f2','20261130T230747Z-e0882b');
INSERT INTO rendition VALUES('15190f71-d569-58dc-85e3-3f37d7f41e25','a1a752f2ed3a73ac4934166eeec12c421160e6dd28e060efbab7d2eb2857126a','page','aspect-fit','640x640,aspect-fit,jpeg,80',480,640,'renditions/page/15/15190f71-d569-58dc-85e3-3f37d7f41e25-a1a752f2.jpg',28414,'dea662b4cc10b99acc1900089a7b845ff3a60db2f86d57012907d31a0a68cd15','20261130T230747Z-e0882b');
INSERT INTO rendition VALUES('15190f71-d569-58dc-85e3-3f37d7f41e25','a1a752f2ed3a73ac4934166eeec12c421160e6dd28e060efbab7d2eb2857126a','thumb','aspect-fit','320x320,aspect-fit,jpeg,80',240,320,'renditions/thumb/15/15190f71-d569-58dc-85e3-3f37d7f41e25-a1a752f2.jpg',10217,'60df68d1e988fbdab1f0fb41970bff31d2dee31dda116923709434e7c589a40b','20261130T230747Z-e0882b');
INSERT INTO rendition VALUES('19a54ea7-68e0-5823-8d6f-61c87d03e694','','display','aspect-fit','1600x1600,aspect-fit,jpeg,82',720,540,'renditions/display/19/19a54ea7-68e0-5823-8d6f-61c87d03e694.jpg',64131,'b10ce5eca1cde1a8ef709c4ce9c266239507ea495528648faf61b152594bbaf2','20261130T230739Z-8c277c');
INSERT INTO rendition VALUES('19a54ea7-68e0-5823-8d6f-61c87d03e694','','icon','aspect-fit','64x64,aspect-fit,jpeg,80',64,48,'renditions/icon/19/19a54ea7-68e0-5823-8d6f-61c87d03e694.jpg',1514,'dfcd3d31171200c4177d33a5cd65809dc74f94728a8c3d85ba76c5afb4e1ecdc','20261130T230739Z-8c277c');
INSERT INTO rendition VALUES('19a54ea7-68e0-5823-8d6f-61c87d03e694','','page','aspect-fit','640x640,aspect-fit,jpeg,80',640,480,'renditions/page/19/19a54ea7-68e0-5823-8d6f-61c87d03e694.jpg',48249,'b77e716cbe8554b4851884a8fa4b86f1dd719ffaf9d399f527f39cf94d5ab72d','20261130T230739Z-8c277c');
INSERT INTO rendition VALUES('19a54ea7-68e0-5823-8d6f-61c87d03e694','','thumb','aspect-fit','320x320,aspect-fit,jpeg,80',320,240,'renditions/thumb/19/19a54ea7-68e0-5823-8d6f-61c87d03e694.jpg',16002,'a7175917265d6e8d9abf8546309f6fe45b8648c310d5e0d7888e75a0fef8f9e0','20261130T230739Z-8c277c');
INSERT INTO rendition VALUES('3ff2149c-4aa2-507f-b8fd-ad4bb28e9e6d','','display','aspect-fit','1600x1600,aspect-fit,jpeg,82',720,540,'renditions/display/3f/3ff2149c-4aa2-507f-b8fd-ad4bb28e9e6d.jpg',66773,'d125ec53abaa80de0f0c835fcbad32c34a08557ea316a2a5170c357beb42fae8','20261130T230739Z-8c277c');
INSERT INTO rendition VALUES('3ff2149c-4aa2-507f-b8fd-ad4bb28e9e6d','','icon','aspect-fit','64x64,aspect-fit,jpeg,80',64,48,'renditions/icon/3f/3ff2149c-4aa2-507f-b8fd-ad4bb28e9e6d.jpg',1086,'0ce95a149991e9c428c504ec87dfc07be67d068f64ffc0334e90147c0707a042','20261130T230739Z-8c277c');
INSERT INTO rendition VALUES('3ff2149c-4aa2-507f-b8fd-ad4bb28e9e6d','','page','aspect-fit','640x640,aspect-fit,jpeg,80',640,480,'renditions/page/3f/3ff2149c-4aa2-507f-b8fd-ad4bb28e9e6d.jpg',42147,'4f9835e80e331cc03a9eeb3ced5343a21e5393425dbd690134da1e2565c392ed','20261130T230739Z-8c277c');
INSERT INTO rendition VALUES('3ff2149c-4aa2-507f-b8fd-ad4bb28e9e6d','','thumb','aspect-fit','320x320,aspect-fit,jpeg,80',320,240,'renditions/thumb/3f/3ff2149c-4aa2-507f-b8fd-ad4bb28e9e6d.jpg',13116,'af16a8245734d7753974db1083dd0e440a4b4261457c599bcaf40acb52cfe34f','20261130T230739Z-8c277c');
INSERT INTO rendition VALUES('534bf3dd-65c0-5a71-9788-ccfeabec371a','','display','aspect-fit','1600x1600,aspect-fit,jpeg,82',720,540,'renditions/display/53/534bf3dd-65c0-5a71-9788-ccfeabec371a.jpg',32249,'d4a07c27906e1c71df7ea4b6bb2714ce58bfa326c0f35906c9d1e8b2152cef3a','20261130T230739Z-8c277c');
INSERT INTO rendition VALUES('534bf3dd-65c0-5a71-9788-ccfeabec371a','','icon','aspect-fit','64x64,aspect-fit,jpeg,80',64,48,'renditions/icon/53/534bf3dd-65c0-5a71-9788-ccfeabec371a.jpg',1021,'48c2648445b3913939c840c3b810fcef13f10866806f6db1ce7ea473028106ee','20261130T230739Z-8c277c');
INSERT INTO rendition VALUES('534bf3dd-65c0-5a71-9788-ccfeabec371a','','page','aspect-fit','640x640,aspect-fit,jpeg,80',640,480,'renditions/page/53/534bf3dd-65c0-5a71-9788-ccfeabec371a.jpg',24450,'e4c70eb97097ad2e5571c1babc8dfa009ec7c1b86bf708198305483f31278c35','20261130T230739Z-8c277c');
INSERT INTO rendition VALUES('534bf3dd-65c0-5a71-9788-ccfeabec371a','','thumb','aspect-fit','320x320,aspect-fit,jpeg,80',320,240,'renditions/thumb/53/534bf3dd-65c0-5a71-9788-ccfeabec371a.jpg',8638,'f36e1bd4ccb1c697bcbc5450521096846fafd4a10514a807c3e31f935e51d2b5','20261130T230739Z-8c277c');
INSERT INTO rendition VALUES('b2d1609f-007a-5468-9858-30059a428ea4','','display','aspect-fit','1600x1600,aspect-fit,jpeg,82',960,720,'renditions/display/b2/b2d1609f-007a-5468-9858-30059a428ea4.jpg',114390,'236c14a363f3a31f6957f1a017b9a61d734aadfc2d53408220cf356f4ae88e56','20261130T230739Z-8c277c');
INSERT INTO rendition VALUES('b2d1609f-007a-5468-9858-30059a428ea4','','icon','aspect-fit','64x64,aspect-fit,jpeg,80',64,48,'renditions/icon/b2/b2d1609f-007a-5468-9858-30059a428ea4.jpg',1155,'e8a638263e37190134faef5ded2b246a1422a465d0ed927b28c12425370d3d9b','20261130T230739Z-8c277c');
INSERT INTO rendition VALUES('b2d1609f-007a-5468-9858-30059a428ea4','','page','aspect-fit','640x640,aspect-fit,jpeg,80',640,480,'renditions/page/b2/b2d1609f-007a-5468-9858-30059a428ea4.jpg',41923,'08a37771d652b489d9c58016b4e222a1aa72a331c3d6f3d07646cdeaec4d3d3a','20261130T230739Z-8c277c');
INSERT INTO rendition VALUES('b2d1609f-007a-5468-9858-30059a428ea4','','thumb','aspect-fit','320x320,aspect-fit,jpeg,80',320,240,'renditions/thumb/b2/b2d1609f-007a-5468-9858-30059a428ea4.jpg',13052,'07b2b01e15a222a28ac64c64d11ab202a647b822662bab569ef6890e270d3314','20261130T230739Z-8c277c');
INSERT INTO rendition VALUES('b2d1609f-007a-5468-9858-30059a428ea4','bb30a50441e938b0dfbb07af6b157a391e6615be67cfa3787dd941603f325a87','display','aspect-fit','1600x1600,aspect-fit,jpeg,82',900,540,'renditions/display/b2/b2d1609f-007a-5468-9858-30059a428ea4-bb30a504.jpg',71450,'12ef2d09938d016a7ebbb4fe1cf39ba51a2d36a3ca357959b4bc376264a598b2','20261130T230739Z-8c277c');
INSERT INTO rendition VALUES('b2d1609f-007a-5468-9858-30059a428ea4','bb30a50441e938b0dfbb07af6b157a391e6615be67cfa3787dd941603f325a87','edited','own','0x0,own,jpeg,90',900,540,'renditions/edited/b2/b2d1609f-007a-5468-9858-30059a428ea4-bb30a504.jpg',128031,'9c9e8933ffe8878e3e140a57adb8d8b4ae0756024f2e42a0fff132962722c4b3','20261130T230739Z-8c277c');
INSERT INTO rendition VALUES('b2d1609f-007a-5468-9858-30059a428ea4','bb30a50441e938b0dfbb07af6b157a391e6615be67cfa3787dd941603f325a87','icon','aspect-fit','64x64,aspect-fit,jpeg,80',64,38,'renditions/icon/b2/b2d1609f-007a-5468-9858-30059a428ea4-bb30a504.jpg',1012,'a6b786b4132c66c6aa3209dc5386cbbc347f01768fade12364d938ab8a6fc659','20261130T230739Z-8c277c');
INSERT INTO rendition VALUES('b2d1609f-007a-5468-9858-30059a428ea4','bb30a50441e938b0dfbb07af6b157a391e6615be67cfa3787dd941603f325a87','page','aspect-fit','640x640,aspect-fit,jpeg,80',640,384,'renditions/page/b2/b2d1609f-007a-5468-9858-30059a428ea4-bb30a504.jpg',33818,'2a3da5d8764ab57f98ad7a16dcc573ce884f991627d8f63769313323ad351a2d','20261130T230739Z-8c277c');
INSERT INTO rendition VALUES('b2d1609f-007a-5468-9858-30059a428ea4','bb30a50441e938b0dfbb07af6b157a391e6615be67cfa3787dd941603f325a87','thumb','aspect-fit','320x320,aspect-fit,jpeg,80',320,192,'renditions/thumb/b2/b2d1609f-007a-5468-9858-30059a428ea4-bb30a504.jpg',10450,'69de870277c27005ceaf13a72c2005761bb8d727aeb792e48561e3e59d0a4957','20261130T230739Z-8c277c');
INSERT INTO rendition VALUES('c1039747-8b86-576d-ba4d-00876257aa7a','','display','aspect-fit','1600x1600,aspect-fit,jpeg,82',720,540,'renditions/display/c1/c1039747-8b86-576d-ba4d-00876257aa7a.jpg',65052,'34664b40b01a85e0b67ed10a7fb89eae9a0056b94212fabf64bf1f396960e89d','20261130T230739Z-8c277c');
INSERT INTO rendition VALUES('c1039747-8b86-576d-ba4d-00876257aa7a','','icon','aspect-fit','64x64,aspect-fit,jpeg,80',64,48,'renditions/icon/c1/c1039747-8b86-576d-ba4d-00876257aa7a.jpg',1300,'ccb49aea2bc2e940d02a99e8a2eabb7c15afe4b6862ff97b60ffcd9afbdfe23b','20261130T230739Z-8c277c');
INSERT INTO rendition VALUES('c1039747-8b86-576d-ba4d-00876257aa7a','','page','aspect-fit','640x640,aspect-fit,jpeg,80',640,480,'renditions/page/c1/c1039747-8b86-576d-ba4d-00876257aa7a.jpg',44350,'4f9a84ae52fd2399bd4d549bae556bdce6249c4d2973e21ba92a4d12aa1fd30c','20261130T230739Z-8c277c');
INSERT INTO rendition VALUES('c1039747-8b86-576d-ba4d-00876257aa7a','','thumb','aspect-fit','320x320,aspect-fit,jpeg,80',320,240,'renditions/thumb/c1/c1039747-8b86-576d-ba4d-00876257aa7a.jpg',14101,'62802d3655e2bc64fd3dc4a732b98b71e0e22c92671143659a6ff78a3b417123','20261130T230739Z-8c277c');
INSERT INTO rendition VALUES('cb434f07-040c-581f-b063-7e34e96769bf','','display','aspect-fit','1600x1600,aspect-fit,jpeg,82',745,1050,'renditions/display/cb/cb434f07-040c-581f-b063-7e34e96769bf.jpg',41660,'042ab513d8784f93202b83f5a0b827a353c60e2711b359420030ab907e289706','20261130T230739Z-8c277c');
INSERT INTO rendition VALUES('cb434f07-040c-581f-b063-7e34e96769bf','','icon','aspect-fit','64x64,aspect-fit,jpeg,80',45,64,'renditions/icon/cb/cb434f07-040c-581f-b063-7e34e96769bf.jpg',817,'f2dddf4c6fef17bed9e22567d386e7ef1bc5b01295f6ce5604502a26dac5c595','20261130T230739Z-8c277c');
INSERT INTO rendition VALUES('cb434f07-040c-581f-b063-7e34e96769bf','','page','aspect-fit','640x640,aspect-fit,jpeg,80',454,640,'renditions/page/cb/cb434f07-040c-581f-b063-7e34e96769bf.jpg',20369,'57492a2d9910a412d44daae33eead62cee0ed83cdfe2b23e184aac5637518896','20261130T230739Z-8c277c');
INSERT INTO rendition VALUES('cb434f07-040c-581f-b063-7e34e96769bf','','thumb','aspect-fit','320x320,aspect-fit,jpeg,80',227,320,'renditions/thumb/cb/cb434f07-040c-581f-b063-7e34e96769bf.jpg',7158,'b753f9a303a83c69d10a635b84320b458b3d51514d887d366fcdec430abd5441','20261130T230739Z-8c277c');
CREATE TABLE finding (
  id INTEGER NOT NULL PRIMARY KEY,
  run_id TEXT NOT NULL REFERENCES run (id),
  code TEXT NOT NULL,
  severity TEXT NOT NULL CHECK (severity IN ('note', 'warning', 'error')),
  subject TEXT NOT NULL,
  message TEXT NOT NULL,
  remedy TEXT NOT NULL,
  place TEXT NOT NULL DEFAULT '',
  UNIQUE (run_id, code, subject, message, place)
) STRICT;
INSERT INTO finding VALUES(1,'20261130T230739Z-8c277c','file-ignored','note','Study/Violin/IMG_0431.xmp','it goes with IMG_0431.JPG and holds no picture','nothing: it is not needed','{"file":"/srv/photos/Study/Violin/IMG_0431.xmp"}');
INSERT INTO finding VALUES(2,'20261130T230739Z-8c277c','photo-missing','error','IMG_0415.JPG','item H-003 names a photo that is in no photo folder','did you mean Study/IMG_0435.JPG','{"cell":"IMG_0415.JPG","file":"items.csv","line":4}');
INSERT INTO finding VALUES(3,'20261130T230739Z-8c277c','photo-missing','error','IMG_0421.HEIC','item H-005 names a photo that is in no photo folder','add the file to a photo folder, or correct the cell','{"cell":"IMG_0421.HEIC","file":"items.csv","line":6}');
INSERT INTO finding VALUES(4,'20261130T230739Z-8c277c','photo-missing','error','vase.heic','item H-006 names a photo that is in no photo folder','add the file to a photo folder, or correct the cell','{"cell":"vase.heic","file":"items.csv","line":7}');
INSERT INTO finding VALUES(5,'20261130T230739Z-8c277c','photo-missing','error','vase-detail.jpg','item H-006 names a photo that is in no photo folder','add the file to a photo folder, or correct the cell','{"cell":"vase-detail.jpg","file":"items.csv","line":7}');
INSERT INTO finding VALUES(6,'20261130T230739Z-8c277c','photo-missing','error','rug.png','item H-007 names a photo that is in no photo folder','add the file to a photo folder, or correct the cell','{"cell":"rug.png","file":"items.csv","line":8}');
INSERT INTO finding VALUES(7,'20261130T230739Z-8c277c','photo-missing','error','IMG_0421.HEIC','item H-007 names a photo that is in no photo folder','add the file to a photo folder, or correct the cell','{"cell":"IMG_0421.HEIC","file":"items.csv","line":8}');
INSERT INTO finding VALUES(8,'20261130T230739Z-8c277c','photo-missing','error','IMG_0427.JPG','item H-008 names a photo that is in no photo folder','did you mean Study/IMG_0435.JPG','{"cell":"IMG_0427.JPG","file":"items.csv","line":9}');
INSERT INTO finding VALUES(9,'20261130T230739Z-8c277c','photo-missing','error','IMG_0441.JPG','item H-013 names a photo that is in no photo folder','did you mean Study/Violin/IMG_0431.JPG','{"cell":"IMG_0441.JPG","file":"items.csv","line":14}');
INSERT INTO finding VALUES(10,'20261130T230739Z-8c277c','photo-missing','error','H-016 toolbox.JPG','item H-016 names a photo that is in no photo folder','add the file to a photo folder, or correct the cell','{"cell":"H-016 toolbox.JPG","file":"items.csv","line":17}');
INSERT INTO finding VALUES(11,'20261130T230739Z-8c277c','photo-missing','error','toolbox-open.jpg','item H-016 names a photo that is in no photo folder','add the file to a photo folder, or correct the cell','{"cell":"toolbox-open.jpg","file":"items.csv","line":17}');
INSERT INTO finding VALUES(12,'20261130T230739Z-8c277c','item-without-photo','warning','H-001','Stand mixer has no photo','photograph it and put the file in a folder named after it, or name the file after its id','');
INSERT INTO finding VALUES(13,'20261130T230739Z-8c277c','item-without-photo','warning','H-002','Copper saucepans has no photo','photograph it and put the file in a folder named after it, or name the file after its id','');
INSERT INTO finding VALUES(14,'20261130T230739Z-8c277c','item-without-photo','warning','H-003','Stoneware bowls has no photo','photograph it and put the file in a folder named after it, or name the file after its id','');
INSERT INTO finding VALUES(15,'20261130T230739Z-8c277c','item-without-photo','warning','H-004','Television has no photo','photograph it and put the file in a folder named after it, or name the file after its id','');
INSERT INTO finding VALUES(16,'20261130T230739Z-8c277c','item-without-photo','warning','H-005','Armchair has no photo','photograph it and put the file in a folder named after it, or name the file after its id','');
INSERT INTO finding VALUES(17,'20261130T230739Z-8c277c','item-without-photo','warning','H-006','Vase has no photo','photograph it and put the file in a folder named after it, or name the file after its id','');
INSERT INTO finding VALUES(18,'20261130T230739Z-8c277c','item-without-photo','warning','H-007','Wool rug has no photo','photograph it and put the file in a folder named after it, or name the file after its id','');
INSERT INTO finding VALUES(19,'20261130T230739Z-8c277c','item-without-photo','warning','H-008','Reading lamp has no photo','photograph it and put the file in a folder named after it, or name the file after its id','');
INSERT INTO finding VALUES(20,'20261130T230739Z-8c277c','item-without-photo','warning','H-013','Gold ring has no photo','photograph it and put the file in a folder named after it, or name the file after its id','');
INSERT INTO finding VALUES(21,'20261130T230739Z-8c277c','item-without-photo','warning','H-014','Winter coat has no photo','photograph it and put the file in a folder named after it, or name the file after its id','');
INSERT INTO finding VALUES(22,'20261130T230739Z-8c277c','item-without-photo','warning','H-015','Bicycle has no photo','photograph it and put the file in a folder named after it, or name the file after its id','');
INSERT INTO finding VALUES(23,'20261130T230739Z-8c277c','item-without-photo','warning','H-016','Toolbox has no photo','photograph it and put the file in a folder named after it, or name the file after its id','');
CREATE TABLE change (
  id INTEGER NOT NULL PRIMARY KEY,
  run_id TEXT NOT NULL REFERENCES run (id),
  item_id TEXT NOT NULL REFERENCES possession (item_id),
  field TEXT NOT NULL,
  old TEXT,
  new TEXT
) STRICT;
INSERT INTO change VALUES(1,'20261130T230747Z-e0882b','H-010','recipe of 15190f71-d569-58dc-85e3-3f37d7f41e25',NULL,'{"operations":[{"degrees":90,"op":"rotate"}],"version":1}');
CREATE TABLE disposal (
  image_key TEXT NOT NULL PRIMARY KEY REFERENCES image (image_key),
  path TEXT NOT NULL,
  trashed_by_run TEXT NOT NULL REFERENCES run (id),
  deleted_by_run TEXT REFERENCES run (id)
) STRICT;
CREATE INDEX image_perceptual_hash ON image (perceptual_hash);
CREATE INDEX source_file_image ON source_file (image_key);
CREATE UNIQUE INDEX attachment_holding ON attachment (item_id, image_key) WHERE superseded_by_run IS NULL;
CREATE INDEX attachment_image ON attachment (image_key);
CREATE INDEX attachment_item ON attachment (item_id, position);
CREATE UNIQUE INDEX document_holding ON document (item_id, image_key, kind)
  WHERE superseded_by_run IS NULL;
CREATE INDEX document_image ON document (image_key);
CREATE INDEX change_item ON change (item_id, id);
COMMIT;
PRAGMA application_id = 1886352243;
PRAGMA user_version = 1;
