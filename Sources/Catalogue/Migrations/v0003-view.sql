-- The album view as it was when it and the albums last agreed, with what was under way since. Ids are
-- blobs of their bytes. standing: 0 settled, 1 being made, 2 being removed, 3 stray, 4 removed by a
-- person, 5 withheld (docs/design/0013-album-view.md).

-- Directories of albums and folders. parent is the folder whose directory it is in, NULL at the top;
-- next_name is not NULL while it is being moved.
CREATE TABLE view_directory (
  album BLOB PRIMARY KEY,
  parent BLOB,
  name BLOB NOT NULL,
  title TEXT NOT NULL,
  inode INTEGER NOT NULL,
  birth_ns INTEGER,
  standing INTEGER NOT NULL,
  next_parent BLOB,
  next_name BLOB,
  next_title TEXT
) STRICT, WITHOUT ROWID;

-- What stands for a reference in an album's directory. text is what the link says, NULL for a copy;
-- ours is 1 for a link that the program made.
CREATE TABLE view_entry (
  album BLOB NOT NULL,
  asset BLOB NOT NULL,
  name BLOB NOT NULL,
  text BLOB,
  ours INTEGER NOT NULL,
  standing INTEGER NOT NULL,
  next_name BLOB,
  PRIMARY KEY (album, asset)
) STRICT, WITHOUT ROWID;

-- Names that stand for nothing, by the directory's path below the view, each ended by a NUL.
CREATE TABLE view_stray (path BLOB PRIMARY KEY, names BLOB NOT NULL) STRICT, WITHOUT ROWID;

-- Files in the view that were read, by their path relative to the root. content is NULL for what is no
-- photo or video.
CREATE TABLE view_file (
  path BLOB PRIMARY KEY,
  inode INTEGER NOT NULL,
  size INTEGER NOT NULL,
  mtime_ns INTEGER NOT NULL,
  ctime_ns INTEGER NOT NULL,
  content BLOB
) STRICT, WITHOUT ROWID;
