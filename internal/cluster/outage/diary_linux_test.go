package outage

import (
	"bufio"
	"encoding/json"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
)

// A diary is what all processes of a test have logged.
type diary struct {
	mu    sync.Mutex
	lines []string
	ended map[string]int             // how often a worker wrote the end of a job
	said  map[string]int             // by message
	begin map[string]map[string]bool // by process: the jobs that it began
}

func newDiary(t *testing.T) *diary {
	t.Helper()
	d := &diary{ended: map[string]int{}, said: map[string]int{}, begin: map[string]map[string]bool{}}
	t.Cleanup(func() {
		if t.Failed() {
			d.mu.Lock()
			defer d.mu.Unlock()
			for _, line := range d.lines[max(0, len(d.lines)-400):] {
				t.Log(line)
			}
		}
	})
	return d
}

func (d *diary) write(name string, from io.Reader) {
	for lines := bufio.NewScanner(from); lines.Scan(); {
		d.add(name, lines.Bytes())
	}
}

func (d *diary) add(name string, line []byte) {
	var entry struct{ Msg, Job string }
	_ = json.Unmarshal(line, &entry) // a panic is no JSON
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lines = append(d.lines, name+" "+string(line))
	d.said[entry.Msg]++
	switch entry.Msg {
	case "ended":
		d.ended[entry.Job]++
	case "started":
		if d.begin[name] == nil {
			d.begin[name] = map[string]bool{}
		}
		d.begin[name][entry.Job] = true
	}
}

// endings is how often each job has ended.
func (d *diary) endings() map[string]int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return maps.Clone(d.ended)
}

// begun is how many of some jobs a worker has begun.
func (d *diary) begun(worker string, jobs map[string]bool) (n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for id := range jobs {
		if d.begin[worker][id] {
			n++
		}
	}
	return n
}

// logged returns how often a message was logged.
func (d *diary) logged(message string) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.said[message]
}

// mentions reports whether any process has logged some words.
func (d *diary) mentions(words string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.ContainsFunc(d.lines, func(line string) bool { return strings.Contains(line, words) })
}
