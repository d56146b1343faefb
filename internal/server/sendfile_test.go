package server_test

import (
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/server"
)

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
