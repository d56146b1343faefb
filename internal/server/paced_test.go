package server

import (
	"net/http/httptest"
	"testing"
	"time"
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
