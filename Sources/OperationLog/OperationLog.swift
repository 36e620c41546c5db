// The first file of OperationLog arrives with its first commit.
