package budget

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// MaxLine is the usual limit on a line or word of a text file, in bytes.
const MaxLine = 1 << 20

// Lines reads a text line by line, or word by word.
type Lines struct {
	*bufio.Scanner
	what string
	most int
}

// NewLines returns the lines of r, each of at most most bytes.
func NewLines(r io.Reader, most int) *Lines { return newScanner(r, "line", most, bufio.ScanLines) }

// NewWords returns the pieces of r that split finds, each of at most [MaxLine] bytes.
func NewWords(r io.Reader, split bufio.SplitFunc) *Lines {
	return newScanner(r, "word", MaxLine, split)
}

func newScanner(r io.Reader, what string, most int, split bufio.SplitFunc) *Lines {
	l := &Lines{bufio.NewScanner(r), what, most}
	l.Buffer(nil, most)
	l.Split(split)
	return l
}

// Err returns the first error that is not io.EOF.
func (l *Lines) Err() error {
	err := l.Scanner.Err()
	if errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("expected at most %s for a %s, found more", humanize.Bytes(int64(l.most)), l.what)
	}
	return err
}
