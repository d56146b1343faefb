package term

import (
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// A terminal that does not know its width has the width of the caller.
func TestColumnsOfATerminal(t *testing.T) {
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	defer func() { _ = terminal.Close() }()
	if !IsTerminal(terminal) {
		t.Error("a terminal is not recognised")
	}
	for _, columns := range []uint16{0, 1, 100} {
		want := int(columns)
		if want == 0 {
			want = 70
		}
		if err := unix.IoctlSetWinsize(int(terminal.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Col: columns, Row: 24}); err != nil {
			t.Fatal(err)
		}
		if got := Columns(terminal, 70); got != want {
			t.Errorf("a terminal of %d columns: %d, expected %d", columns, got, want)
		}
	}
}
