package server

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/api"
)

// A slowReader records the write deadline.
type slowReader struct {
	*httptest.ResponseRecorder
	until time.Time
}

func (s *slowReader) SetWriteDeadline(at time.Time) error {
	s.until = at
	return nil
}

// A client that reads a file in many parts has as much time in total as for a single part of the
// same total size.
func TestFilesAreReadInTime(t *testing.T) {
	const parts = 100
	reader := &slowReader{ResponseRecorder: httptest.NewRecorder()}
	c := &call{ResponseWriter: reader, timeout: defaultTimeout}
	w := &pacedWriter{call: c}
	part := make([]byte, minRate) // each part adds one second
	for i := range parts {
		before := time.Now()
		if _, err := w.Write(part); err != nil {
			t.Fatal(err)
		}
		if left := reader.until.Sub(before); left < defaultTimeout {
			t.Fatalf("part %d: %v are left, expected at least %v", i, left, defaultTimeout)
		}
		w.waited = time.Duration(i+1) * time.Second // replaces the measured waiting time
	}
	w.waited += defaultTimeout
	if _, err := w.Write(part); err != nil || reader.until.After(time.Now().Add(2*time.Second)) {
		t.Errorf("%v are left to a reader that is too slow, %v", time.Until(reader.until), err)
	}
	if c.bytes != (parts+1)*minRate || c.status != 200 {
		t.Errorf("%d bytes, status %d", c.bytes, c.status)
	}
}

// A pausingReader takes a while for each part.
type pausingReader struct {
	slowReader
	pause time.Duration
	conn  *connection
	busy  int32 // requests for which the server seems to be working during a write
}

func (p *pausingReader) Write(data []byte) (int, error) {
	p.busy = max(p.busy, p.conn.busy.Load())
	if left := time.Until(p.until); p.pause > left {
		time.Sleep(left)
		return 0, os.ErrDeadlineExceeded
	}
	time.Sleep(p.pause)
	return p.ResponseRecorder.Write(data)
}

// The time for a whole file is limited, not only that for each of its parts. While the server waits
// for a client to read, it does not work for it.
func TestAWholeFileIsReadInTime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "large")
	if err := os.WriteFile(path, make([]byte, 2*mib), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, serve := range map[string]func(w *call){
		"a file of the server": func(c *call) {
			f, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			c.stream(c.request, f)
		},
		"a page": func(c *call) {
			paced(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, path) })).ServeHTTP(c, c.request)
		},
	} {
		synctest.Test(t, func(t *testing.T) {
			conn := &connection{}
			w := &pausingReader{slowReader: slowReader{ResponseRecorder: httptest.NewRecorder()}, pause: 9 * time.Second, conn: conn}
			s := &Server{limits: Limits{}.withDefaults(), memory: newMemoryBudget(1<<40, false)}
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			c := s.newCall(w, r.WithContext(context.WithValue(r.Context(), connectionKey{}, conn)))
			defer c.begin()()
			began := time.Now()
			serve(c)
			if took, most := time.Since(began), c.timeFor(2*mib); took > most {
				t.Errorf("%s: took %v, expected at most %v", name, took, most)
			}
			if w.busy != 0 || conn.busy.Load() != 1 {
				t.Errorf("%s: the server works for %d requests during a write and %d after it, expected none and one", name, w.busy, conn.busy.Load())
			}
		})
	}
}

// A slowBody is a request body that arrives at a rate, with one pause. It is also the response
// writer, which gets the read deadline.
type slowBody struct {
	*httptest.ResponseRecorder
	size, rate int64 // in bytes, and bytes per second
	pauseAt    int64
	pause      time.Duration

	sent     int64
	deadline time.Time
}

func (b *slowBody) SetReadDeadline(at time.Time) error {
	b.deadline = at
	return nil
}

func (b *slowBody) Read(to []byte) (int, error) {
	if b.sent == b.size {
		return 0, io.EOF
	}
	n := min(int64(len(to)), 32*kib, b.size-b.sent)
	wait := time.Duration(n) * time.Second / time.Duration(b.rate)
	if b.sent >= b.pauseAt {
		wait, b.pause = wait+b.pause, 0
	}
	if left := time.Until(b.deadline); wait > left {
		time.Sleep(left)
		return 0, os.ErrDeadlineExceeded
	}
	time.Sleep(wait)
	b.sent += n
	return int(n), nil
}

func (b *slowBody) Close() error { return nil }

// A long body must arrive at a minimum rate and without long pauses.
func TestBodiesArriveInTime(t *testing.T) {
	for name, c := range map[string]struct {
		body    slowBody
		arrives bool
		most    time.Duration // maximum time until the body has arrived or is rejected
	}{
		"a short body at a low rate":   {slowBody{size: 2 * mib, rate: 70 * kib}, true, 30 * time.Second},
		"a short body below the rate":  {slowBody{size: 2 * mib, rate: 32 * kib}, false, 30 * time.Second},
		"a long body at a low rate":    {slowBody{size: 64 * mib, rate: 65 * kib}, false, 2 * time.Minute},
		"a long body at a higher rate": {slowBody{size: 64 * mib, rate: 520 * kib}, true, 130 * time.Second},
		"a pause":                      {slowBody{size: 8 * mib, rate: 8 * mib, pauseAt: mib, pause: 15 * time.Second}, true, 20 * time.Second},
		"a long pause":                 {slowBody{size: 8 * mib, rate: 8 * mib, pauseAt: 4 * mib, pause: time.Hour}, false, 25 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				body := c.body
				body.ResponseRecorder = httptest.NewRecorder()
				request := httptest.NewRequest(http.MethodPost, "/v1/instances", &body)
				s := &Server{limits: Limits{}.withDefaults(), memory: newMemoryBudget(1<<40, false)}
				began := time.Now()
				data, err := s.newCall(&body, request).readBody(256 * mib)
				var slow *api.Problem
				if arrived := err == nil && int64(len(data)) == body.size; arrived != c.arrives || err != nil && (!errors.As(err, &slow) || slow.Code != codeTooSlow) {
					t.Errorf("%d of %d bytes, %v", len(data), body.size, err)
				}
				if took := time.Since(began); took > c.most {
					t.Errorf("took %v, expected at most %v", took, c.most)
				}
			})
		})
	}
}
