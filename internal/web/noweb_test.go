//go:build noweb

package web

import "testing"

// A program without the pages has no addresses for them.
func TestLeftOut(t *testing.T) {
	if Included() || len(Routes()) != 0 {
		t.Errorf("the pages are left out, yet they are at %v", Routes())
	}
}
