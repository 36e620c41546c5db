// Scoped temporary directories and other aids of the tests.
