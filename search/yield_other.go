//go:build !wasm

package search

import "context"

// yielding is the context itself: other goroutines have threads of their own.
func yielding(ctx context.Context) context.Context { return ctx }
