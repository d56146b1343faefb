//go:build race

package testkit

// Race reports whether the race detector is enabled. The race detector makes all code ten to twenty
// times slower, so test suites with many cases run only some of each kind. The gate runs all cases
// without the race detector.
const Race = true
