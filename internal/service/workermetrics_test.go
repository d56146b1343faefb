package service

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/tracing"
	"github.com/tourmaline-opt/tourmaline/internal/worker"
)

const smallJob = `{"file":"stops.csv","content":"x,y\n0,0\n9,0\n9,9\n0,9\n5,5\n","settings":{"algorithm":"ils","max_steps":3}}`

// A pair is a server without a worker of its own, and a worker that is connected to it over TCP.
type pair struct {
	url, metrics string
	stopServer   func()
	stopWorker   func()
}

func runPair(t *testing.T, inServer, inWorker *tracing.Tracer) pair {
	t.Helper()
	quiet, data := slog.New(slog.DiscardHandler), t.TempDir()
	ready := make(chan Addresses, 1)
	stopServer := background(t, func(ctx context.Context) error {
		return Run(ctx, Options{
			Listen: "127.0.0.1:0", BrokerListen: "127.0.0.1:0", Data: data, Log: quiet, Tracer: inServer,
			Ready: func(a Addresses) error { ready <- a; return nil },
		})
	})
	at := <-ready
	joined, address := make(chan bool, 1), make(chan net.Addr, 1)
	w := Worker{
		Server: at.Broker, Keys: filepath.Join(data, "worker.key"), Options: worker.Options{Slots: 1, Cores: 1, Log: quiet, Tracer: inWorker},
		MetricsListen: "127.0.0.1:0", MetricsReady: func(a net.Addr) { address <- a },
		Ready: func(string) error { joined <- true; return nil },
	}
	stopWorker := background(t, w.Run)
	p := pair{stopWorker: stopWorker, url: at.HTTP, metrics: "http://" + (<-address).String(), stopServer: stopServer}
	<-joined
	return p
}

// background runs a task until the end of the test, or until the test calls stop.
func background(t *testing.T, run func(context.Context) error) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan error, 1)
	go func() {
		over <- run(ctx)
		close(over)
	}()
	stop = func() {
		cancel()
		if err := <-over; err != nil {
			t.Error(err)
		}
	}
	t.Cleanup(stop)
	return stop
}

// read returns the status and the body of a response.
func read(t *testing.T, url string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	body, err := io.ReadAll(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	return a.StatusCode, string(body)
}

// A worker shows its metrics and its health. It is not ready while no server is there.
func TestMetricsOfAWorker(t *testing.T) {
	p := runPair(t, nil, nil)
	if status, body := read(t, p.metrics+"/readyz"); status != http.StatusOK || !strings.Contains(body, "ready") {
		t.Errorf("/readyz: %d %s", status, body)
	}
	if j := submit(t, p.url, "", smallJob); j.State != cluster.Done {
		t.Fatalf("ended as %+v", j)
	}
	_, page := read(t, p.metrics+"/metrics")
	for _, line := range []string{
		"tourmaline_build_info{version=", `tourmaline_worker_jobs{state="fetching"} `, `tourmaline_worker_jobs{state="running"} 0`, `tourmaline_worker_jobs{state="saving"} `,
		"tourmaline_worker_steps_total 3", "tourmaline_worker_checkpoints_total 0", "tourmaline_worker_checkpoint_duration_seconds_count 0", "go_goroutines ",
	} {
		if !strings.Contains(page, "\n"+line) {
			t.Errorf("%s is not in\n%s", line, page)
		}
	}
	p.stopServer()
	for status := 0; status != http.StatusServiceUnavailable; {
		status, _ = read(t, p.metrics+"/readyz")
	}
	if status, body := read(t, p.metrics+"/healthz"); status != http.StatusOK {
		t.Errorf("/healthz: %d %s", status, body)
	}
}

// Other machines reach the metrics of a worker only with permission.
func TestMetricsNeedPermission(t *testing.T) {
	for address, ok := range map[string]bool{"127.0.0.1:9090": true, "[::1]:9090": true, "": true, "0.0.0.0:9090": false, ":9090": false, "10.0.0.1:9090": false} {
		err := Worker{MetricsListen: address}.checkMetrics()
		if misuse := new(OptionError); (err == nil) != ok || err != nil && (!errors.As(err, &misuse) || misuse.Field != "MetricsListen") {
			t.Errorf("%q: %v", address, err)
		}
		if err := (Worker{MetricsListen: address, MetricsPublic: true}).checkMetrics(); err != nil {
			t.Errorf("%q with permission: %v", address, err)
		}
	}
	if err := (Worker{MetricsListen: "9090", MetricsPublic: true}).checkMetrics(); err == nil {
		t.Error("an address without a host is accepted")
	}
}
