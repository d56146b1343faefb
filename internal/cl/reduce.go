package cl

import "math"

// Scan computes scan_exclusive of lib/scan.cl over a group: for each value, the sum of the
// preceding values, and the total of all values. All sums are modulo 2^32.
func Scan(values []uint32) (sums []uint32, total uint32) {
	sums = make([]uint32, len(values))
	for i, v := range values {
		sums[i] = total
		total += v
	}
	return sums, total
}

// ArgMin computes argmin_group of lib/argmin.cl: the smallest key and its index, with the lowest
// index on ties. Without keys, both results are math.MaxUint32.
func ArgMin(keys, indices []uint32) (key, index uint32) {
	key, index = math.MaxUint32, math.MaxUint32
	for i, k := range keys {
		if k < key || k == key && indices[i] < index {
			key, index = k, indices[i]
		}
	}
	return key, index
}

// KeyOfInt computes key_of_int of lib/argmin.cl. The keys sort in the same order as the integers.
func KeyOfInt(v int32) uint32 { return uint32(v) ^ 0x80000000 }

// KeyOfFloat computes key_of_float of lib/argmin.cl. The keys sort in the same order as the floats,
// with -0 before +0.
func KeyOfFloat(v float32) uint32 {
	bits := math.Float32bits(v)
	if bits>>31 != 0 {
		return ^bits
	}
	return bits ^ 0x80000000
}
