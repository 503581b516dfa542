module faultlab/caller

go 1.25.0

require golang.org/x/net v0.53.0
