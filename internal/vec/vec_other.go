//go:build !amd64 || noasm

package vec

// available lists what runs on this machine: the twins.
func available() []routines { return []routines{plain} }
