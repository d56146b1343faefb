package term

import (
	"bytes"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/term/termtest"
)

// A file and a buffer are no terminals: they have no screen, and the width of the caller.
func TestWhatIsNoTerminal(t *testing.T) {
	file, err := os.Create(t.TempDir() + "/f")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	if IsTerminal(file) || IsTerminal(&bytes.Buffer{}) {
		t.Error("a file is a terminal")
	}
	if Columns(file, 70) != 70 || Columns(&bytes.Buffer{}, 60) != 60 {
		t.Errorf("%d and %d columns, expected 70 and 60", Columns(file, 70), Columns(&bytes.Buffer{}, 60))
	}
	var none *Screen
	if s := NewScreen(file, time.Now()); s != none {
		t.Error("a file has a screen")
	}
	none.Show(nil, nil)
	none.Close()
}

func TestHasDisplay(t *testing.T) {
	if runtime.GOOS == "darwin" || runtime.GOOS == "windows" {
		t.Skip("there is always a display")
	}
	for _, c := range []struct {
		x11, wayland string
		want         bool
	}{{"", "", false}, {":0", "", true}, {"", "wayland-0", true}} {
		t.Setenv("DISPLAY", c.x11)
		t.Setenv("WAYLAND_DISPLAY", c.wayland)
		if HasDisplay() != c.want {
			t.Errorf("%+v", c)
		}
	}
}

// Parts are dropped by rank, and the text of a dropped part leaves no gap.
func TestFit(t *testing.T) {
	parts := []Part{{2, "long text", "short"}, {0, "", ""}, {1, "first", ""}}
	for columns, want := range map[int]string{17: "long text  first", 16: "short  first", 13: "short  first", 12: "first", 6: "first", 5: "", 0: "", -3: ""} {
		if got := Fit(parts, columns); got != want {
			t.Errorf("%d columns: %q, expected %q", columns, got, want)
		}
	}
}

// The line that is shown is removed by a write and by Close, and only once.
func TestTheLineIsErased(t *testing.T) {
	term := termtest.New(80, false)
	var raw bytes.Buffer
	s := &Screen{to: &raw, width: func() int { return 80 }, foreground: func() bool { return true }}
	s.Show(func(int) string { return "progress" }, nil)
	s.draw()
	if want := erase + "progress\r"; raw.String() != want {
		t.Errorf("drawn as %q, expected %q", raw.String(), want)
	}
	for range 2 {
		raw.Reset()
		if n, err := s.Write([]byte("note\n")); n != 5 || err != nil {
			t.Errorf("%d bytes, %v", n, err)
		}
	}
	if raw.String() != "note\n" {
		t.Errorf("the second write without a line is %q", raw.String())
	}
	s.to = term
	s.draw()
	s.Close()
	s.draw()
	if lines := term.Text(); len(lines) != 0 {
		t.Errorf("left: %q", lines)
	}
}
