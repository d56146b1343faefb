package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/tourmaline-opt/tourmaline/internal/retry"
)

// beaconSubject is the subject on which servers announce themselves to each other.
const beaconSubject = "servers.beacon"

const (
	beaconEvery = 2 * time.Second
	// beaconAge is the time after which a silent server no longer counts.
	beaconAge = 7 * time.Second
)

// A beacon announces a server, the time on its clock and the speed of its disk.
type beacon struct {
	ID    string        `json:"id"`
	Clock time.Time     `json:"clock"`
	Sync  time.Duration `json:"sync,omitempty"` // of the last probe of the disk; 0 means unknown
	heard time.Time     // by the monotonic clock of the receiver
}

// A clock tells the time on which most servers agree. One wrong clock among three does not change
// it.
type clock struct {
	id     string
	quorum int // number of servers, including this one, that must be heard to know the common time
	local  func() time.Time

	mu      sync.Mutex
	servers map[string]beacon
	shift   time.Duration // from the local time to the common time, when a quorum was last heard
	sync    time.Duration // of the last probe of the disk; 0 means unknown
}

func newClock(id string, quorum int, local func() time.Time) *clock {
	return &clock{id: id, quorum: quorum, local: local, servers: map[string]beacon{}}
}

// run exchanges beacons with the other servers until the context is done.
func (c *clock) run(ctx context.Context, nc *nats.Conn) error {
	sub, err := nc.Subscribe(beaconSubject, func(m *nats.Msg) {
		var b beacon
		if json.Unmarshal(m.Data, &b) != nil || b.ID == "" {
			return
		}
		c.hear(b)
		if m.Reply != "" && b.ID != c.id {
			_ = c.announce(nc, m.Reply, "")
		}
	})
	if err != nil {
		return err
	}
	defer func() { _ = sub.Unsubscribe() }()
	for valid := true; valid; valid = retry.Sleep(ctx, beaconEvery) {
		_ = c.announce(nc, beaconSubject, "") // repeated soon
	}
	return nil
}

func (c *clock) announce(nc *nats.Conn, subject, reply string) error {
	c.mu.Lock()
	b := beacon{ID: c.id, Clock: c.local(), Sync: c.sync}
	c.mu.Unlock()
	data, err := json.Marshal(b)
	if err != nil {
		return err
	}
	return nc.PublishMsg(&nats.Msg{Subject: subject, Reply: reply, Data: data})
}

// askTime is the time that servers have to answer.
const askTime = 500 * time.Millisecond

// ask asks all servers for their time, and returns an error unless it then knows the time of most
// of them. A server that has just started, or was cut off from the others, has not heard their
// beacons yet: it asks before it deletes or ends jobs because of their age.
func (c *clock) ask(ctx context.Context, nc *nats.Conn) error {
	inbox := nc.NewInbox()
	sub, err := nc.Subscribe(inbox, func(m *nats.Msg) {
		var b beacon
		if json.Unmarshal(m.Data, &b) == nil && b.ID != "" {
			c.hear(b)
		}
	})
	if err != nil {
		return err
	}
	defer func() { _ = sub.Unsubscribe() }()
	if err := c.announce(nc, beaconSubject, inbox); err != nil {
		return err
	}
	retry.Sleep(ctx, askTime)
	if n := len(c.clocks()); n < c.quorum {
		return fmt.Errorf("heard the clocks of %d servers, including this one, expected at least %d", n, c.quorum)
	}
	return ctx.Err()
}

// await waits until this server knows the time of most servers, or until the context is done.
func (c *clock) await(ctx context.Context, nc *nats.Conn) {
	for c.quorum > 1 && c.ask(ctx, nc) != nil && retry.Sleep(ctx, pause) {
	}
}

func (c *clock) hear(b beacon) {
	c.mu.Lock()
	defer c.mu.Unlock()
	b.heard = time.Now()
	c.servers[b.ID] = b
	maps.DeleteFunc(c.servers, func(_ string, b beacon) bool { return time.Since(b.heard) > beaconAge })
}

// clocks returns the present time by the clock of every server that was heard lately, including
// this one.
func (c *clock) clocks() []time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := []time.Time{c.local()}
	for id, b := range c.servers {
		if id != c.id && time.Since(b.heard) <= beaconAge {
			all = append(all, b.Clock.Add(time.Since(b.heard)))
		}
	}
	return all
}

// now returns the lower median of the clocks of all servers. If there are too few, now relies on
// the last comparison of the local clock with the others.
func (c *clock) now() time.Time {
	all := c.clocks()
	local := all[0]
	slices.SortFunc(all, time.Time.Compare)
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(all) >= c.quorum {
		c.shift = all[(len(all)-1)/2].Sub(local)
	}
	return local.Add(c.shift).UTC()
}

// offset returns the difference between the clock of this server and the common clock.
func (c *clock) offset() time.Duration {
	common := c.now()
	return c.local().Sub(common)
}

// preference returns a function that reports whether this server is the preferred one for a job.
// Exactly one server is, if all servers hear each other.
func (c *clock) preference() func(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	ids := slices.Collect(maps.Keys(c.servers))
	if !slices.Contains(ids, c.id) {
		ids = append(ids, c.id)
	}
	slices.Sort(ids)
	own := uint32(slices.Index(ids, c.id))
	return func(id string) bool {
		h := fnv.New32a()
		_, _ = h.Write([]byte(id)) // never fails
		return h.Sum32()%uint32(len(ids)) == own
	}
}
