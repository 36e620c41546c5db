-- Assets of which a file was here and went: a trashed one whose file comes back is wanted again, and one whose
-- file comes here for the first time is not. Of this machine alone, as the index of files is.
CREATE TABLE former (
  asset BLOB NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;
