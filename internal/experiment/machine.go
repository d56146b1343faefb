package experiment

import (
	"runtime"
	"time"

	"github.com/tourmaline-opt/tourmaline"
)

// ThisMachine returns a description of this machine with the given devices.
func ThisMachine(devices []string) Machine {
	model, mhz := processor()
	return Machine{
		OS: runtime.GOOS, Arch: runtime.GOARCH, CPU: model, Cores: runtime.GOMAXPROCS(0), MHz: mhz,
		Devices: append([]string{}, devices...), Go: runtime.Version(), Version: tourmaline.Version(),
	}
}

// busyShare is the share of the cores that other programs may use before a run counts as disturbed.
// An idle system uses a few per cent of a core.
const busyShare = 0.1

// shortest is the minimum duration of a run whose load is measured. In shorter runs, the system's
// ticks are not precise enough.
const shortest = 10 * tick

// tick is the resolution of processor times.
const tick = 10 * time.Millisecond

// A meter measures the load of other programs during a run.
type meter struct {
	load  *float64
	began time.Time
	used  usage
	known bool
}

// usage contains the busy time of all cores and the busy time of this program.
type usage struct {
	all, own time.Duration
	cores    int // number of cores of the machine
}

func startMeter() meter {
	u, known := cores()
	return meter{loadAverage(), time.Now(), u, known}
}

// stop returns the load and reports whether other programs disturbed the run.
func (m meter) stop() (l Load, busy bool) {
	l = Load{Before: m.load, After: loadAverage()}
	u, known := cores()
	wall := time.Since(m.began)
	if !m.known || !known || wall < shortest {
		return l, false
	}
	others := others(m.used, u, wall)
	l.Others = &others
	return l, disturbed(others, u.cores, runtime.NumCPU())
}

// disturbed reports whether other programs used cores that this program may use. all is the number
// of cores of the machine, and ours is the number of cores that this program may use. Other
// programs may use the remaining cores, and up to busyShare of ours.
func disturbed(others float64, all, ours int) bool {
	return others > float64(max(all-ours, 0))+busyShare*float64(ours)
}

// others returns the number of cores that other programs kept busy.
func others(before, after usage, wall time.Duration) float64 {
	elsewhere := (after.all - before.all) - (after.own - before.own)
	return max(float64(elsewhere)/float64(wall), 0)
}
