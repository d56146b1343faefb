package server

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
)

// metrics holds the Prometheus metrics in a separate registry.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	refused  prometheus.Counter
	sent     *prometheus.CounterVec
}

func newMetrics(s *Server) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "tourmaline_http_requests_total", Help: "Requests served.",
		}, []string{"method", "route", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "tourmaline_http_request_seconds", Help: "Duration of requests, excluding event streams.",
			Buckets: []float64{.001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10, 30},
		}, []string{"method", "route"}),
		refused: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "tourmaline_results_refused_total", Help: "Results rejected by verification.",
		}),
		sent: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "tourmaline_events_sent_total", Help: "Events sent to watchers.",
		}, []string{"kind"}),
	}
	m.registry.MustRegister(m.requests, m.seconds, m.refused, m.sent, &collector{server: s},
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// count records a request. For an unknown path, it records neither the method nor a route.
func (m *metrics) count(c *call) {
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
	page := promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{DisableCompression: true, MaxRequestsInFlight: 4})
	handle(s, access.MetricsRead, huma.Operation{
		OperationID: "get-metrics", Method: http.MethodGet, Path: "/metrics", Tags: []string{"service"}, Summary: "Metrics for Prometheus",
		Responses: map[string]*huma.Response{"200": {
			Description: "Metrics", Content: map[string]*huma.MediaType{"text/plain": {Schema: &huma.Schema{Type: "string"}}},
		}},
	}, func(context.Context, *struct{}) (*huma.StreamResponse, error) {
		return &huma.StreamResponse{Body: func(ctx huma.Context) {
			r, w := humago.Unwrap(ctx)
			page.ServeHTTP(w, r)
		}}, nil
	})
}

// A collector counts jobs, workers and bytes whenever metrics are requested.
type collector struct{ server *Server }

// collectTimeout is the time limit for collecting metrics.
const collectTimeout = 2 * time.Second

func gauge(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("tourmaline_"+name, help, labels, nil)
}

// Describe implements prometheus.Collector. It sends nothing, because the metrics are known only
// when they are collected.
func (*collector) Describe(chan<- *prometheus.Desc) {}

// Collect implements prometheus.Collector. It counts jobs, workers and bytes.
func (c *collector) Collect(to chan<- prometheus.Metric) {
	put := func(d *prometheus.Desc, v float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	s := c.server
	count, states := s.opt.Hub.Count(""), gauge("jobs", "Stored jobs by state.", "state")
	for _, state := range cluster.States() {
		put(states, float64(count[state]), string(state))
	}
	var age float64
	for _, tenant := range s.opt.Hub.Tenants() {
		for _, r := range s.opt.Hub.Unfinished(tenant) {
			if r.State == cluster.Queued {
				age = max(age, time.Since(r.Created).Seconds())
			}
		}
	}
	put(gauge("queue_age_seconds", "Age of the oldest queued job."), age)
	put(gauge("request_memory_bytes", "Memory that requests hold."), float64(s.memory.size()))
	to <- prometheus.MustNewConstMetric(gauge("claim_conflicts_total", "Jobs that another server claimed first."), prometheus.CounterValue, float64(s.dispatcher.Conflicts()))
	put(gauge("watchers", "Open event streams."), float64(s.watchers.size()))
	ctx, cancel := context.WithTimeout(context.Background(), collectTimeout)
	defer cancel()
	members := s.dispatcher.Members()
	slots, running := 0, 0
	for _, m := range members {
		slots, running = slots+m.Slots, running+m.Running
	}
	put(gauge("workers", "Live workers."), float64(len(members)))
	put(gauge("worker_slots", "Jobs that the workers can run at the same time."), float64(slots))
	put(gauge("worker_slots_busy", "Jobs that the workers are running."), float64(running))
	if use, err := s.opt.Store.Usage(ctx); err == nil {
		bytes := gauge("stored_bytes", "Stored bytes by kind.", "kind")
		for kind, n := range use {
			put(bytes, float64(n), kind)
		}
	}
}
