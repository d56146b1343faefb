package experiment

import (
	"runtime"
	"time"

	"github.com/tourmaline-opt/tourmaline"
)

// ThisMachine describes the machine that the program runs on. The devices are those that
// the caller knows of.
func ThisMachine(devices []string) Machine {
	model, mhz := processor()
	return Machine{
		OS: runtime.GOOS, Arch: runtime.GOARCH, CPU: model, Cores: runtime.GOMAXPROCS(0), MHz: mhz,
		Devices: append([]string{}, devices...), Go: runtime.Version(), Version: tourmaline.Version(),
	}
}

// busyShare of the cores may be at work for others before a run counts as disturbed. An
// idle system needs some per cent of a core for itself.
const busyShare = 0.1

// shortest is the time of a run below which the system's ticks are too coarse to tell.
const shortest = 10 * tick

// tick is how exactly systems know what their cores have done.
const tick = 10 * time.Millisecond

// A meter tells what other programs do while a run is made.
type meter struct {
	load  *float64
	began time.Time
	used  usage
	known bool
}

// usage is the time that all cores of the machine, and this program on them, were busy.
type usage struct {
	all, own time.Duration
	cores    int // of the machine
}

func startMeter() meter {
	u, known := cores()
	return meter{loadAverage(), time.Now(), u, known}
}

// stop tells the load, and whether others have disturbed the run.
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

// disturbed tells whether others took cores that this program may use: of a machine with
// more cores than that, they may have the rest.
func disturbed(others float64, all, ours int) bool {
	return others > float64(max(all-ours, 0))+busyShare*float64(ours)
}

// others is how many cores were busy with other programs.
func others(before, after usage, wall time.Duration) float64 {
	elsewhere := (after.all - before.all) - (after.own - before.own)
	return max(float64(elsewhere)/float64(wall), 0)
}
