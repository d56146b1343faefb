package cl

import "math"

// DistanceWhole computes distance_whole of lib/distance.cl: the distance between two points with
// whole coordinates, rounded half up, exact below 2^24.
func DistanceWhole(a, b [2]int32) int32 {
	d2 := distanceSquare(a, b)
	r := uint64(math.Sqrt(float64(d2))) // exactly the floor, since d2 < 2^52
	if r*(r+1) < d2 {
		r++
	}
	return int32(r)
}

// DistanceWholeCeil computes distance_whole_ceil of lib/distance.cl: the distance between two
// points with whole coordinates, rounded up.
func DistanceWholeCeil(a, b [2]int32) int32 {
	d2 := distanceSquare(a, b)
	r := uint64(math.Sqrt(float64(d2)))
	if r*r < d2 {
		r++
	}
	return int32(r)
}

// DistanceReal computes distance_real of lib/distance.cl: the scaled distance, rounded half up.
func DistanceReal(a, b [2]float64, scale float64) int32 {
	return int32(float64(distanceLength(a, b)*scale) + 0.5)
}

// DistanceRealCeil computes distance_real_ceil of lib/distance.cl: the scaled distance, rounded up.
func DistanceRealCeil(a, b [2]float64, scale float64) int32 {
	return int32(math.Ceil(distanceLength(a, b) * scale))
}

func distanceSquare(a, b [2]int32) uint64 {
	dx, dy := int64(a[0])-int64(b[0]), int64(a[1])-int64(b[1])
	return uint64(dx*dx) + uint64(dy*dy)
}

func distanceLength(a, b [2]float64) float64 {
	dx, dy := a[0]-b[0], a[1]-b[1]
	return math.Sqrt(float64(dx*dx) + float64(dy*dy))
}
