package format_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// TestNPYTypes reads the same matrix in every element type, byte order and storage order.
func TestNPYTypes(t *testing.T) {
	want := [][]int64{{0, 1, 2, 3}, {4, 0, 5, 6}, {7, 8, 0, 9}, {10, 11, 12, 0}}
	for descr, zero := range map[string]any{
		"f8": float64(0), "f4": float32(0), "i8": int64(0), "i4": int32(0), "i2": int16(0), "i1": int8(0),
		"u8": uint64(0), "u4": uint32(0), "u2": uint16(0), "u1": uint8(0),
	} {
		for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
			for _, fortran := range []bool{false, true} {
				file := npyMatrix(t, want, descr, zero, order, fortran)
				in := read(t, "a.npy", file, format.Options{})
				if diff := cmp.Diff(want, distances(in)); diff != "" {
					t.Errorf("%s %v fortran %v: %s", descr, order, fortran, diff)
				}
			}
		}
	}
}

func npyMatrix(t *testing.T, m [][]int64, descr string, zero any, order binary.ByteOrder, fortran bool) string {
	t.Helper()
	var b bytes.Buffer
	for i := range m {
		for j := range m {
			v := m[i][j]
			if fortran {
				v = m[j][i]
			}
			if err := binary.Write(&b, order, convert(zero, v)); err != nil {
				t.Fatal(err)
			}
		}
	}
	mark := map[bool]string{true: "<", false: ">"}[order == binary.LittleEndian]
	truth := map[bool]string{true: "True", false: "False"}[fortran]
	return npy(fmt.Sprintf("{'descr': '%s%s', 'fortran_order': %s, 'shape': (%d, %d), }   \n", mark, descr, truth, len(m), len(m))) + b.String()
}

func convert(zero any, v int64) any {
	switch zero.(type) {
	case float64:
		return float64(v)
	case float32:
		return float32(v)
	case int32:
		return int32(v)
	case int16:
		return int16(v)
	case int8:
		return int8(v)
	case uint64:
		return uint64(v)
	case uint32:
		return uint32(v)
	case uint16:
		return uint16(v)
	case uint8:
		return uint8(v)
	}
	return v
}

func TestNPYShapes(t *testing.T) {
	numbers := []float64{0, 1, 2, 3, 4, 5}
	for shape, want := range map[string]int{"(3, 2)": 2, "(2, 3)": 3} {
		in := read(t, "a.npy", npy("{'descr': '<f8', 'fortran_order': False, 'shape': "+shape+"}", numbers), format.Options{})
		if in.Dims() != want || !cmp.Equal(in.Coords(), numbers) {
			t.Errorf("%s: %d coordinates, %v", shape, in.Dims(), in.Coords())
		}
	}
	square := npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2)}", numbers[:4])
	if in := read(t, "a.npy", square, format.Options{}); in.Dims() != 0 {
		t.Error("a square is a matrix")
	}
	if in := read(t, "a.npy", square, format.Options{Metric: "EUC_2D"}); in.Dims() != 2 {
		t.Error("a square with a metric is places")
	}
	version2 := "\x93NUMPY\x02\x00\x40\x00\x00\x00" + fmt.Sprintf("%-64s", "{'descr':'|u1','fortran_order':False,'shape':(2,2)}") + "\x00\x07\x08\x00"
	if in := read(t, "stdin", version2, format.Options{}); in.Dist(0, 1) != 7 || in.Dist(1, 0) != 8 {
		t.Errorf("version 2: %v", distances(in))
	}
}

// Any instance can be written as a matrix, unless it is too large.
func TestNPYWrite(t *testing.T) {
	in := read(t, "a.csv", "x,y\n0,0\n3,4\n0,1.5\n", format.Options{})
	var b bytes.Buffer
	if err := format.Write(&b, in, format.NPY); err != nil {
		t.Fatal(err)
	}
	if header := b.Len() - 9*8; header%64 != 0 {
		t.Errorf("the data begin at byte %d", header)
	}
	out := read(t, "a.npy", b.String(), format.Options{})
	for _, e := range [][2]int32{{0, 1}, {1, 2}, {2, 0}} {
		if got, want := out.CostOf(out.Dist(e[0], e[1])), in.CostOf(in.Dist(e[0], e[1])); got-want > 1e-6 || want-got > 1e-6 {
			t.Errorf("%v: %v, expected %v", e, got, want)
		}
	}
	many := read(t, "a.csv", "x,y\n"+strings.Repeat("0,0\n", 33000), format.Options{})
	err := format.Write(&b, many, format.NPY)
	if err == nil || !strings.Contains(err.Error(), "33000 x 33000 distances is too large, expected at most 32768 cities") {
		t.Error(err)
	}
}
