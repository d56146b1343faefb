package drill

import (
	"bufio"
	"fmt"
	"io"
	"math"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Encode writes a new drill file. holes contains the coordinates of each tool, x and y interleaved,
// which are written in the given unit with three decimals.
func Encode(w io.Writer, unit, comment string, tools []Tool, holes [][]float64) error {
	b := bufio.NewWriter(w)
	word := "METRIC"
	if unit == Inch {
		word = "INCH"
	}
	fmt.Fprintf(b, "M48\n; %s\nFMAT,2\n%s\n", comment, word)
	for _, t := range tools {
		fmt.Fprintf(b, "T%dC%.3f\n", t.Number, t.Diameter)
	}
	fmt.Fprint(b, "%\nG90\nG05\n")
	for i, t := range tools {
		fmt.Fprintf(b, "T%d\n", t.Number)
		for k := 0; k+1 < len(holes[i]); k += 2 {
			fmt.Fprintf(b, "X%.3fY%.3f\n", holes[i][k], holes[i][k+1])
		}
	}
	fmt.Fprint(b, "T0\nM30\n")
	return b.Flush()
}

// EncodeBoard writes a generated board, which has coordinates in thousandths of an inch. Holes on
// the pin raster have a separate tool; the other holes are vias.
func EncodeBoard(w io.Writer, in *tsp.Instance) error {
	const raster = 100
	tools := []Tool{{Number: 1, Diameter: 0.012}, {Number: 2, Diameter: 0.035}}
	holes := make([][]float64, len(tools))
	xy := in.Coords()
	for i := 0; i < len(xy); i += 2 {
		tool := 0
		if math.Mod(xy[i], raster) == 0 && math.Mod(xy[i+1], raster) == 0 {
			tool = 1
		}
		holes[tool] = append(holes[tool], xy[i]/1000, xy[i+1]/1000)
	}
	return Encode(w, Inch, in.Details().Comment, tools, holes)
}
