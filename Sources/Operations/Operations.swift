// The first file of Operations arrives with its first commit.
