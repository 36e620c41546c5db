-- What stands in the album view in the place of a link, where that is a file itself (view.link = hard, copy,
-- reflink): view_entry.text begins with a NUL then (docs/design/0021-view-links.md), and these tell the file
-- from others. All NULL for a link. A hard link has 0 for size and times, which are those of the other name.
-- made is 1 where the program made it for certain: nothing else is ever unlinked.
ALTER TABLE view_entry ADD COLUMN inode INTEGER;
ALTER TABLE view_entry ADD COLUMN size INTEGER;
ALTER TABLE view_entry ADD COLUMN mtime_ns INTEGER;
ALTER TABLE view_entry ADD COLUMN ctime_ns INTEGER;
ALTER TABLE view_entry ADD COLUMN made INTEGER;
