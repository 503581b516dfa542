//go:build !cgo || netgo

package scenario

const cgo = false
