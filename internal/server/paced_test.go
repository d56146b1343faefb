package server

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
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
