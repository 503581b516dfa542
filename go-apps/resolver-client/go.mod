module faultlab/resolver-client

go 1.24.0

require (
	golang.org/x/net v0.50.0
	golang.org/x/sync v0.19.0
)
