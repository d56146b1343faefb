package cli

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// Bounds on the cost of reading, as documented in docs/command-line.md.
const (
	memoryFactor = 40 // bytes of memory for each byte read
	// bytes of memory in any case, for the program, windows and the longest row
	memoryBase = 128 << 20
	doubling   = 2.5      // maximum growth in time when the input doubles
	unpacked   = 16 << 20 // bytes that a bomb may unpack before its compression ratio is checked
	bombSize   = 32 << 20 // bytes, unpacked
)

// A spent is the cost of reading that a child process reports. Seconds is processor time, because
// other processes affect it less than wall-clock time.
type spent struct {
	Seconds float64 `json:"-"`
	Peak    int64
	Fault   string
}

// measure runs f and prints its cost to this process.
func measure(f func() error) {
	err := f()
	s := spent{Peak: peakMemory()}
	if err != nil {
		s.Fault = err.Error()
	}
	if err := json.NewEncoder(os.Stdout).Encode(s); err != nil {
		panic(err)
	}
}

// peakMemory returns the peak memory of this process, in bytes.
func peakMemory() int64 {
	if status, err := os.ReadFile("/proc/self/status"); err == nil {
		if _, after, ok := strings.Cut(string(status), "VmHWM:"); ok {
			kilobytes, err := strconv.ParseInt(strings.Fields(after)[0], 10, 64)
			if err == nil {
				return kilobytes << 10
			}
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys)
}

// large returns the size of the larger files. The test also reads files of twice that size.
func (r reader) large(t *testing.T) int {
	large := 2 << 20
	if text := os.Getenv("TOURMALINE_READ_MB"); text != "" {
		megabytes, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		large = megabytes << 20
	}
	if r.most > 0 {
		large = min(large, r.most/2)
	}
	return large
}

// costs measures one reader and returns the lines of the table.
func (r reader) costs(t *testing.T) (lines []string) {
	note := func(what string, size int, s spent) {
		_, fault, _ := strings.Cut(s.Fault, r.ending) // error message without the path
		lines = append(lines, fmt.Sprintf("%-14s %-16s %13d %10d MB %8.3f s  %.70s", r.name, what, size, s.Peak>>20, s.Seconds, fault))
	}
	large := r.large(t)
	if r.honest != nil {
		small := r.honest(min(1<<20, large/2))
		note("honest", len(small), r.run(t, "honest", r.store(t, r.ending, small), len(small)))
		once, twice := r.double(t, "honest", r.honest, large)
		note("honest", large, once)
		note("honest", 2*large, twice)
		if twice.Fault != "" {
			t.Errorf("an honest file is refused: %s", twice.Fault)
		}
	}
	for _, what := range slices.Sorted(maps.Keys(r.hostile)) {
		once, _ := r.double(t, what, r.hostile[what], large)
		note(what, large, once)
		if sample := squeeze(t, r.hostile[what](1<<20)); len(sample) > 2000 {
			continue // the file does not compress well enough for a bomb
		}
		bomb := squeeze(t, r.hostile[what](bombSize))
		note(what+", bomb", len(bomb), r.run(t, what+", bomb", r.store(t, r.ending+".zst", bomb), unpacked))
	}
	return lines
}

// double reads a file and a file of twice the size, and checks the growth in time. Because a busy
// machine may be slow, it repeats a slow measurement up to ten times.
func (r reader) double(t *testing.T, what string, file func(int) []byte, size int) (once, twice spent) {
	t.Helper()
	one, two := r.store(t, r.ending, file(size)), r.store(t, r.ending, file(2*size))
	once, twice = r.run(t, what, one, size), r.run(t, what, two, 2*size)
	// in seconds; shorter times are hard to compare, and quadratic growth takes longer
	const brief = 0.4
	late := func() bool { return twice.Seconds > brief && twice.Seconds > doubling*once.Seconds }
	for range 10 {
		if !late() {
			return once, twice
		}
		once, twice = once.faster(r.run(t, what, one, size)), twice.faster(r.run(t, what, two, 2*size))
	}
	if late() {
		t.Errorf("%s: %d bytes take %.3f s, half of them %.3f s: expected at most %.1f times as long", what, 2*size, twice.Seconds, once.Seconds, doubling)
	}
	return once, twice
}

func (s spent) faster(other spent) spent {
	if other.Seconds < s.Seconds {
		return other
	}
	return s
}

// run reads a file of the given size in a separate process and checks its memory.
func (r reader) run(t *testing.T, what, path string, size int) (s spent) {
	t.Helper()
	child := exec.CommandContext(t.Context(), "readcost", r.name, path)
	out, err := child.Output()
	if err == nil {
		err = json.Unmarshal(out, &s)
		s.Seconds = (child.ProcessState.UserTime() + child.ProcessState.SystemTime()).Seconds()
	}
	if err != nil {
		t.Fatalf("%s: %v %s", what, err, out)
	}
	// This test is built only without the race detector, which needs additional memory.
	if most := int64(memoryBase + memoryFactor*size); s.Peak > most {
		t.Errorf("%s: %d bytes take %d MB, expected at most %d", what, size, s.Peak>>20, most>>20)
	}
	return s
}

// store writes a file. The file name of a tour contains the number of cities.
func (r reader) store(t *testing.T, ending string, data []byte) string {
	t.Helper()
	name := "file"
	if ending == ".tour" && strings.HasPrefix(string(data[:4]), "TYPE") {
		name += "=" + strconv.Itoa(strings.Count(string(data), "\n")-4)
	}
	path := filepath.Join(t.TempDir(), name+ending)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// squeeze compresses a file.
func squeeze(t *testing.T, data []byte) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedDefault))
	if err != nil {
		t.Fatal(err)
	}
	return w.EncodeAll(data, nil)
}
