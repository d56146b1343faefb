package term

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/tourmaline-opt/tourmaline/internal/term/termtest"
)

// There is always at most one progress line, which is the last line, and it fits the terminal on
// which it was drawn.
func TestTheLineNeverStacks(t *testing.T) {
	for _, cuts := range []bool{false, true} {
		term := termtest.New(200, cuts)
		s := &Screen{to: term, width: func() int { return term.Width }, foreground: func() bool { return true }}
		parts := []Part{{1, Bar(0.42, true), ""}, {0, "42 %", ""}, {3, "8 s", ""}, {2, "best 23,423,355", "23,423,355"}, {4, "no improvement for 7 s", ""}}
		line := func(width int) string { return Fit(parts, width) }
		s.Show(line, nil)
		notes := 0
		for i, width := range []int{200, 80, 40, 35, 20, 9, 3, 1, 20, 80, 40, 200, 21, 200} {
			term.Resize(width)
			s.draw()
			s.draw()
			if got := utf8.RuneCountInString(line(width)); got >= width {
				t.Errorf("%d columns in %d", got, width)
			}
			lines := term.Text()
			if width > 20 && len(lines) != notes+1 || len(lines) > notes+1 {
				t.Fatalf("cuts %v, width %d: %q", cuts, width, lines)
			}
			if i%3 == 0 {
				_, _ = fmt.Fprintln(s, "a note")
				notes++
			}
		}
		s.draw()
		s.Close()
		for _, line := range term.Text() {
			if line != "a note"[:min(len(line), 6)] { // a narrow terminal may have cut the note
				t.Errorf("left: %q", line)
			}
		}
	}
}

// Block characters are used only on terminals that support UTF-8.
func TestBlocksNeedUTF8(t *testing.T) {
	for _, c := range []struct {
		all, ctype, lang string
		want             bool
	}{{"", "", "de_DE.UTF-8", true}, {"C", "", "de_DE.UTF-8", false}, {"", "en_GB.utf8", "C", true}, {"", "", "", false}} {
		t.Setenv("LC_ALL", c.all)
		t.Setenv("LC_CTYPE", c.ctype)
		t.Setenv("LANG", c.lang)
		if UTF8() != c.want {
			t.Errorf("%+v", c)
		}
	}
	for share, want := range map[float64]string{-1: "░░░░░░░░░░░░", 0.5: "██████░░░░░░", 1: "████████████", 2: "████████████"} {
		if got := Bar(share, true); got != want {
			t.Errorf("%v: %s", share, got)
		}
	}
}

// Several goroutines can write and draw concurrently.
func TestTheScreenIsShared(t *testing.T) {
	term := termtest.New(80, false)
	s := &Screen{to: term, width: func() int { return 80 }, foreground: func() bool { return true }, done: make(chan struct{})}
	s.Show(func(int) string { return "progress" }, nil)
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for j := range 50 {
				s.draw()
				_, _ = fmt.Fprintln(s, "note "+strconv.Itoa(i)+" "+strconv.Itoa(j))
			}
		})
	}
	wg.Wait()
	s.Close()
	s.Close()
	if lines := term.Text(); len(lines) != 200 || slices.ContainsFunc(lines, func(l string) bool { return !strings.HasPrefix(l, "note ") }) {
		t.Errorf("%d lines", len(lines))
	}
}

// Nothing is drawn at the start, in the background, or when there is no line to show.
func TestWhenNothingIsDrawn(t *testing.T) {
	term := termtest.New(80, false)
	foreground := false
	s := &Screen{to: term, width: func() int { return 80 }, foreground: func() bool { return foreground }, delay: time.Hour, began: time.Now()}
	says := func(want ...string) {
		t.Helper()
		s.draw()
		if got := term.Text(); !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	says()
	s.Show(func(int) string { return "progress" }, nil)
	says()
	s.delay = 0
	says()
	foreground = true
	says("progress")
	s.Show(nil, nil)
	says()
}
