package client_test

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/client"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/server"
	"github.com/tourmaline-opt/tourmaline/internal/service"
)

// start runs a service until the test ends, and returns its address.
func start(t *testing.T, limits server.Limits) string {
	t.Helper()
	ready, over := make(chan string, 1), make(chan error, 1)
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		over <- service.Run(ctx, service.Options{
			Listen: "127.0.0.1:0", Data: t.TempDir(), Slots: 1, Threads: 1, HTTP: limits, Log: slog.New(slog.DiscardHandler),
			Ready: func(at service.Addresses) error { ready <- at.HTTP; return nil },
		})
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-over; err != nil {
			t.Error(err)
		}
	})
	select {
	case url := <-ready:
		return url
	case err := <-over:
		over <- nil
		t.Fatal(err)
		return ""
	}
}

func newClient(t *testing.T, url string) *client.Client {
	t.Helper()
	c, err := client.New(client.Options{URL: url, FirstTimeout: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

const stops = "name,x,y\na,0,0\nb,9,0\nc,9,9\nd,0,9\ne,5,4\nf,3,3\ng,7,2\nh,1,8\ni,4,6\nj,8,5\nk,2,2\nl,6,8\nm,6,1\n"

// submit submits a job that searches until it is cancelled.
func submit(t *testing.T, c *client.Client) api.Job {
	t.Helper()
	spec := job.Spec{Instance: job.Hash([]byte(stops)), File: "stops.csv", Settings: job.Settings{Algorithm: "ils", Limits: tourmaline.Limits{Time: 10 * time.Minute}}}
	for range 2 { // the second time, the file is already there
		if err := c.Upload(t.Context(), spec, []byte(stops)); err != nil {
			t.Fatal(err)
		}
	}
	j, err := c.Submit(t.Context(), spec, "key")
	if err != nil {
		t.Fatal(err)
	}
	if again, err := c.Submit(t.Context(), spec, "key"); err != nil || again.ID != j.ID {
		t.Fatalf("the same key gives %s and %s: %v", j.ID, again.ID, err)
	}
	return j
}

// cutter forwards connections and can cut all of them.
type cutter struct {
	net.Listener
	to string

	mu    sync.Mutex
	conns []net.Conn
}

func newCutter(t *testing.T, url string) *cutter {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cutter{Listener: l, to: strings.TrimPrefix(url, "http://")}
	go c.run()
	t.Cleanup(func() {
		_ = l.Close()
		c.cut()
	})
	return c
}

func (c *cutter) run() {
	for {
		from, err := c.Accept()
		if err != nil {
			return
		}
		to, err := net.Dial("tcp", c.to)
		if err != nil {
			_ = from.Close()
			continue
		}
		c.mu.Lock()
		c.conns = append(c.conns, from, to)
		c.mu.Unlock()
		for _, pair := range [][2]net.Conn{{from, to}, {to, from}} {
			go func() {
				_, _ = pair[0].(*net.TCPConn).WriteTo(pair[1])
				_ = pair[1].Close()
			}()
		}
	}
}

func (c *cutter) cut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, conn := range c.conns {
		_ = conn.Close()
	}
	c.conns = nil
}

// Watch follows a job to its end even if its connection breaks repeatedly.
func TestWatchTakesUpWhatBreaks(t *testing.T) {
	url := start(t, server.Limits{})
	wire := newCutter(t, url)
	c := newClient(t, "http://"+wire.Addr().String())
	j := submit(t, c)
	cuts := 0
	for news, err := range c.Watch(t.Context(), j.ID) {
		switch {
		case err != nil:
			t.Fatal(err)
		case news.Job != nil:
			j = *news.Job
		case cuts < 3:
			cuts++
			wire.cut()
		case !j.Cancel:
			if j, err = newClient(t, url).Cancel(t.Context(), j.ID); err != nil {
				t.Fatal(err)
			}
		}
	}
	if j.State != "cancelled" || cuts != 3 {
		t.Errorf("after %d cuts the job is %s", cuts, j.State)
	}
}

// If the service accepts no more watchers, Watch polls the job.
func TestWatchLooksWhereNobodyTells(t *testing.T) {
	c := newClient(t, start(t, server.Limits{Watchers: 1}))
	j := submit(t, c)
	told := false
	// before the first watcher times out
	soon, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	for _, err := range c.Watch(t.Context(), j.ID) { // the only watcher that the service accepts
		if err != nil {
			t.Fatal(err)
		}
		for news, err := range c.Watch(soon, j.ID) {
			if err != nil || news.Job == nil {
				t.Fatalf("the second watcher: %+v, %v", news, err)
			}
			told = true
			break
		}
		break
	}
	if !told {
		t.Error("the second watcher received nothing")
	}
}

// An unreachable server is reported soon, and a rejected request is not repeated.
func TestRefusals(t *testing.T) {
	if _, err := newClient(t, "http://127.0.0.1:1").Job(t.Context(), "x"); !errors.Is(err, client.ErrUnreachable) {
		t.Errorf("without a server: %v", err)
	}
	url := start(t, server.Limits{})
	var refused *api.Problem
	_, err := newClient(t, url).Job(t.Context(), "../instances")
	if !errors.As(err, &refused) || refused.Status != http.StatusNotFound {
		t.Errorf("a job that does not exist: %v", err)
	}
	for _, o := range []client.Options{{URL: "localhost:8080"}, {URL: "ftp://x"}, {URL: "http://user@x"}, {URL: "http://user:secret@x"}, {URL: "http://user:secret%@x"}, {URL: "http://example.org", Token: "t"}, {URL: url, CA: "nosuch"}} {
		if _, err := client.New(o); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%+v: expected an error without a password, found %v", o, err)
		}
	}
}
