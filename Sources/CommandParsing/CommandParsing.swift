// The first file of CommandParsing arrives with its first commit.
