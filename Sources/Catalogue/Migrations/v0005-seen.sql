-- What the authors of transactions had seen of other logs: a row where that grew. Ids are blobs of their
-- bytes; upto holds from the transaction that begins at seq on. It comes from the logs, which are folded
-- anew for it; the index of files and the record of the album view stay.
CREATE TABLE seen (
  log BLOB NOT NULL,
  other BLOB NOT NULL,
  seq INTEGER NOT NULL,
  upto INTEGER NOT NULL,
  PRIMARY KEY (log, other, seq)
) STRICT, WITHOUT ROWID;
