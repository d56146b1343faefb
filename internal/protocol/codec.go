package protocol

import (
	"encoding/binary"
	"math"

	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

const (
	// MaxTrails is the maximum number of trails in a snapshot.
	MaxTrails = 20_000
	// TrailBytes is the size of a trail in a snapshot, in bytes.
	TrailBytes = 12
)

// TourBytes encodes a tour as in snapshots: city numbers as in the instance, from 0, as int32 in
// little-endian order.
func TourBytes(tour tsp.Tour) []byte {
	return encode(make([]byte, 0, 4*len(tour)), []int32(tour))
}

// EncodeTrails encodes trails as in snapshots, in little-endian order: the number of trails as
// uint32, then for each trail two cities as int32 and the strength as float32.
func EncodeTrails(trails []search.Trail) []byte {
	order := binary.LittleEndian
	data := order.AppendUint32(make([]byte, 0, 4+TrailBytes*len(trails)), uint32(len(trails)))
	for _, l := range trails {
		data = order.AppendUint32(order.AppendUint32(data, uint32(l.From)), uint32(l.To))
		data = order.AppendUint32(data, math.Float32bits(l.Strength))
	}
	return data
}

// IsTour reports whether the encoded cities contain every city from 0 to n-1 exactly once.
func IsTour(cities []byte, n int) bool {
	if len(cities) != 4*n {
		return false
	}
	seen := make([]bool, n)
	for i := range n {
		c := binary.LittleEndian.Uint32(cities[4*i:])
		if int64(c) >= int64(n) || seen[c] {
			return false
		}
		seen[c] = true
	}
	return true
}
