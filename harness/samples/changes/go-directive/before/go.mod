module example.org/service

go 1.24.0

require golang.org/x/sync v0.16.0
