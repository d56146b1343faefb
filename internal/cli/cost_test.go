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

// What reading may cost, as docs/command-line.md says.
const (
	memoryFactor = 40        // bytes for each byte read
	memoryBase   = 128 << 20 // bytes in any case: the program, windows, and the longest row
	doubling     = 2.5       // how many times longer twice the input takes
	unpacked     = 16 << 20  // bytes of a bomb, before its ratio counts
	bombSize     = 32 << 20  // unpacked
)

// A spent is what a child says of itself. Seconds are those of the processor, which other
// processes change less than those on the wall.
type spent struct {
	Seconds float64 `json:"-"`
	Peak    int64
	Fault   string
}

// measure prints what f cost this process.
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

// peakMemory is the most that this process has had in memory.
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

// large is the size of the files whose doubles are read as well.
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
		_, fault, _ := strings.Cut(s.Fault, r.ending) // without the path
		lines = append(lines, fmt.Sprintf("%-14s %-16s %13d %10d MB %8.3f s  %.70s", r.name, what, size, s.Peak>>20, s.Seconds, fault))
	}
	large := r.large(t)
	small := r.honest(min(1<<20, large/2))
	note("honest", len(small), r.run(t, "honest", r.store(t, r.ending, small), len(small)))
	once, twice := r.double(t, "honest", r.honest, large)
	note("honest", large, once)
	note("honest", 2*large, twice)
	if twice.Fault != "" {
		t.Errorf("an honest file is refused: %s", twice.Fault)
	}
	for _, what := range slices.Sorted(maps.Keys(r.hostile)) {
		once, _ := r.double(t, what, r.hostile[what], large)
		note(what, large, once)
		if sample := squeeze(t, r.hostile[what](1<<20)); len(sample) > 2000 {
			continue // it does not shrink enough for a bomb
		}
		bomb := squeeze(t, r.hostile[what](bombSize))
		note(what+", bomb", len(bomb), r.run(t, what+", bomb", r.store(t, r.ending+".zst", bomb), unpacked))
	}
	return lines
}

// double reads a file and one of twice the size. Only a busy machine may take more than
// its time, and not again and again.
func (r reader) double(t *testing.T, what string, file func(int) []byte, size int) (once, twice spent) {
	t.Helper()
	one, two := r.store(t, r.ending, file(size)), r.store(t, r.ending, file(2*size))
	once, twice = r.run(t, what, one, size), r.run(t, what, two, 2*size)
	const brief = 0.4 // seconds: what takes less is hard to compare, and what grows with the square takes more
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

// run reads a file of so many bytes in a process of its own, and checks its memory.
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
	// The race detector has memory of its own.
	if most := int64(memoryBase + memoryFactor*size); s.Peak > most {
		t.Errorf("%s: %d bytes take %d MB, expected at most %d", what, size, s.Peak>>20, most>>20)
	}
	return s
}

// store writes a file. The name of a tour tells the number of cities.
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

// squeeze packs a file as small as it gets.
func squeeze(t *testing.T, data []byte) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedDefault))
	if err != nil {
		t.Fatal(err)
	}
	return w.EncodeAll(data, nil)
}
