package experiment

import (
	"os"
	"os/exec"
	"testing"
	"time"
)

func TestBusyTime(t *testing.T) {
	got, ok := busyTime("cpu  100 20 30 4000 500 6 7 8 90 9\ncpu0 1 1 1 1 1 1 1 1 1 1\n")
	if want := (100 + 20 + 30 + 6 + 7 + 8) * tick; !ok || got != want {
		t.Errorf("busy for %v, %v; want %v", got, ok, want)
	}
	for _, text := range []string{"", "cpu", "cpu 1 2 3 4 5 6 7 x", "intr 1 2 3 4 5 6 7 8 9"} {
		if _, ok := busyTime(text); ok {
			t.Errorf("%q has a busy time", text)
		}
	}
}

func TestOthers(t *testing.T) {
	before := usage{all: 10 * time.Second, own: time.Second}
	after := usage{all: 14 * time.Second, own: 3 * time.Second}
	if got := others(before, after, 4*time.Second); got != 0.5 {
		t.Errorf("%v cores, want 0.5", got)
	}
	if got := others(before, usage{all: 10 * time.Second, own: 2 * time.Second}, time.Second); got != 0 {
		t.Errorf("%v cores, want 0", got)
	}
}

func TestDisturbed(t *testing.T) {
	for _, c := range []struct {
		others    float64
		all, ours int
		want      bool
	}{
		{0.1, 2, 2, false}, {0.3, 2, 2, true}, {30, 64, 2, false}, {62.1, 64, 2, false}, {62.3, 64, 2, true}, {0.3, 0, 2, true},
	} {
		if got := disturbed(c.others, c.all, c.ours); got != c.want {
			t.Errorf("%+v: disturbed %v", c, got)
		}
	}
	if u, ok := cores(); !ok || u.cores < 1 {
		t.Errorf("%d cores, %v", u.cores, ok)
	}
}

// A meter measures the load of another program that keeps a core busy during a run, and ignores the
// run's own work.
func TestMeterSeesOtherPrograms(t *testing.T) {
	if os.Getenv("TOURMALINE_SPIN") != "" {
		for began := time.Now(); time.Since(began) < time.Minute; {
		}
		return
	}
	spin := exec.Command(os.Args[0], "-test.run", "^TestMeterSeesOtherPrograms$")
	spin.Env = append(os.Environ(), "TOURMALINE_SPIN=1")
	if err := spin.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = spin.Process.Kill(); _ = spin.Wait() }()
	m := startMeter()
	// The run itself also keeps a core busy.
	for began := time.Now(); time.Since(began) < 500*time.Millisecond; {
	}
	l, _ := m.stop()
	if l.Others == nil || *l.Others < 0.2 {
		t.Errorf("others kept %v cores busy, want about 1", l.Others)
	}
	if l.Before == nil || l.After == nil {
		t.Errorf("load %+v", l)
	}
}

func TestThisMachine(t *testing.T) {
	m := ThisMachine([]string{"a card"})
	if m.CPU == "" || m.Cores < 1 || m.Version == "" || len(m.Devices) != 1 {
		t.Errorf("%+v", m)
	}
}
