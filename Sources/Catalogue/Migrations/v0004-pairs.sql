-- Which assets share an identifier, as the photo and the video of one Live Photo do.
CREATE INDEX register_identifier ON register (initial) WHERE field = 'contentIdentifier';

-- asset.add may have three more initial values (docs/design/0018-pairs.md): what was folded without them
-- is folded anew from the logs. The index of files stays.
DELETE FROM meta WHERE key = 'highest';
DELETE FROM log;
DELETE FROM txn;
DELETE FROM touched;
DELETE FROM name;
DELETE FROM content;
DELETE FROM place;
DELETE FROM dot;
DELETE FROM dead;
DELETE FROM register;
DELETE FROM asset;
DELETE FROM version;
DELETE FROM album;
DELETE FROM reference;
