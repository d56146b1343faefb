package catalog_test

import (
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/catalog"
	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
)

// cache makes a cache folder for this test, wherever the machine has its own.
func cache(t *testing.T) string {
	dir := t.TempDir()
	for _, name := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} {
		t.Setenv(name, dir)
	}
	return dir
}

// What was found best is kept by device and driver, beside that of others.
func TestTunedIsKept(t *testing.T) {
	cache(t)
	card := cl.Info{Platform: "P", Name: "card", Driver: "1"}
	other, newer := card, card
	other.Name, newer.Driver = "other", "2"
	if got := catalog.Tuned(card); len(got) != 0 {
		t.Errorf("before anything was stored: %v", got)
	}
	want := catalog.Launches{"find_two_opt": {Group: 64, Wave: 4096}}
	for _, i := range []cl.Info{other, card} {
		if _, err := catalog.StoreTuned(i, want); err != nil {
			t.Fatal(err)
		}
	}
	for _, i := range []cl.Info{other, card} {
		if got := catalog.Tuned(i); !maps.Equal(got, want) {
			t.Errorf("%s: %v, want %v", i.Name, got, want)
		}
	}
	if got := catalog.Tuned(newer); len(got) != 0 {
		t.Errorf("another driver: %v", got)
	}
}

// A file that is broken is as good as none, and is replaced.
func TestTunedSurvivesABrokenFile(t *testing.T) {
	cache(t)
	card := cl.Info{Name: "card"}
	file, err := catalog.StoreTuned(card, catalog.Launches{"a": {Group: 1, Wave: 1}})
	if err != nil {
		t.Fatal(err)
	}
	if filepath.Base(file) != "launches.json" {
		t.Errorf("stored in %s", file)
	}
	if err := os.WriteFile(file, []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := catalog.Tuned(card); got != nil {
		t.Errorf("from a broken file: %v", got)
	}
	want := catalog.Launches{"b": {Group: 2, Wave: 2}}
	if _, err := catalog.StoreTuned(card, want); err != nil {
		t.Fatal(err)
	}
	if got := catalog.Tuned(card); !maps.Equal(got, want) {
		t.Errorf("after storing again: %v", got)
	}
}

func TestTuneSettlesEveryKernel(t *testing.T) {
	launches, err := catalog.Tune(t.Context(), cltest.Device(t), 1000)
	if err != nil {
		t.Fatal(err)
	}
	for _, kernel := range []string{"prepare_tour", "find_two_opt", "find_three_opt", "best_of_city", "claim_city", "choose_moves"} {
		if l := launches[kernel]; l.Group < 1 || l.Wave%l.Group != 0 {
			t.Errorf("%s: %+v", kernel, l)
		}
	}
}
