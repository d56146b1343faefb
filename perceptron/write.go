package perceptron

import (
	"bufio"
	"fmt"
	"io"
)

// Write writes an instance in the format of Read.
func Write(w io.Writer, in *Instance) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%s %d %d\n", header, in.rows, in.cols)
	for i := range in.rows {
		for _, a := range in.Row(i) {
			b.WriteByte(byte(between - int(a)))
		}
		b.WriteByte('\n')
	}
	fmt.Fprintln(b, footer)
	for i, y := range in.products {
		separator := byte(' ')
		if i%16 == 15 || i == in.rows-1 {
			separator = '\n'
		}
		fmt.Fprint(b, y)
		b.WriteByte(separator)
	}
	return b.Flush()
}
