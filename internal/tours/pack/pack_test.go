package pack_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/pack"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// scattered returns an instance of n uniform cities.
func scattered(t testing.TB, n int) *tsp.Instance {
	t.Helper()
	s := rng.At(1, 2, 3)
	coords := make([]float64, 2*n)
	for i := range coords {
		coords[i] = float64(s.IntN(1_000_000))
	}
	in, err := tsp.FromCoords(tsp.Euc2D, 2, coords)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func packer(t testing.TB, in *tsp.Instance) *pack.Packer {
	t.Helper()
	p, err := pack.New(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestToursAreUnpacked(t *testing.T) {
	matrix, err := tsp.FromMatrix(3, make([]float64, 9))
	if err != nil {
		t.Fatal(err)
	}
	for _, in := range []*tsp.Instance{scattered(t, 1), scattered(t, 2), scattered(t, 777), matrix} {
		p := packer(t, in)
		for seed := range uint64(5) {
			tour := start.Random(in.N(), seed)
			got, err := p.Unpack(p.Pack(tour))
			if err != nil || !slices.Equal(got, tour) {
				t.Errorf("%d cities: unpacked %v, %v, expected %v", in.N(), got, err, tour)
			}
		}
	}
}

// greedy returns a good tour.
func greedy(t testing.TB, in *tsp.Instance) tsp.Tour {
	t.Helper()
	l, err := near.Nearest(t.Context(), in, 8, 1)
	if err != nil {
		t.Fatal(err)
	}
	tour, err := start.Greedy(t.Context(), in, l, 1)
	if err != nil {
		t.Fatal(err)
	}
	return tour
}

// A good tour takes less than one and a half bytes per city, far fewer than a random one.
func TestGoodToursTakeFewBytes(t *testing.T) {
	in := scattered(t, 100_000)
	p, n := packer(t, in), float64(in.N())
	good, random := float64(len(p.Pack(greedy(t, in))))/n, float64(len(p.Pack(start.Random(in.N(), 1))))/n
	t.Logf("%.2f bytes per city of a greedy tour, %.2f of a random one", good, random)
	if good > 1.5 || random < 2.5 {
		t.Errorf("%.2f and %.2f bytes per city", good, random)
	}
}

func TestDamagedBytesAreNoTour(t *testing.T) {
	p := packer(t, scattered(t, 50))
	packed := p.Pack(start.Random(50, 1))
	low, high := slices.Clone(packed), slices.Clone(packed)
	low[0], high[len(high)-1] = 1, 0x80
	for name, data := range map[string][]byte{
		"nothing": nil, "a tour cut off": packed[:len(packed)-1], "bytes after a tour": append(slices.Clone(packed), 0), "a number below 0": low, "an open number": high,
	} {
		if _, err := p.Unpack(data); !errors.Is(err, pack.ErrNoTour) {
			t.Errorf("%s: %v, expected %v", name, err, pack.ErrNoTour)
		}
	}
}

func TestPackersStopWithTheirContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := pack.New(ctx, scattered(t, 1000)); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, expected %v", err, context.Canceled)
	}
}

// Bytes from another machine are a list of cities or an error.
func FuzzUnpack(f *testing.F) {
	in := scattered(f, 20)
	p := packer(f, in)
	f.Add(p.Pack(start.Random(20, 1)))
	f.Add([]byte{0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		tour, err := p.Unpack(data)
		if err != nil {
			return
		}
		if len(tour) != in.N() || slices.Min(tour) < 0 || int(slices.Max(tour)) >= in.N() {
			t.Errorf("unpacked %v", tour)
		}
	})
}

// BenchmarkPack shows the bytes per city of greedy tours.
func BenchmarkPack(b *testing.B) {
	for _, n := range []int{1000, 100_000, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			in := scattered(b, n)
			p, tour := packer(b, in), greedy(b, in)
			for b.Loop() {
				if _, err := p.Unpack(p.Pack(tour)); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(p.Pack(tour)))/float64(n), "bytes/city")
		})
	}
}
