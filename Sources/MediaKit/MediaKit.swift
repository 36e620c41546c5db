// The first file of MediaKit arrives with its first commit.
