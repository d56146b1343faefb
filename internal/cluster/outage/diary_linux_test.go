package outage

import (
	"bufio"
	"encoding/json"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// A diary collects the log lines of all processes in a test.
type diary struct {
	mu    sync.Mutex
	lines []string
	ended map[string]int             // number of times that a worker logged the end of each job
	said  map[string]int             // number of log lines for each message
	begin map[string]map[string]bool // jobs that each process started
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
			// go test -artifacts keeps the whole diary.
			name := filepath.Join(t.ArtifactDir(), "diary.log")
			if err := os.WriteFile(name, []byte(strings.Join(d.lines, "\n")), 0o644); err != nil {
				t.Error(err)
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
	_ = json.Unmarshal(line, &entry) // fails for a panic, which is not JSON
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

// endings returns the number of times that each job has ended.
func (d *diary) endings() map[string]int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return maps.Clone(d.ended)
}

// begun returns the number of the given jobs that a worker has started.
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

// logged returns the number of times that a message was logged.
func (d *diary) logged(message string) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.said[message]
}

// about returns the log lines that contain the given words.
func (d *diary) about(words string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return strings.Join(slices.DeleteFunc(slices.Clone(d.lines), func(line string) bool { return !strings.Contains(line, words) }), "\n")
}

// mentions reports whether any process has logged the given words.
func (d *diary) mentions(words string) bool {
	return d.about(words) != ""
}
