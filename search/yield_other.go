//go:build !wasm

package search

import "context"

// yielding returns the context itself: other goroutines have their own threads.
func yielding(ctx context.Context) context.Context { return ctx }
