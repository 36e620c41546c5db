-- The catalogue of a library: the fold of all its logs, and the index of its files.
-- It is a cache; docs/formats/catalogue.md says how it is kept and when it is made anew.

-- Single facts: library, highest, base.
CREATE TABLE meta (key TEXT PRIMARY KEY, value ANY) STRICT, WITHOUT ROWID;

-- Logs that stand here or are named by something here, and how far each has been delivered: the
-- chain there, and where in the log's files the next transaction begins.
CREATE TABLE log (
  id INTEGER PRIMARY KEY,
  log BLOB NOT NULL UNIQUE,
  seq INTEGER NOT NULL DEFAULT 0,
  chain BLOB,
  segment INTEGER NOT NULL DEFAULT 0,
  offset INTEGER NOT NULL DEFAULT 0,
  waived INTEGER
) STRICT;

-- One row a delivered transaction. hlc has its highest bit flipped, so that signed order is that of
-- the unsigned numbers; chain is the first eight bytes of the chain behind it; effects counts its
-- operations by kind: a byte for the kind (0 for one that is unknown) and a varint, for each.
CREATE TABLE txn (
  id INTEGER PRIMARY KEY,
  log INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  last INTEGER NOT NULL,
  hlc INTEGER NOT NULL,
  wall INTEGER NOT NULL,
  origin TEXT,
  label TEXT NOT NULL,
  undoes_log INTEGER,
  undoes_seq INTEGER,
  chain INTEGER NOT NULL,
  segment INTEGER NOT NULL,
  offset INTEGER NOT NULL,
  effects BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX txn_seq ON txn (log, seq);
CREATE INDEX txn_time ON txn (hlc);

-- Which transactions concern an asset or an album (kind as in dot).
CREATE TABLE touched (
  kind INTEGER NOT NULL,
  entity INTEGER NOT NULL,
  txn INTEGER NOT NULL,
  PRIMARY KEY (kind, entity, txn)
) STRICT, WITHOUT ROWID;

-- Texts and ids that rows elsewhere name by a number.
CREATE TABLE name (id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE) STRICT;
CREATE TABLE content (id INTEGER PRIMARY KEY, content BLOB NOT NULL UNIQUE) STRICT;
CREATE TABLE place (id INTEGER PRIMARY KEY, place BLOB NOT NULL UNIQUE) STRICT;

-- Sets. kind: 1 an asset's life (a = asset), 2 its purges (a = asset), 3 a tag (a = asset, b = name),
-- 4 an album's life (a = album), 5 a reference (a = album, b = asset), 6 a copy (a = content,
-- b = place); 7 is a log, which has registers only. What is not used is 0.
CREATE TABLE dot (
  kind INTEGER NOT NULL,
  a INTEGER NOT NULL,
  b INTEGER NOT NULL,
  log INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (kind, a, b, log, seq)
) STRICT, WITHOUT ROWID;

-- Dots that a removal named before they came.
CREATE TABLE dead (
  kind INTEGER NOT NULL,
  a INTEGER NOT NULL,
  b INTEGER NOT NULL,
  log INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (kind, a, b, log, seq)
) STRICT, WITHOUT ROWID;

-- Registers. field: the code of a name that format 1 knows, else its text. The greatest write and
-- the smallest initial value, each with its stamp; where there is none, the stamp is NULL.
CREATE TABLE register (
  kind INTEGER NOT NULL,
  a INTEGER NOT NULL,
  b INTEGER NOT NULL,
  field ANY NOT NULL,
  written_hlc INTEGER,
  written_log INTEGER,
  written_seq INTEGER,
  written ANY,
  initial_hlc INTEGER,
  initial_log INTEGER,
  initial_seq INTEGER,
  initial ANY,
  PRIMARY KEY (kind, a, b, field)
) STRICT, WITHOUT ROWID;

-- Assets. alive and purged count dots. captured and filename are what shows where it is a text, else
-- an empty blob, which sorts behind all texts; part_of is the asset it names as its whole.
CREATE TABLE asset (
  id INTEGER PRIMARY KEY,
  asset BLOB NOT NULL UNIQUE,
  known INTEGER NOT NULL DEFAULT 0,
  alive INTEGER NOT NULL DEFAULT 0,
  purged INTEGER NOT NULL DEFAULT 0,
  captured ANY NOT NULL DEFAULT x'',
  filename ANY NOT NULL DEFAULT x'',
  part_of BLOB
) STRICT;
CREATE INDEX asset_living ON asset (captured, filename, asset) WHERE alive > 0;
CREATE INDEX asset_gone ON asset (captured, filename, asset) WHERE alive = 0 AND known = 1;
CREATE INDEX asset_part ON asset (part_of) WHERE part_of IS NOT NULL;

-- Every content that an asset was ever given after its first.
CREATE TABLE version (
  content BLOB NOT NULL,
  asset INTEGER NOT NULL,
  PRIMARY KEY (content, asset)
) STRICT, WITHOUT ROWID;

-- Albums and folders. alive counts dots; created is the smallest stamp of its creations; title,
-- folder and parent are what its registers say.
CREATE TABLE album (
  id INTEGER PRIMARY KEY,
  album BLOB NOT NULL UNIQUE,
  known INTEGER NOT NULL DEFAULT 0,
  alive INTEGER NOT NULL DEFAULT 0,
  created_hlc INTEGER,
  created_log INTEGER,
  created_seq INTEGER,
  title ANY NOT NULL DEFAULT x'',
  folder INTEGER NOT NULL DEFAULT 0,
  parent BLOB
) STRICT;
CREATE INDEX album_title ON album (title);

-- References. alive counts dots; position is what shows.
CREATE TABLE reference (
  album INTEGER NOT NULL,
  asset INTEGER NOT NULL,
  alive INTEGER NOT NULL DEFAULT 0,
  position BLOB,
  PRIMARY KEY (album, asset)
) STRICT, WITHOUT ROWID;
CREATE INDEX reference_order ON reference (album, position IS NULL, position) WHERE alive > 0;
CREATE INDEX reference_asset ON reference (asset, album) WHERE alive > 0;

-- The files as they were when folder and albums last agreed. Times are nanoseconds since 1970 UTC.
CREATE TABLE file (
  id INTEGER PRIMARY KEY,
  path BLOB NOT NULL UNIQUE,
  inode INTEGER NOT NULL,
  size INTEGER NOT NULL,
  mtime_ns INTEGER NOT NULL,
  ctime_ns INTEGER NOT NULL,
  birth_ns INTEGER,
  content BLOB NOT NULL,
  asset BLOB NOT NULL,
  hashed_at_ns INTEGER NOT NULL
) STRICT;
CREATE INDEX file_asset ON file (asset);
