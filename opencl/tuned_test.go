package opencl

import (
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/tourmaline-opt/tourmaline/device"
)

// cache sets the user cache folder to a temporary one on any system.
func cache(t *testing.T) string {
	dir := t.TempDir()
	for _, name := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} {
		t.Setenv(name, dir)
	}
	return dir
}

// Launches are stored by device and driver, without affecting those of other devices.
func TestTunedIsKept(t *testing.T) {
	cache(t)
	card := clDevice{info: device.Info{Platform: "P", Name: "card", Driver: "1"}}
	other, newer := card, card
	other.info.Name, newer.info.Driver = "other", "2"
	if got := card.Tuned(); len(got) != 0 {
		t.Errorf("before anything was stored: %v", got)
	}
	want := map[string]Launch{"find_two_opt": {Group: 64, Wave: 4096}}
	for _, d := range []clDevice{other, card} {
		if _, err := d.Store(want); err != nil {
			t.Fatal(err)
		}
	}
	for _, d := range []clDevice{other, card} {
		if got := d.Tuned(); !maps.Equal(got, want) {
			t.Errorf("%s: %v, want %v", d.info.Name, got, want)
		}
	}
	if got := newer.Tuned(); len(got) != 0 {
		t.Errorf("another driver: %v", got)
	}
}

// A damaged file is treated as missing and is replaced.
func TestTunedSurvivesABrokenFile(t *testing.T) {
	cache(t)
	card := clDevice{info: device.Info{Name: "card"}}
	file, err := card.Store(map[string]Launch{"a": {Group: 1, Wave: 1}})
	if err != nil {
		t.Fatal(err)
	}
	if filepath.Base(file) != "launches.json" {
		t.Errorf("stored in %s", file)
	}
	if err := os.WriteFile(file, []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := card.Tuned(); got != nil {
		t.Errorf("from a broken file: %v", got)
	}
	want := map[string]Launch{"b": {Group: 2, Wave: 2}}
	if _, err := card.Store(want); err != nil {
		t.Fatal(err)
	}
	if got := card.Tuned(); !maps.Equal(got, want) {
		t.Errorf("after storing again: %v", got)
	}
}

func TestTuneSettlesEveryKernel(t *testing.T) {
	d, cities := find(t, Options{}), 1000
	if d.info.Platform == "Oclgrind" { // Oclgrind is a thousand times slower
		cities = 12
	}
	launches, err := d.Tune(t.Context(), cities)
	if err != nil {
		t.Fatal(err)
	}
	for _, kernel := range []string{"prepare_tour", "find_two_opt", "find_three_opt", "best_of_city", "claim_city", "choose_moves"} {
		if l := launches[kernel]; l.Group < 1 || l.Wave%l.Group != 0 {
			t.Errorf("%s: %+v", kernel, l)
		}
	}
}
