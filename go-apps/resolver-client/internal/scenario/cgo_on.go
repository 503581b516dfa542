//go:build cgo && !netgo

package scenario

// cgo tells whether GODEBUG=netdns=cgo can be obeyed; package net falls back silently otherwise.
const cgo = true
