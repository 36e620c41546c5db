// The first file of Catalogue arrives with its first commit.
