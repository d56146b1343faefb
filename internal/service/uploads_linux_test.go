//go:build figures

package service_test

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// largest returns a TSPLIB file of 10 million cities and almost 256 MiB, the default limits of an
// upload.
func largest(number int) io.Reader {
	r, w := io.Pipe()
	go func() {
		const n = 10_000_000
		to := bufio.NewWriter(w)
		fmt.Fprintf(to, "NAME: largest\nTYPE: TSP\nCOMMENT: %d\nDIMENSION: %d\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n", number, n)
		line := make([]byte, 0, 32)
		for i := range uint32(n) {
			line = strconv.AppendUint(line[:0], uint64(i+1), 10)
			for _, v := range []uint32{i * 2654435761, i * 2246822519} {
				line = append(line, ' ')
				line = strconv.AppendUint(line, uint64(10_000_000+v%80_000_000), 10)
			}
			_, _ = to.Write(append(line, '\n')) // Flush returns the error
		}
		fmt.Fprintln(to, "EOF")
		_ = w.CloseWithError(to.Flush())
	}()
	return r
}

// private returns the resident memory of the process that is not backed by files, and all of it, in
// MB. The system can reclaim mapped files.
func (p process) private(t *testing.T) (own, all float64) {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	field := func(name string) float64 {
		_, rest, _ := strings.Cut(string(text), name)
		kb, err := strconv.ParseFloat(strings.Fields(rest)[0], 64)
		if err != nil {
			t.Fatal(err)
		}
		return kb * 1024 / 1e6
	}
	return field("RssAnon:"), field("VmRSS:")
}

// watched runs do and returns the peak of the memory of the process.
func (p process) watched(t *testing.T, do func()) (own, all float64) {
	t.Helper()
	done := make(chan struct{})
	var sampling sync.WaitGroup
	sampling.Go(func() {
		tick := time.NewTicker(10 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				a, b := p.private(t)
				own, all = max(own, a), max(all, b)
			}
		}
	})
	do()
	close(done)
	sampling.Wait()
	return own, all
}

// confine puts the process into a control group with a limit of memory, which includes the files
// that it has read and written. It returns the file with the highest use of the group in bytes, or
// "" if the system does not allow it. The program itself was read before, and belongs to no group.
func (p process) confine(t *testing.T, limit int64) (peak string) {
	t.Helper()
	for _, c := range []struct{ root, file, peak string }{
		{"/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.max_usage_in_bytes"},
		{"/sys/fs/cgroup", "memory.max", "memory.peak"},
	} {
		group := filepath.Join(c.root, fmt.Sprint("tourmaline-", p.Process.Pid))
		if os.Mkdir(group, 0o755) != nil {
			continue
		}
		t.Cleanup(func() { _ = os.Remove(group) })
		write := func(name string, value int64) error {
			return os.WriteFile(filepath.Join(group, name), []byte(fmt.Sprint(value)), 0o644)
		}
		if write(c.file, limit) == nil && write("cgroup.procs", int64(p.Process.Pid)) == nil {
			return filepath.Join(group, c.peak)
		}
	}
	return ""
}

// transferLimit is the memory in which a server can carry sixteen large uploads or downloads.
const transferLimit = 1 << 30

// downloadLargest downloads an instance and compares its hash.
func (s served) downloadLargest(t *testing.T, hash string) {
	a, err := http.Get(s.url + "/v1/instances/" + hash + "/file")
	if err != nil {
		t.Error(err)
		return
	}
	defer a.Body.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, a.Body); err != nil || a.StatusCode != http.StatusOK || "sha256:"+hex.EncodeToString(sum.Sum(nil)) != hash {
		t.Errorf("%s, %v: expected the data of %s", a.Status, err, hash)
	}
}

// uploadLargest uploads a file until the server is not busy, and returns the hash.
func (s served) uploadLargest(t *testing.T, number int) string {
	for {
		a, err := http.Post(s.url+"/v1/instances?file=largest.tsp", "application/octet-stream", largest(number))
		if err != nil {
			t.Error(err)
			return ""
		}
		_, err = io.Copy(io.Discard, a.Body)
		_ = a.Body.Close()
		switch {
		case err == nil && a.StatusCode == http.StatusCreated:
			return strings.TrimPrefix(a.Header.Get("Location"), "/v1/instances/")
		case err != nil || a.StatusCode != http.StatusServiceUnavailable:
			t.Error(a.Status, err)
			return ""
		}
	}
}

// A server that the system limits to 1 GiB of memory, files included, carries sixteen concurrent
// uploads of almost 256 MiB, and then sixteen downloads. A job of 10 million cities is submitted
// without reading its file again.
func TestUploadFigures(t *testing.T) {
	t.Setenv("GOMEMLIMIT", "800MiB") // as the server sets it itself if it starts with this limit
	s := serve(t, command(t), t.TempDir(), "--slots", "0")
	peak := s.confine(t, transferLimit)
	if peak == "" {
		t.Log("this system allows no control group: the memory is measured, not limited")
	}
	hashes := make([]string, 16)
	s.measure(t, "upload of 10 million cities", func() { hashes[0] = s.uploadLargest(t, 0) })
	for range 2 {
		job := fmt.Sprintf(`{"instance":%q,"file":"largest.tsp","settings":{"time_limit":"1s"}}`, hashes[0])
		s.measure(t, "submission", func() {
			if _, err := s.submit(job, false); err != nil {
				t.Error(err)
			}
		})
	}
	all := func(do func(i int)) {
		var wg sync.WaitGroup
		for i := range hashes {
			wg.Go(func() { do(i) })
		}
		wg.Wait()
	}
	s.measure(t, "16 uploads of 10 million cities", func() { all(func(i int) { hashes[i] = s.uploadLargest(t, i+1) }) })
	s.measure(t, "16 downloads of 10 million cities", func() { all(func(i int) { s.downloadLargest(t, hashes[i]) }) })
	if peak != "" {
		checkPeak(t, peak)
	}
}

// checkPeak logs the highest use of a control group, which must not exceed transferLimit.
func checkPeak(t *testing.T, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	most, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%.0f MB at most in the control group", float64(most)/1e6)
	if most > transferLimit {
		t.Errorf("%d bytes in the control group, expected at most %d", most, transferLimit)
	}
}

// measure logs the time and the peak memory of a request. Memory that is not backed by files must
// stay below transferLimit.
func (s served) measure(t *testing.T, what string, do func()) {
	t.Helper()
	began := time.Now()
	own, all := s.watched(t, do)
	t.Logf("%s: %.1f s, %.0f MB of memory, %.0f MB with mapped files", what, time.Since(began).Seconds(), own, all)
	if own > transferLimit/1e6 {
		t.Errorf("%.0f MB of memory, expected at most 1 GiB", own)
	}
}
