// Package interrupted has a test that interrupts the process that runs it.
package interrupted

// Double returns twice n.
func Double(n int) int { return n + n }

// Square returns n times n.
func Square(n int) int { return n * n }
