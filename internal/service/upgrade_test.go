package service

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/broker"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// An olderServer answers the requests of workers like a server with an older version of the protocol
// that has no jobs.
type olderServer struct{ rejected atomic.Int32 }

func (o *olderServer) reject() error {
	o.rejected.Add(1)
	return protocol.ErrVersion
}

func (o *olderServer) Hello(string, protocol.Hello) (protocol.Welcome, error) {
	return protocol.Welcome{}, o.reject()
}

func (o *olderServer) Next(context.Context, string, protocol.Next) (protocol.Offer, error) {
	return protocol.Offer{}, o.reject()
}

func (*olderServer) Finish(context.Context, string, protocol.Outcome) (protocol.Ended, error) {
	return protocol.Ended{}, protocol.ErrUnavailable
}

func (*olderServer) Get(context.Context, string, protocol.Get) ([]byte, error) {
	return nil, protocol.ErrUnavailable
}

func (*olderServer) Put(context.Context, string, protocol.Put, []byte) error {
	return protocol.ErrUnavailable
}
func (*olderServer) Save(context.Context, string, protocol.Save) error {
	return protocol.ErrUnavailable
}
func (*olderServer) Release(context.Context, string, protocol.Claim) error {
	return protocol.ErrUnavailable
}

func (*olderServer) Abandon(context.Context, string, protocol.Claim) error {
	return protocol.ErrUnavailable
}
func (*olderServer) Beat(string, protocol.Beat)       {}
func (*olderServer) Report(string, protocol.Report)   {}
func (*olderServer) Migrant(string, protocol.Migrant) {}
func (*olderServer) Round(context.Context, string, protocol.Round) ([]byte, error) {
	return nil, protocol.ErrUnavailable
}

// While the nodes of a cluster are upgraded one after another, a server continues although servers of
// the older version reject the worker in its process. The worker runs jobs after the upgrade.
func TestAServerOutlastsTheRejectionOfItsWorker(t *testing.T) {
	t.Parallel() // it mostly waits
	dir := t.TempDir()
	e, err := broker.Start(t.Context(), broker.Options{Dir: dir, Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Shutdown)
	nc, err := e.Connect()
	if err != nil {
		t.Fatal(err)
	}
	old := new(olderServer)
	stopOld := background(t, func(ctx context.Context) error { return protocol.Serve(ctx, nc, old) })
	ready, over := make(chan string, 1), make(chan error, 1)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		over <- Run(ctx, Options{
			Listen: "127.0.0.1:0", NATS: e.URL(), Keys: filepath.Join(dir, "engine.keys"), Slots: 1, Log: slog.New(slog.DiscardHandler),
			Ready: func(a Addresses) error { ready <- a.HTTP; return nil },
		})
	}()
	url := <-ready
	await(t, "a rejection", func() bool { return old.rejected.Load() > 0 })
	if status, body := read(t, url+"/healthz"); status != http.StatusOK {
		t.Errorf("%d %s", status, body)
	}
	stopOld()
	if j := submit(t, url, "", smallJob); j.State != cluster.Done || old.rejected.Load() == 0 {
		t.Errorf("the job is %s after %d rejections", j.State, old.rejected.Load())
	}
	cancel()
	if err := <-over; err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// unpack unpacks a compressed archive.
func unpack(t *testing.T, archive, folder string) {
	t.Helper()
	f, err := os.Open(archive)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	all := tar.NewReader(z)
	for h, err := all.Next(); !errors.Is(err, io.EOF); h, err = all.Next() {
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(folder, filepath.FromSlash(h.Name))
		if h.Typeflag == tar.TypeDir {
			err = os.MkdirAll(path, 0o700)
		} else {
			var data []byte
			if data, err = io.ReadAll(all); err == nil {
				err = os.WriteFile(path, data, 0o600)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// A server continues with the data folder of a version before the worker protocol, whose process was
// killed. The archive was written by the command of that version and must never change. It contains
// two jobs that are done, a cancelled one, a running one with a checkpoint and a queued one.
func TestDataBeforeTheProtocol(t *testing.T) {
	t.Parallel() // it mostly waits
	data, ready, log := t.TempDir(), make(chan Addresses, 1), new(testkit.Log)
	unpack(t, filepath.Join("testdata", "data-before-protocol.tar.gz"), data)
	background(t, func(ctx context.Context) error {
		return Run(ctx, Options{
			Listen: "127.0.0.1:0", Data: data, Slots: 1, Log: slog.New(slog.NewTextHandler(log, nil)),
			Retain: 100 * 365 * 24 * time.Hour, // the jobs of the archive ended in 2026
			Ready:  func(a Addresses) error { ready <- a; return nil },
		})
	})
	url := (<-ready).HTTP
	await(t, "the server to be ready", func() bool {
		status, _ := read(t, url+"/readyz")
		return status == http.StatusOK
	})
	_, body := read(t, url+"/v1/jobs")
	var all api.Jobs
	if err := json.Unmarshal([]byte(body), &all); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"done-small": "done 2", "done-large": "done 2", "cancelled": "cancelled", "running": "done 1500", "queued": "done 2"}
	for _, j := range all.Jobs {
		j = ended(t, url, j.ID)
		got := fmt.Sprintf("%s %d", j.State, j.Digest.Steps)
		status, result := read(t, url+"/v1/jobs/"+j.ID+"/result")
		if !strings.HasPrefix(got, want[j.Label]) || want[j.Label] == "" || status != http.StatusOK || !strings.Contains(result, `"tour"`) {
			t.Errorf("job %s: %s, expected %s; result: %d %.200s", j.Label, got, want[j.Label], status, result)
		}
		delete(want, j.Label)
	}
	if len(want) > 0 || !strings.Contains(log.String(), "resumed=true") {
		t.Errorf("lost jobs: %v; the log is\n%s", want, log)
	}
}
