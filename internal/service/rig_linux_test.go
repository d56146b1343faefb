//go:build figures

package service_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/cluster"
)

// Sizes of the load rig. The defaults take about a minute.
var rigSize = struct {
	nodes, workers, open, finished, submits, clients, few, few1s *int
	seconds                                                      *time.Duration
	binary, dir, from, memory, report                            *string
}{
	nodes:    flag.Int("rig.nodes", 1, "servers: 1, or 3 with three copies of all data"),
	workers:  flag.Int("rig.workers", 100, "simulated workers, each with a connection of its own"),
	open:     flag.Int("rig.open", 2000, "queued jobs of one tenant"),
	finished: flag.Int("rig.finished", 10_000, "finished jobs of one tenant"),
	submits:  flag.Int("rig.submits", 1000, "submissions that are measured beside the queued jobs"),
	clients:  flag.Int("rig.clients", 16, "concurrent clients that submit"),
	few:      flag.Int("rig.few", 20, "jobs of the second tenant, one after another"),
	few1s:    flag.Int("rig.slow-workers", 16, "workers that take a second for each job while the second tenant submits"),
	seconds:  flag.Duration("rig.seconds", 5*time.Second, "duration of each measured load"),
	binary:   flag.String("rig.binary", "", "the tourmaline command; empty means to build it"),
	dir:      flag.String("rig.dir", "", "folder in which the data stays; empty means a temporary folder"),
	from:     flag.String("rig.from", "", "data of an earlier run, in a folder in its -rig.dir, to use instead of filling the store"),
	memory:   flag.String("rig.memory", "/dev/shm", "folder in memory for filling the store"),
	report:   flag.String("rig.report", "", "file to which the table is appended; empty means the log only"),
}

// TestRig measures a service of real server processes with many simulated workers and many jobs.
func TestRig(t *testing.T) {
	r := newRig(t)
	if *rigSize.from == "" {
		r.fill(*rigSize.finished, cluster.Done)
		r.toDisk()
	}
	r.row("time from start to ready", "%s", joined(r.nodes, func(n *rigNode) string { return fmt.Sprintf("%.2f s", n.ready.Seconds()) }))
	r.memoryRow("after a restart")
	r.pages()
	r.memoryRow("after the lists")
	r.idleWorkers()
	r.fill(*rigSize.open, cluster.Queued)
	r.submissions()
	r.memoryRow(fmt.Sprintf("with %d open jobs", *rigSize.open))
	r.fairness()
	r.throughput()
	r.memoryRow("at the end")
}

// row adds a row to the table.
func (r *rig) row(what, format string, args ...any) {
	r.t.Helper()
	line := fmt.Sprintf("| %s | %s |", what, fmt.Sprintf(format, args...))
	r.t.Log(line)
	r.report(line)
}

func (r *rig) report(line string) {
	if *rigSize.report == "" {
		return
	}
	f, err := os.OpenFile(*rigSize.report, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		r.t.Fatal(err)
	}
	defer f.Close()
	_, _ = fmt.Fprintln(f, line)
}

func (r *rig) heading() {
	name, _ := os.ReadFile("/proc/cpuinfo")
	_, model, _ := strings.Cut(string(name), "model name")
	model, _, _ = strings.Cut(strings.TrimLeft(model, "\t :"), "\n")
	load, _ := os.ReadFile("/proc/loadavg")
	title := fmt.Sprintf("%d of %d finished jobs, %d open jobs, %d workers; %d cores (%s), load %.15s, %s", *rigSize.nodes,
		*rigSize.finished, *rigSize.open, *rigSize.workers, runtime.NumCPU(), model, load, runtime.Version())
	title = strings.Replace(title, " of ", " nodes: ", 1)
	r.t.Log(title)
	r.report("\n" + title + "\n\n| quantity | measured |\n|---|---|")
}

// memoryRow reports the resident memory of each server and its maximum.
func (r *rig) memoryRow(when string) {
	r.t.Helper()
	r.row("memory of a server, "+when+" (maximum so far)", "%s", joined(r.nodes, func(n *rigNode) string {
		return fmt.Sprintf("%.0f MB (%.0f MB)", n.status(r.t, "VmRSS:"), n.status(r.t, "VmHWM:"))
	}))
}

// timed measures the duration of a request n times.
func timed(t *testing.T, n int, request func() error) (took []time.Duration) {
	t.Helper()
	for range n {
		began := time.Now()
		if err := request(); err != nil {
			t.Fatal(err)
		}
		took = append(took, time.Since(began))
	}
	return took
}

// pages measures the list of jobs.
func (r *rig) pages() {
	n := r.nodes[0]
	get := func(path string) func() error {
		return func() error {
			_, err := n.as(r.many, "GET", path, "", http.StatusOK)
			return err
		}
	}
	for _, path := range []string{"/v1/jobs", "/v1/jobs?limit=1000", "/v1/jobs?state=failed", "/v1/jobs?state=done"} {
		r.row("GET "+path, "%s", milliseconds(timed(r.t, 100, get(path))))
	}
	next := ""
	took := timed(r.t, 200, func() error {
		data, err := n.as(r.many, "GET", "/v1/jobs?limit=50"+next, "", http.StatusOK)
		var page struct{ Next string }
		if err == nil {
			err = json.Unmarshal(data, &page)
		}
		next = "&after=" + url.QueryEscape(page.Next)
		return err
	})
	r.row("GET of the following pages, up to 10,000 jobs back", "%s", milliseconds(took))
	r.row("GET /metrics", "%s", milliseconds(timed(r.t, 20, get("/metrics"))))
}

// submissions measures submissions beside many queued jobs.
func (r *rig) submissions() {
	var mu sync.Mutex
	var took []time.Duration
	var next atomic.Int64
	var wg sync.WaitGroup
	began := time.Now()
	for i := range *rigSize.clients {
		n := r.nodes[i%len(r.nodes)]
		wg.Go(func() {
			for next.Add(1) <= int64(*rigSize.submits) {
				began := time.Now()
				_, err := n.as(r.many, "POST", "/v1/jobs", r.body, http.StatusAccepted)
				if err != nil {
					r.t.Error(err)
					return
				}
				mu.Lock()
				took = append(took, time.Since(began))
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	rate := float64(len(took)) / time.Since(began).Seconds()
	r.row(fmt.Sprintf("POST /v1/jobs beside %d open jobs, %d clients", *rigSize.open, *rigSize.clients), "%.0f/s, %s", rate, milliseconds(took))
}

// joined describes all nodes.
func joined(nodes []*rigNode, describe func(*rigNode) string) string {
	var all []string
	for _, n := range nodes {
		all = append(all, describe(n))
	}
	return strings.Join(all, ", ")
}

// metric returns the value of a metric without labels in the text of a metrics page, or 0.
func metric(page, name string) (value float64) {
	for line := range strings.Lines(page) {
		if rest, ok := strings.CutPrefix(line, name+" "); ok {
			_, _ = fmt.Sscan(rest, &value)
		}
	}
	return value
}
