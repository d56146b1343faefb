//go:build !race

package server_test

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/server"
)

// privateMemory returns the memory of this process that is not backed by files, in bytes. The
// system can reclaim the other part, such as mapped uploads.
func privateMemory(t *testing.T) int64 {
	t.Helper()
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "RssAnon:")
	kb, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return kb << 10
}

// grid returns a TSPLIB file of about the given size, which takes no memory. The comment makes it
// unique.
func grid(size, number int) io.Reader {
	r, w := io.Pipe()
	go func() {
		n := size / len("1234567 1234567 1234567\n")
		to := bufio.NewWriter(w)
		fmt.Fprintf(to, "NAME: grid\nTYPE: TSP\nCOMMENT: %d\nDIMENSION: %d\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n", number, n)
		for i := range n {
			fmt.Fprintf(to, "%07d %07d %07d\n", i+1, i/1000, i%1000)
		}
		fmt.Fprintln(to, "EOF")
		_ = w.CloseWithError(to.Flush()) // cannot fail
	}()
	return r
}

// Concurrent uploads take the memory that parsing may take, whatever their number: no upload is
// held in memory. The uploads are 16 files of 8 MiB, with 32 MiB of memory for parsing. The full
// size is measured by TestUploadFigures of package service.
func TestUploadsTakeLittleMemory(t *testing.T) {
	const (
		uploads = 16
		size    = 8 << 20
		most    = 256 << 20
	)
	s := start(t, 0, server.Options{Limits: server.Limits{Uploads: uploads, Parsing: 32 << 20, Cache: 16 << 20}, Log: slog.New(slog.NewTextHandler(t.Output(), nil))})
	debug.FreeOSMemory()
	before, peak := privateMemory(t), int64(0)
	done := make(chan struct{})
	var sampling sync.WaitGroup
	sampling.Go(func() {
		for tick := time.NewTicker(5 * time.Millisecond); ; {
			select {
			case <-done:
				tick.Stop()
				return
			case <-tick.C:
				peak = max(peak, privateMemory(t)-before)
			}
		}
	})
	var uploading sync.WaitGroup
	for i := range uploads {
		uploading.Go(func() {
			a, err := http.Post(s.url+"/v1/instances?file=grid.tsp", "application/octet-stream", grid(size, i))
			if err != nil {
				t.Error(err)
				return
			}
			if a.StatusCode != 201 {
				t.Error(a.Status)
			}
			_ = a.Body.Close()
		})
	}
	uploading.Wait()
	close(done)
	sampling.Wait()
	t.Logf("%d MiB for %d uploads of %d MiB", peak>>20, uploads, size>>20)
	if peak > most {
		t.Errorf("%d MiB for %d uploads of %d MiB, expected at most %d MiB", peak>>20, uploads, size>>20, most>>20)
	}
}

// Clients that read a large file slowly hold a few chunks of it, not the whole file.
func TestSlowReadersHoldLittleMemory(t *testing.T) {
	const readers, size, most = 24, 40 << 20, 200 << 20
	s := start(t, 0, server.Options{})
	data := make([]byte, size)
	_, _ = rand.Read(data)
	hash := job.Hash(data)
	if _, err := s.store.PutInstance(t.Context(), "default", "a.csv", data); err != nil {
		t.Fatal(err)
	}
	before := heap()
	var conns []net.Conn
	for range readers {
		conns = append(conns, s.dial(t, "GET /v1/instances/"+hash+"/file HTTP/1.1\r\nHost: localhost\r\n\r\n"))
	}
	for _, conn := range conns {
		if _, err := io.ReadFull(conn, make([]byte, 64<<10)); err != nil {
			t.Fatal(err)
		}
	}
	if held := heap() - before; held > most {
		t.Errorf("%d readers hold %d MiB, expected at most %d MiB", readers, held>>20, most>>20)
	}
	if a := s.ask(t, "GET", "/v1/instances/"+hash+"/file", ""); a.StatusCode != 200 || !bytes.Equal(a.body, data) || a.Header.Get("Content-Length") != fmt.Sprint(size) {
		t.Errorf("%s, %d bytes", a.Status, len(a.body))
	}
}
