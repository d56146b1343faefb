package cluster

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// memberAge is how long a worker counts as alive after its last beat.
const memberAge = 15 * time.Second

// A Member is a live worker.
type Member struct {
	Name    string    `json:"name"`
	Host    string    `json:"host"`
	Pool    string    `json:"pool" doc:"Pool to which the key of the worker belongs."`
	Version string    `json:"version"`
	Cores   int       `json:"cores"`
	Memory  int64     `json:"memory,omitempty" doc:"Memory for jobs in bytes; missing if unknown."`
	Device  string    `json:"device,omitempty" doc:"OpenCL device that the worker uses in addition to its cores."`
	Slots   int       `json:"slots"` // maximum number of concurrent jobs
	Running int       `json:"running"`
	Since   time.Time `json:"since" doc:"Time at which this server first heard of the worker."`

	session string
	heard   time.Time
}

// members holds the live workers.
type members struct {
	mu        sync.Mutex
	bySession map[string]*Member
}

func (m *members) hear(pool string, w protocol.Worker, now time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	name := pool + "." + w.Session
	before := m.bySession[name]
	since := now
	if before != nil {
		since = before.Since
	}
	m.bySession[name] = &Member{
		Name: w.Name, Host: w.Host, Pool: pool, Version: w.Version, Cores: w.Cores, Memory: w.Memory, Device: w.Device,
		Slots: w.Slots, Running: w.Running, Since: since, session: w.Session, heard: time.Now(),
	}
}

func (m *members) expire(now time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	maps.DeleteFunc(m.bySession, func(_ string, of *Member) bool { return now.Sub(of.heard) > memberAge })
}

// Members returns the live workers, sorted by name.
func (d *Dispatcher) Members() (all []Member) {
	d.members.mu.Lock()
	defer d.members.mu.Unlock()
	for _, m := range d.members.bySession {
		all = append(all, *m)
	}
	slices.SortFunc(all, func(a, b Member) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.session, b.session)) })
	return all
}
