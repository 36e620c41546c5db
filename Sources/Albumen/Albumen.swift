// The first file of Albumen arrives with its first commit.
