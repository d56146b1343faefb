// Package worker runs jobs for the servers of a service. A worker process needs a connection to the
// broker and nothing else: it receives jobs from a server and sends everything back to one.
package worker

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/diskcache"
	"github.com/tourmaline-opt/tourmaline/internal/inputs"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
	"github.com/tourmaline-opt/tourmaline/internal/tracing"
)

// Options configure a worker.
type Options struct {
	Name     string // for people; unique for each worker process
	Host     string
	Version  string
	Slots    int           // maximum number of concurrent jobs
	Cores    int           // number of cores shared by the jobs
	Memory   int64         // bytes of memory for jobs; 0 means unknown
	Device   device.Device // used by algorithms that support it; may be nil
	Limits   job.Limits
	Cache    int64  // size of the cache of parsed instances in bytes; 0 means 64 MiB
	CacheDir string // folder for instance files, used by no other process; "" means that they are not kept
	DirSize  int64  // maximum size of CacheDir in bytes; 0 means 4 GiB
	Log      *slog.Logger
	Tracer   *tracing.Tracer // nil records no traces

	Checkpoint time.Duration // longest time between checkpoints; 0 means 10 s
	Progress   time.Duration // shortest time between reports, except at the start; 0 means a second
	Grace      time.Duration // time that a stopping worker may take to save its jobs; 0 means 10 s
}

func (o Options) withDefaults() Options {
	o.Slots, o.Cores = max(o.Slots, 1), max(o.Cores, 1)
	o.Checkpoint, o.Progress, o.Grace = cmp.Or(o.Checkpoint, 10*time.Second), cmp.Or(o.Progress, time.Second), cmp.Or(o.Grace, 10*time.Second)
	o.Cache, o.DirSize, o.Log = cmp.Or(o.Cache, 64<<20), cmp.Or(o.DirSize, 4<<30), cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	return o
}

// A Worker requests jobs and runs them.
type Worker struct {
	nc      *nats.Conn
	client  *protocol.Client
	cache   *inputs.Cache
	disk    *diskcache.Cache // nil without CacheDir
	opt     Options
	session string
	lease   atomic.Int64 // a time.Duration; 0 before a server has answered

	accept    context.Context // done when the worker takes no more jobs
	drain     context.CancelFunc
	changed   chan struct{} // receives a value when a beat is due at once
	snapshots chan struct{} // limits concurrent snapshots
	pause     time.Duration // between attempts to end a job
	metrics   *workerMetrics

	mu       sync.Mutex
	attempts map[*attempt]struct{}
	warned   time.Time // of the last warning that no server answers
}

// New returns a worker of a pool. Run starts it.
func New(nc *nats.Conn, pool string, o Options) *Worker {
	w := &Worker{
		nc: nc, client: protocol.NewClient(nc, pool), opt: o.withDefaults(), session: strings.ToLower(rand.Text()),
		pause: finishPause, changed: make(chan struct{}, 1), snapshots: make(chan struct{}, maxSnapshots), attempts: map[*attempt]struct{}{},
	}
	w.accept, w.drain = context.WithCancel(context.Background())
	w.cache = inputs.New(w.opt.Cache, w.opt.Slots, w.loadInstance)
	w.client.Repeating = w.logOutage
	w.metrics = newMetrics(w)
	return w
}

// warnEvery is the shortest time between warnings that no server answers. During an outage, all
// slots repeat their requests.
const warnEvery = 10 * time.Second

func (w *Worker) logOutage(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if now := time.Now(); now.Sub(w.warned) >= warnEvery {
		w.warned = now
		w.opt.Log.Warn("no server answers: trying again", "error", err)
	}
}

// Join waits until a server accepts the worker. It fails if the server has another version of the
// protocol, or when ctx is done.
func (w *Worker) Join(ctx context.Context) error {
	welcome, err := protocol.Repeat(ctx, w.client, func() (protocol.Welcome, error) { return w.client.Hello(ctx, w.describe()) })
	if err != nil {
		return fmt.Errorf("cannot join the service: %w", err)
	}
	w.lease.Store(int64(welcome.Lease))
	w.opt.Log.Debug("joined the service", "server_version", welcome.Version, "lease", welcome.Lease)
	return nil
}

// Run runs jobs until ctx is done, and then saves the running jobs and returns them to the queue.
// It also returns when a server has drained the worker.
func (w *Worker) Run(ctx context.Context) error {
	defer w.drain()
	closeDisk, err := w.openDisk()
	if err != nil {
		return err
	}
	defer closeDisk()
	stop, err := w.client.Listen(w.session, w.obey)
	defer stop()
	if err == nil && w.lease.Load() == 0 {
		err = w.Join(ctx)
	}
	if err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return err
	}
	return w.runJoined(ctx)
}

// runJoined runs jobs after a server has accepted the worker. It returns an error if a server
// rejects the worker later.
func (w *Worker) runJoined(parent context.Context) error {
	ctx, cancel := context.WithCancelCause(parent)
	defer cancel(nil)
	defer context.AfterFunc(ctx, w.drain)()
	ended, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	var first sync.Once // all slots may be rejected
	reject := func(err error) {
		first.Do(func() { w.opt.Log.Error("stopping: the server rejects this worker", "error", err) })
		cancel(err)
	}
	var background sync.WaitGroup
	background.Go(func() { w.sendBeats(ended) })
	background.Go(func() { w.rejoin(ended, reject) })
	w.runSlots(ctx, reject)
	end()
	background.Wait()
	if parent.Err() != nil {
		return nil
	}
	return context.Cause(ctx)
}

// rejoin introduces the worker again after every reconnection, because the server may be another
// one. It calls reject and returns if that server rejects the worker.
func (w *Worker) rejoin(ctx context.Context, reject func(error)) {
	connected := w.nc.StatusChanged(nats.CONNECTED)
	defer w.nc.RemoveStatusListener(connected)
	for {
		select {
		case <-ctx.Done():
			return
		case <-connected:
		}
		switch err := w.Join(ctx); {
		case ctx.Err() != nil:
			return
		case err != nil:
			reject(err)
			return
		}
		w.beatNow()
	}
}
