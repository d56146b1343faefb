package server_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/server"
)

// dial opens a connection to a server and sends the start of a request.
func (s *service) dial(t testing.TB, begin string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if _, err := io.WriteString(conn, begin); err != nil {
		t.Fatal(err)
	}
	return conn
}

// silent returns a request that announces a body and does not send it.
func silent(method, path string, headers ...string) string {
	return fmt.Sprintf("%s %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n%s\r\n", method, path, strings.Join(headers, ""))
}

// The server answers a request whose body does not arrive and closes the connection, whatever the
// request asks for and whether or not it is authorised.
func TestSilentBodies(t *testing.T) {
	y := newTenancy(t)
	token := "Authorization: Bearer " + y.grant(t, "acme", 0, access.Scopes()...) + "\r\n"
	s := start(t, 0, server.Options{Access: y.book, Limits: server.Limits{BodyTimeout: 200 * time.Millisecond}})
	for name, c := range map[string]struct{ request, status string }{
		"an upload":           {silent("POST", "/v1/instances?file=a.csv", token), "408"},
		"a job":               {silent("POST", "/v1/jobs", token, "Content-Type: application/json\r\n"), "408"},
		"another type":        {silent("POST", "/v1/jobs", token), "415"},
		"a session":           {silent("POST", "/v1/session", "Content-Type: application/json\r\n"), "408"},
		"no token":            {silent("POST", "/v1/jobs"), "401"},
		"a wrong token":       {silent("POST", "/v1/instances?file=a.csv", "Authorization: Bearer x\r\n"), "401"},
		"an unknown path":     {silent("POST", "/nowhere"), "404"},
		"an unknown method":   {silent("PUT", "/v1/jobs"), "405"},
		"a bad query":         {silent("POST", "/v1/instances?file=", token), "422"},
		"a body of a GET":     {silent("GET", "/healthz"), "200"},
		"a body of a DELETE":  {silent("DELETE", "/v1/jobs/x", token), "404"},
		"chunks":              {"POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n", "401"},
		"a body that is huge": {strings.Replace(silent("POST", "/v1/instances?file=a.csv", token), "1000", "99999999999", 1), "413"},
	} {
		t.Run(name, func(t *testing.T) {
			conn := s.dial(t, c.request)
			_ = conn.SetReadDeadline(time.Now().Add(10 * time.Second))
			all, err := io.ReadAll(bufio.NewReader(conn))
			if line, _, _ := strings.Cut(string(all), "\r\n"); !strings.HasPrefix(line, "HTTP/1.1 "+c.status) || os.IsTimeout(err) {
				t.Errorf("expected %s and the end of the connection, found %q, %v", c.status, line, err)
			}
		})
	}
}

// Connections that send nothing, only a part of a header, or no body do not keep others out.
func TestSilentConnectionsKeepNobodyOut(t *testing.T) {
	s := start(t, 0, server.Options{})
	s.serve(t, server.Options{}, server.ServeOptions{Connections: 100})
	var conns []net.Conn
	for i := range 1100 {
		begin := []string{"", "GET /healthz HTTP/1.1\r\nX: ", silent("POST", "/v1/jobs", "Content-Type: application/json\r\n"), silent("POST", "/nowhere")}[i%4]
		conns = append(conns, s.dial(t, begin))
	}
	client := &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{}}
	for range 5 {
		resp, err := client.Get(s.url + "/healthz")
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
	}
	var open int
	var mu sync.Mutex
	var wg sync.WaitGroup
	for _, conn := range conns {
		wg.Go(func() {
			_ = conn.SetReadDeadline(time.Now().Add(time.Second))
			if _, err := conn.Read(make([]byte, 1)); os.IsTimeout(err) {
				mu.Lock()
				open++
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if open > 100 {
		t.Errorf("%d silent connections are open, at most 100 may be", open)
	}
}
