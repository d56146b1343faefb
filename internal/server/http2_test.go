package server_test

import (
	"crypto/tls"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/server"
)

// The server also ends requests without a body over HTTP/2, and closes connections that send nothing
// after the TLS handshake when it needs room for others.
func TestSilentBodiesOverHTTP2(t *testing.T) {
	s := start(t, 0, server.Options{})
	cert := httptest.NewTLSServer(nil)
	defer cert.Close()
	limits := server.Limits{BodyTimeout: 200 * time.Millisecond}
	s.serve(t, server.Options{Limits: limits}, server.ServeOptions{TLS: &tls.Config{Certificates: cert.TLS.Certificates}, Connections: 2})
	s.url = strings.Replace(s.url, "http:", "https:", 1)
	client := cert.Client()
	client.Transport.(*http.Transport).ForceAttemptHTTP2 = true
	body, write := io.Pipe()
	defer write.Close()
	resp, err := client.Post(s.url+"/v1/jobs", "application/json", body)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if resp.StatusCode != http.StatusRequestTimeout || resp.ProtoMajor != 2 {
		t.Errorf("%s over %s", resp.Status, resp.Proto)
	}
	silent, err := tls.Dial("tcp", strings.TrimPrefix(s.url, "https://"), client.Transport.(*http.Transport).TLSClientConfig)
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	for range 3 {
		if _, err := tls.Dial("tcp", strings.TrimPrefix(s.url, "https://"), client.Transport.(*http.Transport).TLSClientConfig); err != nil {
			t.Fatal(err)
		}
	}
	_ = silent.SetReadDeadline(time.Now().Add(10 * time.Second))
	if _, err := io.ReadAll(silent); err != nil && strings.Contains(err.Error(), "timeout") {
		t.Errorf("the first connection is still open: %v", err)
	}
}
