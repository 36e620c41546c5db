// The first file of Hashing arrives with its first commit.
