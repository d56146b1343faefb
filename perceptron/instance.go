package perceptron

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
)

// The limits of an instance. Rows are counted in sixteen bits, of which one must be free;
// and a cost, at most 60·MostEntries + 2·Largest, is far below 2^53, up to which a float64
// is exact.
const (
	Largest     = 20_000      // rows, and columns
	MostEntries = 100_000_000 // of the matrix
)

// weight is what a product below zero costs, by its size [KM99].
const weight = 30

// An Instance is a matrix of ±1 and the products that its rows are to have. It does
// not change.
type Instance struct {
	Name string

	rows, cols int
	entries    []int8  // ±1, row by row
	products   []int32 // ascending
	wanted     []int32 // how many products there are of each height
}

// A Solution is a vector of ±1, one for each column.
type Solution []int8

// New makes an instance of a matrix, given row by row, and of as many products as it
// has rows, in any order. It keeps the entries.
func New(name string, cols int, entries []int8, products []int32) (*Instance, error) {
	rows := len(products)
	if err := checkSize(rows, cols); err != nil {
		return nil, err
	}
	if len(entries) != rows*cols {
		return nil, fmt.Errorf("%d entries, expected %d·%d = %d", len(entries), rows, cols, rows*cols)
	}
	if i := slices.IndexFunc(entries, noSign); i >= 0 {
		return nil, fmt.Errorf("row %d, column %d is %d, expected 1 or -1", i/cols+1, i%cols+1, entries[i])
	}
	in := &Instance{Name: name, rows: rows, cols: cols, entries: entries}
	in.products = slices.Sorted(slices.Values(products))
	in.wanted = make([]int32, cols+1)
	for _, y := range in.products {
		if err := checkProduct(y, cols); err != nil {
			return nil, err
		}
		in.wanted[in.height(y)]++
	}
	return in, nil
}

func checkSize(rows, cols int) error {
	if rows < 1 || rows > Largest || cols < 1 || cols > Largest {
		return fmt.Errorf("%d rows and %d columns, expected 1 to %d of each", rows, cols, Largest)
	}
	if rows*cols > MostEntries {
		return fmt.Errorf("%d rows and %d columns have %d entries, the limit is %d", rows, cols, rows*cols, MostEntries)
	}
	return nil
}

// checkProduct refuses what no row can have.
func checkProduct(y int32, cols int) error {
	if y < 0 || int(y) > cols {
		return fmt.Errorf("a product of %d, expected 0 to %d, the number of columns", y, cols)
	}
	if (cols-int(y))%2 != 0 {
		return fmt.Errorf("a product of %d, but sums of %d numbers ±1 are %s", y, cols, [2]string{"even", "odd"}[cols%2])
	}
	return nil
}

func noSign(v int8) bool { return v != 1 && v != -1 }

// Rows is how many there are, m in [LSM13 §6.2].
func (in *Instance) Rows() int { return in.rows }

// Cols is how many columns there are and how long a solution is, n in [LSM13 §6.2].
func (in *Instance) Cols() int { return in.cols }

// Row has the entries of a row. They are not to be changed.
func (in *Instance) Row(i int) []int8 { return in.entries[i*in.cols:][:in.cols:in.cols] }

// Products are those that the rows are to have, ascending. They are not to be changed.
func (in *Instance) Products() []int32 { return in.products }

// The height of a row is how many of its terms are +1. Products are two apart, heights
// are one.
func (in *Instance) height(product int32) int { return (int(product) + in.cols) / 2 }

// below is |y| - y of the product y of a height.
func (in *Instance) below(height int) int { return max(0, 2*(in.cols-2*height)) }

// fall is by how much more a row that comes down from a height is below zero than one
// that goes up from there.
func (in *Instance) fall(height int) int { return in.below(height-1) - in.below(height+1) }

// Cost is computed from scratch, of a vector that Check has nothing against. It is 0
// if that is solved, and a whole number.
func (in *Instance) Cost(v Solution) float64 {
	surplus := slices.Clone(in.wanted)
	cost := 0
	for i := range in.rows {
		var y int32
		for j, a := range in.Row(i) {
			y += int32(a) * int32(v[j])
		}
		h := in.height(y)
		cost += weight * in.below(h)
		surplus[h]--
	}
	for _, d := range surplus {
		cost += int(max(d, -d))
	}
	return float64(cost)
}

// Check tells why v is no vector for this instance.
func (in *Instance) Check(v Solution) error {
	if len(v) != in.cols {
		return fmt.Errorf("%d entries for %d columns", len(v), in.cols)
	}
	if j := slices.IndexFunc(v, noSign); j >= 0 {
		return fmt.Errorf("entry %d is %d, expected 1 or -1", j+1, v[j])
	}
	return nil
}

// Hash tells instances apart, whatever they are called.
func (in *Instance) Hash() string {
	h := sha256.New()
	fmt.Fprintf(h, "tourmaline/perceptron/v1 %d %d\n", in.rows, in.cols)
	var row []byte
	for i := range in.rows {
		row = row[:0]
		for _, a := range in.Row(i) {
			row = append(row, byte(a))
		}
		h.Write(row)
	}
	row = row[:0]
	for _, y := range in.products {
		row = binary.LittleEndian.AppendUint32(row, uint32(y))
	}
	h.Write(row)
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}
