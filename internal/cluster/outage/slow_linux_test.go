package outage

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// slowWrites is the number of writes per second of a slow disk. A synced write of the broker takes
// three to five of them.
const slowWrites = 20

// The disk of one of three nodes is slow under load, first that of a follower, then that of the
// leader, which lets another node lead. The service accepts jobs all the time. No job is lost, and no
// job is done twice.
func TestOneDiskOfThreeIsSlow(t *testing.T) {
	testkit.Needs(t, "mkfs.ext4", "mount")
	if !testkit.Isolated(t) {
		return
	}
	c := onThisMachine(t)
	var folders []string
	for i := range c.settings {
		folders = append(folders, newDisk(t, 1<<30).folder)
		c.settings[i].Dir = filepath.Join(folders[i], "data")
	}
	c.start(t)
	for _, name := range []string{"worker0", "worker1"} {
		spawn(t, c.diary, "worker", name, workerSettings{Name: name, Keys: c.settings[0].Keys, Servers: c.servers()})
	}
	l := newLoad(shortSteps, c.all)
	stop := l.begin(t, 4, 50*time.Millisecond)
	l.grow(t, 10)
	n := outages(t)
	l.measure(t, c.diary, "all disks are fast", func() { l.grow(t, 40*n) })
	leader := c.leader(t)
	normal := testkit.SlowDisk(t, folders[(leader+1)%3], slowWrites)
	l.measure(t, c.diary, "the disk of a follower is slow", func() { l.grow(t, 40*n) })
	normal()
	normal = testkit.SlowDisk(t, folders[leader], slowWrites)
	l.measure(t, c.diary, "the disk of the leader is slow", func() {
		l.grow(t, n)
		await(t, "another leader", func() bool { return c.leader(t) != leader })
	})
	l.measure(t, c.diary, "another node has begun to lead", func() { l.grow(t, 40*n) })
	l.measure(t, c.diary, "the disk of the former leader is slow", func() { l.grow(t, 40*n) })
	normal()
	l.measure(t, c.diary, "all disks are fast again", func() { l.grow(t, 40*n) })
	stop()
	l.settle(t)
	onlyOnce(t, c.diary, l)
}
