// The first file of FolderWatching arrives with its first commit.
