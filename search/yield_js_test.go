package search_test

import (
	"context"
	"syscall/js"
	"testing"

	"github.com/tourmaline-opt/tourmaline/search"
)

// A browser event, such as a click, can cancel a search.
func TestAnEventCancels(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	click := js.FuncOf(func(js.Value, []js.Value) any { cancel(); return nil })
	defer click.Release()
	js.Global().Call("setTimeout", click, 30)
	endsSoon(t, ctx, search.Any(), search.Interrupted)
}
