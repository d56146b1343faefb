package protocol

import (
	"errors"
	"fmt"
	"testing"
)

// An error arrives at a worker with its text, which contains nothing twice.
func TestErrorsArrive(t *testing.T) {
	for _, c := range codes {
		for _, sent := range []error{c.err, fmt.Errorf("%w: the reason", c.err), fmt.Errorf("job 7: %w", c.err)} {
			got := decodeError(encodeError(sent))
			want := sent.Error()
			if want == "job 7: "+c.err.Error() {
				want = c.err.Error() + ": " + want
			}
			if !errors.Is(got, c.err) || got.Error() != want {
				t.Errorf("%q, expected %q", got, want)
			}
		}
	}
	if got := decodeError(encodeError(errors.New("unknown"))); !errors.Is(got, ErrUnavailable) || got.Error() != ErrUnavailable.Error()+": unknown" {
		t.Errorf("%q", got)
	}
}
