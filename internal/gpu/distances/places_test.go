package distances

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// able is a device without limitations.
var able = device.Info{Double: true, MaxBuffer: math.MaxUint64}

func points(t *testing.T, m tsp.Metric, all ...tsp.Point) *tsp.Instance {
	t.Helper()
	in, err := tsp.FromPoints(m, all)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// The data that a device receives depend on the instance and on whether the device supports double
// precision.
func TestPlaces(t *testing.T) {
	single := able
	single.Double = false
	whole := []tsp.Point{{10, 20}, {13, 24}, {10, 25}}
	parts := []tsp.Point{{0.5, 20}, {13, 24}, {10, 25}}
	for name, c := range map[string]struct {
		on    device.Info
		in    *tsp.Instance
		place int
		ints  bool
		size  int
	}{
		"whole coordinates":  {single, points(t, tsp.Euc2D, whole...), 0, true, 6},
		"rounded up":         {single, points(t, tsp.Ceil2D, whole...), 1, true, 6},
		"parts":              {able, points(t, tsp.Euc2D, parts...), 2, false, 6},
		"parts, in a matrix": {single, points(t, tsp.Euc2D, parts...), 4, true, 9},
		"blocks":             {able, points(t, tsp.Man2D, whole...), 4, true, 9},
		"globe":              {able, points(t, tsp.Haversine, whole...), 5, false, 9},
	} {
		p, err := NewPlace(c.on, c.in)
		if err != nil {
			t.Fatal(err)
		}
		data, err := p.Data(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		size, bytes := 0, 0
		switch d := data.(type) {
		case []int32:
			size, bytes = len(d), 4*len(d)
		case []float64:
			size, bytes = len(d), 8*len(d)
		}
		if _, ints := data.([]int32); p.Defines()["PLACE"] != c.place || ints != c.ints || size != c.size || uint64(bytes) != p.Bytes() {
			t.Errorf("%s: %v, %d of %T, said to be %d bytes", name, p.Defines(), size, data, p.Bytes())
		}
	}
}

// A matrix contains all distances. It is not computed if the device cannot hold it or if the caller
// cancels.
func TestMatrix(t *testing.T) {
	in := points(t, tsp.Man2D, tsp.Point{0, 0}, tsp.Point{1, 2}, tsp.Point{5, 5})
	p, err := NewPlace(able, in)
	if err != nil {
		t.Fatal(err)
	}
	data, err := p.Data(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i, d := range data.([]int32) {
		if want := in.Dist(int32(i/3), int32(i%3)); int64(d) != want {
			t.Errorf("from %d to %d: %d, want %d", i/3, i%3, d, want)
		}
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Data(cancelled); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	small, err := NewPlace(device.Info{MaxBuffer: 35}, in)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := small.Data(t.Context()); err == nil {
		t.Error("a matrix of 36 bytes for a buffer of 35")
	}
}
