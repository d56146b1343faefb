package cluster

import (
	"fmt"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// admit rejects a worker with another version of the protocol, or with a description that could not
// come from a worker.
func (d *Dispatcher) admit(pool string, version int, w protocol.Worker) error {
	if version == protocol.Version {
		return checkWorker(w)
	}
	release := budget.Message(w.Version)
	err := fmt.Errorf("%w: server %s has version %d, worker %s has version %d", protocol.ErrVersion, d.opt.Version, protocol.Version, release, version)
	if now, last := time.Now().UnixNano(), d.warned.Load(); now-last >= int64(warnEvery) && d.warned.CompareAndSwap(last, now) {
		d.log.Warn("rejected a worker with another version of the protocol",
			"pool", pool, "worker", budget.Message(w.Name), "host", budget.Message(w.Host), "worker_version", release, "error", err)
	}
	return err
}

// warnEvery is the shortest time between warnings about workers with another version. A worker that
// was rejected is usually started again and again.
const warnEvery = 10 * time.Second
