package searchtest

import (
	"fmt"
	"strings"
	"testing"
)

// judged records the message of a failed test.
type judged struct {
	testing.TB
	fatal string
}

func (*judged) Helper() {}

func (j *judged) Fatalf(format string, args ...any) { j.fatal = fmt.Sprintf(format, args...) }

func TestANeighbourhoodWithoutMovesIsTold(t *testing.T) {
	for count, words := range []string{"Len() = 0, expected at least one move", ""} {
		var j judged
		hasMoves(&j, count)
		if !strings.HasPrefix(j.fatal, words) || (words == "") != (j.fatal == "") {
			t.Errorf("%d moves: %q, want %q", count, j.fatal, words)
		}
	}
}
