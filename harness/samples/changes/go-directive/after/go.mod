module example.org/service

go 1.25.9

toolchain go1.25.9

require golang.org/x/sync v0.16.0
