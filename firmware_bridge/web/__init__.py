"""The page: the board for people with a browser, served by the daemon itself."""
