package protocol

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

func zip(t *testing.T, data []byte) []byte {
	t.Helper()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return packed.Bytes()
}

// Invalid frames from a worker are rejected.
func TestWrongFramesAreRefused(t *testing.T) {
	packed, err := PackFrames([]Frame{{0, 0, 9, tsp.Tour{0, 1, 2, 3}}, {1.5, 3, 8, tsp.Tour{0, 2, 1, 3}}})
	if err != nil {
		t.Fatal(err)
	}
	data, err := UnpackFrames(packed, 4)
	if err != nil {
		t.Fatal(err)
	}
	want := append(encode(encode([]byte(framesMagic), []uint32{4, 2}), []float64{0, 0, 9, 1.5, 3, 8}), encode(nil, []int32{0, 1, 2, 3, 0, 2, 1, 3})...)
	if !bytes.Equal(data, want) {
		t.Fatalf("unpacked as %v, expected %v", data, want)
	}
	order := binary.LittleEndian
	changed := func(by func(data []byte)) []byte {
		wrong := bytes.Clone(data)
		by(wrong)
		return zip(t, wrong)
	}
	number := func(at int, to float64) []byte {
		return changed(func(data []byte) { order.PutUint64(data[at:], math.Float64bits(to)) })
	}
	word := func(at int, to uint32) []byte { return changed(func(data []byte) { order.PutUint32(data[at:], to) }) }
	tours := framesHeader + 2*frameHeader
	for name, wrong := range map[string][]byte{
		"nothing":             nil,
		"no gzip":             data,
		"half of it":          packed[:len(packed)/2],
		"no header":           zip(t, data[:5]),
		"another magic":       changed(func(data []byte) { data[3] = '2' }),
		"other cities":        word(4, 5),
		"no frames":           word(8, 0),
		"one frame":           word(8, 1),
		"more than there are": word(8, 3),
		"very many":           word(8, math.MaxUint32),
		"more behind":         zip(t, append(bytes.Clone(data), 0)),
		"bytes behind":        append(bytes.Clone(packed), 0),
		"two in one":          append(bytes.Clone(packed), packed...),
		"cut off":             zip(t, data[:len(data)-1]),
		"a bomb":              zip(t, append(bytes.Clone(data), make([]byte, 8<<20)...)),
		"no time":             number(framesHeader, math.NaN()),
		"a negative time":     number(framesHeader, -1),
		"a time that is over": number(framesHeader, 2),
		"no cost":             number(framesHeader+16, math.Inf(1)),
		"a city twice":        word(tours+4, 0),
		"a city too many":     word(tours+4, 4),
		"a negative city":     word(tours+16, math.MaxUint32),
	} {
		if _, err := UnpackFrames(wrong, 4); !errors.Is(err, ErrNoFrames) {
			t.Errorf("%s: %v, expected %v", name, err, ErrNoFrames)
		}
	}
	if _, err := UnpackFrames(packed, maxRecorded+1); !errors.Is(err, ErrNoFrames) {
		t.Errorf("of too many cities: %v", err)
	}
}

func TestFramesAreBounded(t *testing.T) {
	for n, want := range map[int]int{-1: 0, 0: 0, 1: 240, 4369: 240, 5000: 209, 131_072: 8, 2_000_000: 8, 2_000_001: 0} {
		if got := FrameCapacity(n); got != want {
			t.Errorf("%d frames of %d cities, expected %d", got, n, want)
		}
	}
}
