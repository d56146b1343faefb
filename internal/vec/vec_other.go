//go:build !amd64 || noasm

package vec

// available returns the implementations that run on this machine: only the Go twins.
func available() []routines { return []routines{plain} }
