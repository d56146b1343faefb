package tsp

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"slices"
)

// Coords returns the original coordinates, Dims per city, interleaved. It returns nil for an
// instance defined by a matrix or a function. The caller must not change the slice.
func (in *Instance) Coords() []float64 { return in.coords }

// Dims returns the number of coordinates per city: 2 or 3, or 0 for an instance without
// coordinates.
func (in *Instance) Dims() int { return in.dims }

// Hash returns a string that identifies the instance by its distances and its route. It does not
// depend on details or on the file format. An instance defined by a function is identified by the
// distances between consecutive cities.
func (in *Instance) Hash() string {
	if in.metric == closed {
		return in.plain.Base.Hash()
	}
	h := in.hashDistances()
	start, end := in.Ends()
	fmt.Fprintln(h, in.route.open, start, end, in.route.fixed)
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}

func (in *Instance) hashDistances() hash.Hash {
	h := sha256.New()
	fmt.Fprintf(h, "tourmaline/instance/v1 %v %d %d %v %v\n", in.metric, in.n, in.dims, in.asymmetric, in.scale)
	hashNumbers(h, in.coords)
	hashNumbers(h, in.weights)
	in.hashGiven(h)
	if in.metric == Function {
		for i := range int32(in.n - 1) {
			fmt.Fprintln(h, in.dist(i, i+1), in.dist(i+1, i))
		}
	}
	return h
}

// hashGiven hashes the distances before rounding, to distinguish matrices that are equal after
// rounding.
func (in *Instance) hashGiven(h hash.Hash) {
	if in.given == nil {
		return
	}
	row := make([]float64, in.n)
	for i := range row {
		for j := range row {
			if row[j] = 0; i != j {
				row[j] = in.unrounded(int32(i), int32(j))
			}
		}
		hashNumbers(h, row)
	}
}

// hashNumbers writes values to h. Its buffer is no larger than the data and at most 64 KB.
func hashNumbers[T int32 | float64](h hash.Hash, values []T) {
	for chunk := range slices.Chunk(values, 1<<13) {
		_ = binary.Write(h, binary.LittleEndian, chunk) // writing to a hash never fails
	}
}
