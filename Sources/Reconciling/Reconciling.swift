// The first file of Reconciling arrives with its first commit.
