// Package tiny has tests with known gaps.
package tiny

import "errors"

// Largest is tested well, save for ties, where the mutant is no other function.
func Largest(a, b int) int {
	if a > b {
		return a
	}
	return b
}

// Checked has a test that looks at the error, and none at the boundary.
func Checked(n int) error {
	if n < 10 {
		return nil
	}
	return errors.New("too large")
}

// Countdown ends, or its test does not.
func Countdown(n int) (steps int) {
	for n != 0 {
		n--
		steps++
	}
	return steps
}

// Greeting is a text: a difference of texts does not compile.
func Greeting(name string) string {
	return "hello " + name
}

// Untested is not tested.
func Untested(flags uint) bool {
	return flags&4 != 0
}

// Sign has no test that enters the case, but one that evaluates its condition.
func Sign(n int) string {
	switch {
	case n < 0:
		return "negative"
	}
	return "other"
}
