// The first file of Platform arrives with its first commit.
