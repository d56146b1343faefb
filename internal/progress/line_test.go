package progress

import (
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// The most important parts of a line are dropped last.
func TestPartsAreDropped(t *testing.T) {
	f := Reading{Share: new(0.42), Left: new(51.5), Gap: new(0.349), Improvement: new(8.1), Rate: new(1234.0), Quiet: 7.5}
	f.Cost, f.Seconds = 23_423_355, 38.9
	l := Style{Cost: humanize.Cost}
	for width, want := range map[int]string{
		160: "#####.......  42 %  38 s  52 s left  best 23,423,355  gap 0.35 %  8.10 % better than the start  1,234 steps/s  no improvement for 7 s",
		80:  "#####.......  42 %  38 s  52 s left  best 23,423,355  gap 0.35 %  -8.10 %",
		60:  "#####.......  42 %  38 s  52 s left  23,423,355  gap 0.35 %",
		40:  "42 %  52 s left  23,423,355  gap 0.35 %",
		35:  "42 %  38 s  52 s left  23,423,355",
		20:  "42 %  23,423,355",
		10:  "42 %",
		4:   "",
		0:   "",
	} {
		if got := l.Line(f, width); got != want {
			t.Errorf("%d columns: %q, want %q", width, got, want)
		}
	}
	cool := Reading{Cooling: "interrupted", Left: new(0.7)}
	cool.Cost, cool.Seconds = 12, 8.2
	if got := l.Line(cool, 80); got != "finishing  8 s  1 s left  best 12" {
		t.Errorf("cooling: %q", got)
	}
	begin := Reading{Preparing: "neighbour lists", Quiet: 9, Share: new(0.0)}
	begin.Cost, begin.Seconds = 12, 9
	if got := l.Line(begin, 80); got != "preparing: neighbour lists  ............  0 %  9 s  best 12" {
		t.Errorf("preparing: %q", got)
	}
	if got := l.File("a/b.tsp", 30, 40, 9*time.Second, 80); !strings.HasPrefix(got, "reading b.tsp  #########...  75 %  ") {
		t.Errorf("reading: %q", got)
	}
	if got := l.File("-", 3<<20, 0, 9*time.Second, 80); !strings.HasPrefix(got, "reading -  3 MiB  ") {
		t.Errorf("reading a pipe: %q", got)
	}
}

// A line for a log has all parts and no bar.
func TestPlainLines(t *testing.T) {
	s := Style{Cost: humanize.Cost, Blocks: true}
	r := Reading{Share: new(0.999), Rate: new(9.96), Improvement: new(0.009), Quiet: 2}
	r.Cost, r.Seconds = 7, 61.9
	if got, want := s.Plain(r), "99 %  1 min 1 s  best 7  10.0 steps/s"; got != want {
		t.Errorf("%q, expected %q", got, want)
	}
	r.Improvement, r.Quiet, r.Rate = new(0.01), 2.1, new(10.4)
	if got, want := s.Plain(r), "99 %  1 min 1 s  best 7  0.01 % better than the start  10 steps/s  no improvement for 2 s"; got != want {
		t.Errorf("%q, expected %q", got, want)
	}
	r.Preparing = "lists"
	if got := s.Plain(r); !strings.HasPrefix(got, "preparing: lists  99 %") || strings.Contains(got, "no improvement") {
		t.Errorf("while preparing: %q", got)
	}
}

func TestLinesOfFiles(t *testing.T) {
	s := Style{Cost: humanize.Cost}
	for _, c := range []struct {
		read, size int64
		want       string
	}{{0, 40, "reading b  5 s"}, {40, 40, "reading b  ############  100 %  5 s"}, {80, 40, "reading b  ############  100 %  5 s"}, {1, 0, "reading b  1 bytes  5 s"}} {
		if got := s.File("a/b", c.read, c.size, 5*time.Second, 80); got != c.want {
			t.Errorf("%d of %d bytes: %q, expected %q", c.read, c.size, got, c.want)
		}
	}
	if got, want := s.File("a/b", 20, 40, 5*time.Second, 14), "reading  50 %"; got != want {
		t.Errorf("a narrow line is %q, expected %q", got, want)
	}
}
