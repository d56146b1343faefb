package server

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/tourmaline-opt/tourmaline/internal/broker"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/metrics"
)

// A Node tells what the metrics say about the process and machine of a server. Its functions may be
// nil.
type Node struct {
	Broker            func() (broker.Numbers, error) // numbers of the embedded broker
	CertificateExpiry func() time.Time
}

// A collector computes metrics when they are requested.
type collector struct{ server *Server }

// collectTimeout is the time limit for collecting metrics.
const collectTimeout = 2 * time.Second

// Describe implements prometheus.Collector. It sends nothing, because the metrics are known only
// when they are collected.
func (*collector) Describe(chan<- *prometheus.Desc) {}

// Collect implements prometheus.Collector.
func (c *collector) Collect(to chan<- prometheus.Metric) {
	s := c.server
	put := samples(to)
	put.jobs(s)
	put.requests(s)
	put.workers(s.dispatcher.Members())
	put.gauge("http_bytes_in_flight", "Bytes of requests and responses that this server holds in memory.", float64(s.memory.size()))
	put.gauge("watchers", "Open event streams.", float64(s.watchers.size()))
	put.gauge("clock_offset_seconds", "Clock of this server minus the common clock of the servers.", s.opt.Store.ClockOffset().Seconds())
	ctx, cancel := context.WithTimeout(context.Background(), collectTimeout)
	defer cancel()
	put.copies(s.opt.Store.Copies(ctx))
	if expiry := s.opt.Node.CertificateExpiry; expiry != nil {
		put.gauge("certificate_expiry_timestamp_seconds", "Time at which the certificate of this server expires, in seconds since 1970.", float64(expiry().Unix()))
	}
	if numbers := s.opt.Node.Broker; numbers != nil {
		if n, err := numbers(); err == nil {
			put.broker(n)
		}
	}
}

// samples receives the values of metrics.
type samples chan<- prometheus.Metric

func (to samples) put(kind prometheus.ValueType, d *prometheus.Desc, v float64, labels ...string) {
	to <- prometheus.MustNewConstMetric(d, kind, v, labels...)
}

// gauge puts a gauge without labels.
func (to samples) gauge(name, help string, v float64) {
	to.put(prometheus.GaugeValue, metrics.Desc(name, help), v)
}

func (to samples) jobs(s *Server) {
	count, states := s.opt.Hub.Count(""), metrics.Desc("jobs", "Stored jobs by state.", "state")
	for _, state := range cluster.States() {
		to.put(prometheus.GaugeValue, states, float64(count[state]), string(state))
	}
	q := s.dispatcher.Queue()
	to.gauge("queue_jobs", "Queued jobs that a worker may start now. Jobs held by a quota do not count.", float64(q.Jobs))
	to.gauge("queue_oldest_seconds", "Time that the oldest of these jobs has waited; 0 if no job is waiting.", q.Oldest.Seconds())
}

// requests puts the counters of dispatching and of webhooks.
func (to samples) requests(s *Server) {
	to.put(prometheus.CounterValue, metrics.Desc("claim_conflicts_total", "Jobs that another server claimed first."), float64(s.dispatcher.Conflicts()))
	sent := metrics.Desc("webhook_deliveries_total", "Attempts to deliver a webhook.", "outcome")
	counts := s.webhooks.Counts()
	for outcome, name := range map[string]string{"delivered": "delivered", "failed": "retried", "dropped": "dropped"} {
		to.put(prometheus.CounterValue, sent, float64(counts[outcome]), name)
	}
}

func (to samples) workers(members []cluster.Member) {
	type pool struct{ workers, slots, busy int }
	pools := map[string]pool{}
	for _, m := range members {
		p := pools[m.Pool]
		pools[m.Pool] = pool{p.workers + 1, p.slots + m.Slots, p.busy + m.Running}
	}
	workers := metrics.Desc("workers", "Live workers.", "pool")
	slots := metrics.Desc("worker_slots", "Jobs that the workers can run at the same time.", "pool")
	busy := metrics.Desc("worker_slots_busy", "Jobs that the workers are running.", "pool")
	for name, p := range pools {
		to.put(prometheus.GaugeValue, workers, float64(p.workers), name)
		to.put(prometheus.GaugeValue, slots, float64(p.slots), name)
		to.put(prometheus.GaugeValue, busy, float64(p.busy), name)
	}
}

// copies puts what the streams of the store tell. Without a leader, the size and the lag of a
// stream are unknown.
func (to samples) copies(all []cluster.Copy) {
	leads := metrics.Desc("broker_is_leader", "1 if this server leads the stream, otherwise 0.", "stream")
	lag := metrics.Desc("broker_replica_lag", "Messages that the copy of a stream on this server is behind its leader.", "stream")
	stored := metrics.Desc("stored_bytes", "Stored bytes by kind.", "kind")
	for _, c := range all {
		leader := 0.0
		if c.Leads {
			leader = 1
		}
		to.put(prometheus.GaugeValue, leads, leader, c.Stream)
		if c.Has {
			to.put(prometheus.GaugeValue, lag, float64(c.Lag), c.Stream)
		}
		if c.Known && c.Kind != "" {
			to.put(prometheus.GaugeValue, stored, float64(c.Bytes), c.Kind)
		}
		if c.Known && c.Stream == cluster.DeadLetterStream {
			to.gauge("dead_letters", "Dead letters that no operator has requeued or dropped.", float64(c.Messages))
		}
	}
}

// broker puts the numbers of the embedded broker.
func (to samples) broker(n broker.Numbers) {
	to.gauge("broker_connections", "Connections of workers, servers and nodes to the broker of this server.", float64(n.Connections))
	messages := metrics.Desc("broker_messages_total", "Messages of the broker of this server.", "direction")
	to.put(prometheus.CounterValue, messages, float64(n.MessagesIn), "in")
	to.put(prometheus.CounterValue, messages, float64(n.MessagesOut), "out")
	bytes := metrics.Desc("broker_bytes_total", "Bytes of these messages.", "direction")
	to.put(prometheus.CounterValue, bytes, float64(n.BytesIn), "in")
	to.put(prometheus.CounterValue, bytes, float64(n.BytesOut), "out")
	to.gauge("broker_storage_bytes", "Bytes on the disk of this server.", float64(n.Stored))
	if n.MaxStored > 0 {
		to.gauge("broker_storage_limit_bytes", "Bytes that the broker of this server may store.", float64(n.MaxStored))
	}
	if n.FreeKnown {
		to.gauge("disk_available_bytes", "Bytes that are free on the file system of the data folder.", float64(n.Free))
	}
}
