package server_test

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/broker"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/server"
)

func (s *service) metrics(t testing.TB) string {
	t.Helper()
	return string(s.ask(t, "GET", "/metrics", "").body)
}

// shows reports every line that a page lacks.
func shows(t *testing.T, page string, lines ...string) {
	t.Helper()
	for _, line := range lines {
		if !strings.Contains(page, "\n"+line) {
			t.Errorf("%s is not in\n%s", line, page)
		}
	}
}

func TestMetrics(t *testing.T) {
	s := start(t, 1, server.Options{Version: "v1.2.3", Node: server.Node{
		Broker: func() (broker.Numbers, error) {
			return broker.Numbers{Connections: 7, MessagesIn: 1, BytesIn: 2, MessagesOut: 3, BytesOut: 4, Stored: 5, MaxStored: 6, Free: 8, FreeKnown: true}, nil
		},
		CertificateExpiry: func() time.Time { return time.Unix(1700, 0) },
	}})
	as[api.Job](t, s.ask(t, "POST", "/v1/jobs", small, "Prefer", "wait=20"), 200)
	s.ask(t, "GET", "/v1/nothing", "")
	var page string
	until(t, "the worker is counted", func() bool {
		page = s.metrics(t)
		return strings.Contains(page, "tourmaline_workers{pool=\"test\"} 1\n") && strings.Contains(page, "tourmaline_job_run_seconds_count 1\n")
	})
	shows(t, page,
		`tourmaline_build_info{version="v1.2.3"} 1`, `tourmaline_ready 1`,
		`tourmaline_certificate_expiry_timestamp_seconds 1700`, `tourmaline_clock_offset_seconds `,
		`tourmaline_jobs_submitted_total{tenant="default"} 1`,
		`tourmaline_jobs_ended_total{state="done",tenant="default"} 1`, `tourmaline_jobs_ended_total{state="failed",tenant="default"} 0`,
		`tourmaline_job_wait_seconds_count 1`, `tourmaline_claims_total{pool="test"} 1`, `tourmaline_leases_expired_total 0`,
		`tourmaline_verifications_total{verdict="accepted"} 1`, `tourmaline_verifications_total{verdict="refused"} 0`, `tourmaline_verification_duration_seconds_count 1`,
		`tourmaline_webhook_deliveries_total{outcome="dropped"} 0`,
		`tourmaline_http_requests_total{method="POST",route="POST /v1/jobs",status="200"} 1`,
		`tourmaline_http_requests_total{method="",route="",status="404"} 1`,
		`tourmaline_http_request_duration_seconds_count{method="POST",route="POST /v1/jobs"} 1`, `tourmaline_http_bytes_in_flight 0`,
		`tourmaline_jobs{state="done"} 1`, `tourmaline_queue_jobs 0`, `tourmaline_queue_oldest_seconds 0`, `tourmaline_watchers 0`, `tourmaline_dead_letters 0`,
		`tourmaline_worker_slots{pool="test"} 1`, `tourmaline_worker_slots_busy{pool="test"} `,
		`tourmaline_stored_bytes{kind="checkpoints"}`, `tourmaline_stored_bytes{kind="results"}`, `tourmaline_stored_bytes{kind="records"}`,
		`tourmaline_broker_is_leader{stream="KV_JOBSTATE"} 1`, `tourmaline_broker_replica_lag{stream="KV_JOBSTATE"} 0`,
		`tourmaline_broker_connections 7`, `tourmaline_broker_messages_total{direction="in"} 1`, `tourmaline_broker_messages_total{direction="out"} 3`,
		`tourmaline_broker_bytes_total{direction="in"} 2`, `tourmaline_broker_bytes_total{direction="out"} 4`,
		`tourmaline_broker_storage_bytes 5`, `tourmaline_broker_storage_limit_bytes 6`, `tourmaline_disk_available_bytes 8`,
	)
}

// The buckets of the histograms have the bounds that dashboards and alerts refer to.
func TestBuckets(t *testing.T) {
	s := start(t, 0, server.Options{})
	s.ask(t, "GET", "/healthz", "")
	page := s.metrics(t)
	for name, want := range map[string]string{
		"http_request_duration_seconds": "0.001 0.002 0.005 0.01 0.02 0.05 0.1 0.2 0.5 1 2 5 10 30 +Inf",
		"job_wait_seconds":              "0.01 0.05 0.1 0.25 0.5 1 2 5 10 30 60 300 900 3600 +Inf",
		"job_run_seconds":               "0.1 0.5 1 2 5 10 30 60 300 900 3600 14400 86400 +Inf",
		"verification_duration_seconds": "0.001 0.005 0.01 0.05 0.1 0.5 1 2 5 10 30 +Inf",
	} {
		var bounds []string
		for _, line := range regexp.MustCompile(`(?m)^tourmaline_`+name+`_bucket\{.*le="([^"]*)"`).FindAllStringSubmatch(page, -1) {
			bounds = append(bounds, line[1])
		}
		if got := strings.Join(bounds, " "); got != want {
			t.Errorf("%s has the bounds %s, expected %s", name, got, want)
		}
	}
}

// A queued job counts, and a draining server is not ready but still shows its metrics.
func TestMetricsOfTheQueue(t *testing.T) {
	s := start(t, 0, server.Options{})
	s.serve(t, server.Options{}, server.ServeOptions{Drain: time.Minute})
	as[api.Job](t, s.ask(t, "POST", "/v1/jobs", small), 202)
	page := s.metrics(t)
	shows(t, page, "tourmaline_queue_jobs 1", `tourmaline_jobs{state="queued"} 1`, "tourmaline_ready 1")
	if strings.Contains(page, "tourmaline_queue_oldest_seconds 0\n") {
		t.Error("the job has not waited")
	}
	s.cancel()
	until(t, "the server is not ready", func() bool { return strings.Contains(s.metrics(t), "\ntourmaline_ready 0\n") })
}

// The label tenant has at most 100 values, however many tenants there are.
func TestTenantLabelsAreBounded(t *testing.T) {
	s := start(t, 0, server.Options{})
	for i := range 120 {
		_, _, err := s.store.Submit(t.Context(), cluster.Submission{Tenant: fmt.Sprint("tenant", i), Spec: job.Spec{File: "f"}})
		if err != nil {
			t.Fatal(err)
		}
	}
	page := s.metrics(t)
	if n := strings.Count(page, "\ntourmaline_jobs_submitted_total{"); n != 100 {
		t.Errorf("%d values", n)
	}
	shows(t, page, `tourmaline_jobs_submitted_total{tenant="tenant98"} 1`, `tourmaline_jobs_submitted_total{tenant="other"} 21`)
}

// BenchmarkScrape measures a request for the metrics with 100,000 open jobs of 100 tenants.
func BenchmarkScrape(b *testing.B) {
	const jobs = 100_000
	s := start(b, 0, server.Options{})
	var wg sync.WaitGroup
	for part := range 100 {
		wg.Go(func() {
			for range jobs / 100 {
				if _, _, err := s.store.Submit(b.Context(), cluster.Submission{Tenant: fmt.Sprint("tenant", part), Spec: job.Spec{File: "f"}}); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	for s.hub.Count("")[cluster.Queued] < jobs {
		time.Sleep(10 * time.Millisecond)
	}
	for b.Loop() {
		s.metrics(b)
	}
}
