//go:build !wasm

package search

import "context"

// yielding returns ctx unchanged, because other goroutines run on other threads.
func yielding(ctx context.Context) context.Context { return ctx }
