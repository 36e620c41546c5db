-- Which assets share an identifier, as the photo and the video of one Live Photo do.
CREATE INDEX register_identifier ON register (initial) WHERE field = 'contentIdentifier';

-- asset.add may have three more initial values (docs/design/0018-pairs.md): what was folded without them
-- is folded anew from the logs. The index of files stays.
