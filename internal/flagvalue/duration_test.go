package flagvalue

import (
	"testing"
	"time"
)

func TestDuration(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"30s": 30 * time.Second, "2m30s": 150 * time.Second, "1.5": 1500 * time.Millisecond,
		"90d": 90 * 24 * time.Hour, "1d12h": 36 * time.Hour, "65535d": 65535 * 24 * time.Hour,
	} {
		var d Duration
		if err := d.Set(text); err != nil || time.Duration(d) != want {
			t.Errorf("%s: got %v (%v), want %v", text, time.Duration(d), err, want)
		}
	}
	for _, text := range []string{"", "0", "0d", "-1d", "d", "1.5d", "65536d", "1d-2h", "1d24h", "1dd", "1d1d", "soon"} {
		var d Duration
		if err := d.Set(text); err == nil {
			t.Errorf("%q is %v", text, time.Duration(d))
		}
	}
}

func TestSize(t *testing.T) {
	for text, want := range map[string]Size{"1": 1, "8GB": 8e9, "512 MiB": 512 << 20, "1.5kb": 1500, "2TiB": 2 << 40} {
		var s Size
		if err := s.Set(text); err != nil || s != want {
			t.Errorf("%s: %d (%v), want %d", text, s, err, want)
		}
	}
	for _, text := range []string{"", "0", "-1", "x", "1PB", "1e30"} {
		if err := new(Size).Set(text); err == nil {
			t.Errorf("%q was accepted", text)
		}
	}
	none := SizeOrZero(7)
	if err := none.Set("0"); err != nil || none != 0 {
		t.Errorf("%d, %v", none, err)
	}
	if err := none.Set("1KiB"); err != nil || none.String() != "1024" {
		t.Errorf("%s, %v", &none, err)
	}
}

func TestSeed(t *testing.T) {
	for text, want := range map[string]Seed{"7": 7, "007": 7, "1,000_000": 1_000_000, "18446744073709551615": 1<<64 - 1} {
		var s Seed
		if err := s.Set(text); err != nil || s != want {
			t.Errorf("%s: %d (%v), want %d", text, s, err, want)
		}
	}
	for _, text := range []string{"", "-1", "1.5", "18446744073709551616"} {
		if err := new(Seed).Set(text); err == nil {
			t.Errorf("%q was accepted", text)
		}
	}
}

// A value that is not set is shown as "", and --help names the type of each value.
func TestStrings(t *testing.T) {
	d, size, orZero, seed := Duration(90*time.Second), Size(2048), SizeOrZero(1024), Seed(7)
	for _, c := range []struct {
		value      interface{ String() string }
		kind, want string
	}{
		{new(Duration), new(Duration).Type(), "duration "}, {&d, d.Type(), "duration 1m30s"},
		{new(Size), new(Size).Type(), "size "}, {&size, size.Type(), "size 2048"},
		{new(SizeOrZero), new(SizeOrZero).Type(), "size "}, {&orZero, orZero.Type(), "size 1024"},
		{new(Seed), new(Seed).Type(), "number 0"}, {&seed, seed.Type(), "number 7"},
	} {
		if got := c.kind + " " + c.value.String(); got != c.want {
			t.Errorf("%q, expected %q", got, c.want)
		}
	}
}

// Sizes are from 1 byte to less than 2^62 bytes, and a unit is used once.
func TestLimitsOfSizes(t *testing.T) {
	for text, want := range map[string]bool{"0.9": false, "1b": true, "4611686018427387903": false, "4000000TB": true, "4TiBB": false, "1KiBKiB": false} {
		if err := new(Size).Set(text); (err == nil) != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}
