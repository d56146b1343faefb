//go:build noweb

package web

import "testing"

// A program built without the pages has no routes for them.
func TestLeftOut(t *testing.T) {
	if Included() || len(Routes()) != 0 {
		t.Errorf("built without the pages, but they have the routes %v", Routes())
	}
}
