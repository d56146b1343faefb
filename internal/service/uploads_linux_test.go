//go:build figures

package service_test

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
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

// Sixteen concurrent uploads of almost 256 MiB take less than 1 GiB of memory, not counting mapped
// files. A job of 10 million cities is submitted without reading its file again.
func TestUploadFigures(t *testing.T) {
	s := serve(t, command(t), t.TempDir(), "--slots", "0")
	var hash string
	began := time.Now()
	own, all := s.watched(t, func() { hash = s.uploadLargest(t, 0) })
	t.Logf("upload of 10 million cities: %.1f s, %.0f MB of memory, %.0f MB with mapped files", time.Since(began).Seconds(), own, all)
	for range 2 {
		began = time.Now()
		job := fmt.Sprintf(`{"instance":%q,"file":"largest.tsp","settings":{"time_limit":"1s"}}`, hash)
		if _, err := s.submit(job, false); err != nil {
			t.Error(err)
		}
		t.Logf("submission: %.2f s", time.Since(began).Seconds())
	}
	began = time.Now()
	own, all = s.watched(t, func() {
		var uploads sync.WaitGroup
		for i := range 16 {
			uploads.Go(func() { s.uploadLargest(t, i+1) })
		}
		uploads.Wait()
	})
	t.Logf("16 uploads of 10 million cities: %.0f s, %.0f MB of memory, %.0f MB with mapped files", time.Since(began).Seconds(), own, all)
	if own > 1<<30/1e6 {
		t.Errorf("%.0f MB of memory, expected at most 1 GiB", own)
	}
}
