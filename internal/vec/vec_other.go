//go:build !amd64 || noasm

package vec

// available lists the implementations that run on this machine: the Go twins.
func available() []routines { return []routines{plain} }
