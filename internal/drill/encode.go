package drill

import (
	"bufio"
	"fmt"
	"io"
)

// Encode writes a new drill file: the holes of each tool, x and y interleaved, in the given
// unit with three decimals.
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
