-- Where frames of the logs' segments begin, the first in each 4 KiB of a file, and how many ids, digests and
-- texts the frames before it in the segment have brought: so a transaction can be read without those before
-- it (docs/design/0020-history-speed.md). It comes from the logs, which are folded anew for it.
CREATE TABLE frame (
  log INTEGER NOT NULL,
  segment INTEGER NOT NULL,
  offset INTEGER NOT NULL,
  ids INTEGER NOT NULL,
  digests INTEGER NOT NULL,
  texts INTEGER NOT NULL,
  PRIMARY KEY (log, segment, offset)
) STRICT, WITHOUT ROWID;

-- Which assets ever were part of others (29 is the code of partOf).
CREATE INDEX register_part ON register (a) WHERE kind = 1 AND field = 29;

-- How far back a number of transactions is, in each log, without reading their rows.
DROP INDEX txn_time;
CREATE INDEX txn_time ON txn (hlc, log, seq);
