module ossauth

go 1.18
