/// Version 1 of the catalog: all its tables. Once released it is never edited; changes are migrations of their own.
///
/// Money is a whole number of the currency's minor unit. Times are UTC, RFC 3339. Names and paths that may be no
/// UTF-8 are blobs (`source_file`) or, in columns of type ANY, text where they are valid and blobs where not.
/// Columns with JSON hold its canonical form: keys in order, no white space.
let migration1 = """
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
  CREATE INDEX image_perceptual_hash ON image (perceptual_hash);

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
  CREATE INDEX source_file_image ON source_file (image_key);

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
  CREATE UNIQUE INDEX attachment_holding ON attachment (item_id, image_key) WHERE superseded_by_run IS NULL;
  CREATE INDEX attachment_image ON attachment (image_key);
  CREATE INDEX attachment_item ON attachment (item_id, position);

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
  CREATE UNIQUE INDEX document_holding ON document (item_id, image_key, kind)
    WHERE superseded_by_run IS NULL;
  CREATE INDEX document_image ON document (image_key);

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

  CREATE TABLE change (
    id INTEGER NOT NULL PRIMARY KEY,
    run_id TEXT NOT NULL REFERENCES run (id),
    item_id TEXT NOT NULL REFERENCES possession (item_id),
    field TEXT NOT NULL,
    old TEXT,
    new TEXT
  ) STRICT;
  CREATE INDEX change_item ON change (item_id, id);

  CREATE TABLE disposal (
    image_key TEXT NOT NULL PRIMARY KEY REFERENCES image (image_key),
    path TEXT NOT NULL,
    trashed_by_run TEXT NOT NULL REFERENCES run (id),
    deleted_by_run TEXT REFERENCES run (id)
  ) STRICT;
  """
