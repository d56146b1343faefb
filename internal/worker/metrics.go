package worker

import (
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/tourmaline-opt/tourmaline/internal/metrics"
)

// A phase is what an attempt is doing.
type phase int32

const (
	fetching phase = iota // reading the instance and the checkpoint
	running
	saving // sending the result, or the last checkpoint
)

// phases are the values of the label state.
var phases = [...]string{fetching: "fetching", running: "running", saving: "saving"}

// workerMetrics holds the metrics of a worker.
type workerMetrics struct {
	registry    *prometheus.Registry
	steps       atomic.Uint64 // of attempts that have ended
	checkpoints prometheus.Counter
	saving      prometheus.Histogram
	migrants    *prometheus.CounterVec
}

func newMetrics(w *Worker) *workerMetrics {
	m := &workerMetrics{
		registry:    metrics.NewRegistry(w.opt.Version),
		checkpoints: metrics.Counter("worker_checkpoints_total", "Checkpoints that a server has stored."),
		saving:      metrics.Histogram("worker_checkpoint_duration_seconds", "Time to write and to send a checkpoint.", .001, .005, .01, .05, .1, .5, 1, 2, 5, 10, 30),
		migrants:    metrics.Counters("worker_migrants_total", "Tours that jobs of archipelagos have sent, and that have arrived, by what became of them.", "outcome"),
	}
	metrics.Zero(m.migrants, migrantSent, migrantTaken, migrantNoBest, migrantRefused)
	m.registry.MustRegister(m.checkpoints, m.saving, m.migrants, &collector{worker: w})
	return m
}

// Metrics returns the metrics of this worker.
func (w *Worker) Metrics() *prometheus.Registry { return w.metrics.registry }

// Joined reports whether the worker has a connection to a server that has accepted it, and takes
// jobs.
func (w *Worker) Joined() bool {
	return w.lease.Load() != 0 && w.nc.IsConnected() && w.accept.Err() == nil
}

// A collector computes metrics when they are requested.
type collector struct{ worker *Worker }

// Describe implements prometheus.Collector. It sends nothing, because the metrics are known only
// when they are collected.
func (*collector) Describe(chan<- *prometheus.Desc) {}

// Collect implements prometheus.Collector.
func (c *collector) Collect(to chan<- prometheus.Metric) {
	counts, steps := c.worker.count()
	jobs := metrics.Desc("worker_jobs", "Jobs of this worker.", "state")
	for p, name := range phases {
		to <- prometheus.MustNewConstMetric(jobs, prometheus.GaugeValue, float64(counts[p]), name)
	}
	all := metrics.Desc("worker_steps_total", "Steps of all searches of this worker.")
	to <- prometheus.MustNewConstMetric(all, prometheus.CounterValue, float64(steps))
}

// count returns the number of attempts in each phase, and the number of steps of all attempts.
func (w *Worker) count() (jobs [len(phases)]int, steps uint64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	steps = w.metrics.steps.Load()
	for a := range w.attempts {
		jobs[a.phase.Load()]++
		steps += a.steps.Load()
	}
	return jobs, steps
}

// saved counts a checkpoint that was written and sent since began.
func (m *workerMetrics) saved(took time.Duration) {
	m.checkpoints.Inc()
	m.saving.Observe(took.Seconds())
}
