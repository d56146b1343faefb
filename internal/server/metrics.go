package server

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/metrics"
)

// maxTenantLabels is the maximum number of values of the label tenant.
const maxTenantLabels = 100

// serverMetrics holds the Prometheus metrics in a separate registry.
type serverMetrics struct {
	registry *prometheus.Registry
	ready    prometheus.Gauge

	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	sent     *prometheus.CounterVec

	tenants       metrics.Bounded
	submitted     *prometheus.CounterVec
	ended         *prometheus.CounterVec
	waited        prometheus.Histogram
	ran           prometheus.Histogram
	claims        *prometheus.CounterVec
	expired       prometheus.Counter
	verifications *prometheus.CounterVec
	verifying     prometheus.Histogram
	deliveries    *prometheus.CounterVec // of webhooks
}

func newMetrics(s *Server) *serverMetrics {
	m := &serverMetrics{
		registry: metrics.NewRegistry(s.opt.Version),
		ready:    prometheus.NewGauge(prometheus.GaugeOpts{Name: "tourmaline_ready", Help: "1 if this server is ready, as /readyz says, otherwise 0."}),
		requests: metrics.Counters("http_requests_total", "Requests served.", "method", "route", "status"),
		seconds: metrics.Histograms("http_request_duration_seconds", "Duration of requests, without event streams.", []string{"method", "route"},
			.001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10, 30),
		sent: metrics.Counters("events_sent_total", "Events sent to watchers.", "kind"),
	}
	m.registry.MustRegister(m.ready, m.requests, m.seconds, m.sent, &collector{server: s})
	m.addJobs()
	return m
}

// addJobs adds the metrics of jobs.
func (m *serverMetrics) addJobs() {
	m.tenants.Max = maxTenantLabels
	m.submitted = metrics.Counters("jobs_submitted_total", "Jobs accepted by this server.", "tenant")
	m.ended = metrics.Counters("jobs_ended_total", "Jobs that this server has ended, by final state.", "tenant", "state")
	m.waited = metrics.Histogram("job_wait_seconds", "Time from submission to the first claim.", .01, .05, .1, .25, .5, 1, 2, 5, 10, 30, 60, 300, 900, 3600)
	m.ran = metrics.Histogram("job_run_seconds", "Time from the first claim to the end, without time back in the queue.",
		.1, .5, 1, 2, 5, 10, 30, 60, 300, 900, 3600, 14400, 86400)
	m.claims = metrics.Counters("claims_total", "Jobs given to workers by this server.", "pool")
	m.expired = metrics.Counter("leases_expired_total", "Leases that ended without a heartbeat, so that the job went back to the queue.")
	m.verifications = metrics.Zero(metrics.Counters("verifications_total", "Results verified on receipt.", "verdict"), "accepted", "refused", "error")
	m.verifying = metrics.Histogram("verification_duration_seconds", "Duration of a verification.", .001, .005, .01, .05, .1, .5, 1, 2, 5, 10, 30)
	m.deliveries = metrics.Zero(metrics.Counters("webhook_deliveries_total", "Attempts to deliver a webhook.", "outcome"), "delivered", "retried", "dropped")
	m.registry.MustRegister(m.submitted, m.ended, m.waited, m.ran, m.claims, m.expired, m.verifications, m.verifying, m.deliveries)
}

// tenant returns the label for a tenant. The counters of a new label start at 0.
func (m *serverMetrics) tenant(name string) string {
	label, isNew := m.tenants.Value(name)
	if isNew {
		m.submitted.WithLabelValues(label)
		for _, state := range cluster.States() {
			if state.Ended() {
				m.ended.WithLabelValues(label, string(state))
			}
		}
	}
	return label
}

// count records a request. For an unknown path, it records neither the method nor a route.
func (m *serverMetrics) count(c *call) {
	method := c.request.Method
	if c.request.Pattern == "" {
		method = ""
	}
	m.requests.WithLabelValues(method, c.request.Pattern, strconv.Itoa(c.status)).Inc()
	if c.Header().Get("Content-Type") != eventType {
		m.seconds.WithLabelValues(method, c.request.Pattern).Observe(time.Since(c.started).Seconds())
	}
}

func (s *Server) metricRoutes() {
	page := metrics.Handler(s.metrics.registry)
	handle(s, access.MetricsRead, huma.Operation{
		OperationID: "get-metrics", Method: http.MethodGet, Path: "/metrics", Tags: []string{"service"}, Summary: "Metrics for Prometheus",
		Responses: map[string]*huma.Response{"200": {
			Description: "Metrics", Content: map[string]*huma.MediaType{"text/plain": {Schema: &huma.Schema{Type: "string"}}},
		}},
	}, func(ctx context.Context, _ *struct{}) (*huma.StreamResponse, error) {
		s.metrics.ready.Set(0)
		if _, err := s.readiness(ctx, nil); err == nil {
			s.metrics.ready.Set(1)
		}
		return &huma.StreamResponse{Body: func(ctx huma.Context) {
			r, w := humago.Unwrap(ctx)
			page.ServeHTTP(w, r)
		}}, nil
	})
}
