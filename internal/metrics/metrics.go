// Package metrics contains what the metrics of servers and workers have in common.
package metrics

import (
	"net/http"
	"sync"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// prefix begins the names of all metrics of the program.
const prefix = "tourmaline_"

// NewRegistry returns a registry with the metrics of every process: of the Go runtime, of the
// process, and the version of the program.
func NewRegistry(version string) *prometheus.Registry {
	r := prometheus.NewRegistry()
	build := prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: prefix + "build_info", Help: "1, with the version of the program as a label."}, []string{"version"})
	build.WithLabelValues(version).Set(1)
	r.MustRegister(build, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return r
}

// maxScrapes is the maximum number of concurrent requests for metrics.
const maxScrapes = 4

// Handler returns a handler that writes the metrics of a registry.
func Handler(r *prometheus.Registry) http.Handler {
	return promhttp.HandlerFor(r, promhttp.HandlerOpts{DisableCompression: true, MaxRequestsInFlight: maxScrapes})
}

// Counter returns a counter. The name lacks the common prefix, as for all functions below.
func Counter(name, help string) prometheus.Counter {
	return prometheus.NewCounter(prometheus.CounterOpts{Name: prefix + name, Help: help})
}

// Counters returns counters with labels.
func Counters(name, help string, labels ...string) *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{Name: prefix + name, Help: help}, labels)
}

// Histogram returns a histogram.
func Histogram(name, help string, buckets ...float64) prometheus.Histogram {
	return prometheus.NewHistogram(prometheus.HistogramOpts{Name: prefix + name, Help: help, Buckets: buckets})
}

// Histograms returns histograms with labels.
func Histograms(name, help string, labels []string, buckets ...float64) *prometheus.HistogramVec {
	return prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: prefix + name, Help: help, Buckets: buckets}, labels)
}

// Desc describes a metric that a collector computes.
func Desc(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(prefix+name, help, labels, nil)
}

// Zero creates the counters for the given values of their only label, so that the first increase is
// visible.
func Zero(c *prometheus.CounterVec, values ...string) *prometheus.CounterVec {
	for _, v := range values {
		c.WithLabelValues(v)
	}
	return c
}

// Other is the value of a bounded label for everything that has no value of its own.
const Other = "other"

// A Bounded label has a maximum number of values.
type Bounded struct {
	Max int // including Other

	mu   sync.Mutex
	seen map[string]bool
}

// Value returns the label for a value: the value itself if it is among the first, or else Other. It
// reports whether the label is new.
func (b *Bounded) Value(value string) (label string, isNew bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.seen[value] && len(b.seen) >= b.Max-1 {
		value = Other
	}
	if b.seen[value] {
		return value, false
	}
	if b.seen == nil {
		b.seen = map[string]bool{}
	}
	b.seen[value] = true
	return value, true
}
