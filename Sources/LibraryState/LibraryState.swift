// The first file of LibraryState arrives with its first commit.
