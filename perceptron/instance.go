package perceptron

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
)

// The limits of an instance. Rows are counted in sixteen bits, one of which must stay free. A cost
// is at most 60·mostEntries + 2·largest, far below 2^53, up to which float64 integers are exact.
const (
	largest     = 20_000      // maximum number of rows and of columns
	mostEntries = 100_000_000 // maximum number of matrix entries
)

// weight is the factor of |y| - y in the cost [KM99].
const weight = 30

// An Instance is a ±1 matrix and the products that its rows must have. It is immutable.
type Instance struct {
	Name string

	rows, cols int
	entries    []int8  // ±1, row by row
	products   []int32 // in ascending order
	wanted     []int32 // number of products for each height
}

// A Solution is a vector with an entry of 1 or -1 for each column.
type Solution []int8

// New returns an instance with the given matrix, row by row, and one product for each row, in any
// order. The instance retains entries.
func New(name string, cols int, entries []int8, products []int32) (*Instance, error) {
	rows := len(products)
	if err := checkSize(rows, cols); err != nil {
		return nil, err
	}
	if len(entries) != rows*cols {
		return nil, fmt.Errorf("got %d entries, expected %d·%d = %d", len(entries), rows, cols, rows*cols)
	}
	if i := slices.IndexFunc(entries, noSign); i >= 0 {
		return nil, fmt.Errorf("row %d, column %d is %d, expected 1 or -1", i/cols+1, i%cols+1, entries[i])
	}
	in := &Instance{Name: name, rows: rows, cols: cols, entries: entries, wanted: make([]int32, cols+1)}
	in.products = slices.Sorted(slices.Values(products))
	for _, y := range in.products {
		if err := checkProduct(y, cols); err != nil {
			return nil, err
		}
		in.wanted[in.height(y)]++
	}
	return in, nil
}

func checkSize(rows, cols int) error {
	if rows < 1 || rows > largest || cols < 1 || cols > largest {
		return fmt.Errorf("got %d rows and %d columns, expected 1 to %d of each", rows, cols, largest)
	}
	if rows*cols > mostEntries {
		return fmt.Errorf("%d rows and %d columns have %d entries, but the limit is %d", rows, cols, rows*cols, mostEntries)
	}
	return nil
}

// checkProduct returns an error if no row can have the product y.
func checkProduct(y int32, cols int) error {
	if y < 0 || int(y) > cols {
		return fmt.Errorf("product %d: expected 0 to %d, the number of columns", y, cols)
	}
	if (cols-int(y))%2 != 0 {
		return fmt.Errorf("product %d: a sum of %d terms of ±1 is always %s", y, cols, [2]string{"even", "odd"}[cols%2])
	}
	return nil
}

func noSign(v int8) bool { return v != 1 && v != -1 }

// Cols returns the number of columns, which is the length of a solution. It is n in [LSM13 §6.2].
func (in *Instance) Cols() int { return in.cols }

// Row returns the entries of a row. The caller must not change them.
func (in *Instance) Row(i int) []int8 { return in.entries[i*in.cols:][:in.cols:in.cols] }

// Products returns the required products in ascending order, one for each row. Their number is m in
// [LSM13 §6.2]. The caller must not change them.
func (in *Instance) Products() []int32 { return in.products }

// height returns the number of +1 terms in a row with the given product. Adjacent products differ
// by two, and adjacent heights by one.
func (in *Instance) height(product int32) int { return (int(product) + in.cols) / 2 }

// below returns |y| - y, where y is the product of a row of the given height.
func (in *Instance) below(height int) int { return max(0, 2*(in.cols-2*height)) }

// fall returns below after a fall from the given height minus below after a rise from it.
func (in *Instance) fall(height int) int { return in.below(height-1) - in.below(height+1) }

// Cost returns the cost of a valid vector, computed from scratch. It is a whole number, and 0 if
// and only if the vector is a solution.
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

// Check returns an error unless v is a valid vector for this instance.
func (in *Instance) Check(v Solution) error {
	if len(v) != in.cols {
		return fmt.Errorf("got %d entries for %d columns, expected one for each", len(v), in.cols)
	}
	if j := slices.IndexFunc(v, noSign); j >= 0 {
		return fmt.Errorf("entry %d is %d, expected 1 or -1", j+1, v[j])
	}
	return nil
}

// Hash returns a hash that identifies the instance by its content, regardless of its name.
func (in *Instance) Hash() string {
	h := sha256.New()
	fmt.Fprintf(h, "tourmaline/perceptron/v1 %d %d\n", in.rows, in.cols)
	for i := range in.rows {
		_ = binary.Write(h, binary.LittleEndian, in.Row(i)) // writing to a hash never fails
	}
	_ = binary.Write(h, binary.LittleEndian, in.products)
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}
