// The first file of TextForms arrives with its first commit.
