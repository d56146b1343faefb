//go:build !race

package testkit

// Race reports whether the race detector is on, which makes everything ten to twenty
// times slower: suites over many cases then take some of each kind, and the gate runs
// all of them without it.
const Race = false
