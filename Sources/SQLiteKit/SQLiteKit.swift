// The first file of SQLiteKit arrives with its first commit.
