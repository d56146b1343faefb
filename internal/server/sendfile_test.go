package server_test

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/server"
)

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

// A client that sends its file slowly does not keep others from uploading.
func TestSlowUploadsHoldNoSlot(t *testing.T) {
	s := start(t, 0, server.Options{Limits: server.Limits{Uploads: 1, Submissions: 1}})
	s.dial(t, silent("POST", "/v1/instances?file=a.csv"))
	s.dial(t, silent("POST", "/v1/generated", "Content-Type: application/json\r\n"))
	s.dial(t, silent("POST", "/v1/jobs", "Content-Type: application/json\r\n"))
	for path, body := range map[string]string{"/v1/instances?file=stops.csv": stops, "/v1/jobs": small} {
		if a := s.ask(t, "POST", path, body); a.StatusCode >= 300 {
			t.Errorf("%s: %s %s", path, a.Status, strings.TrimSpace(string(a.body)))
		}
	}
}
