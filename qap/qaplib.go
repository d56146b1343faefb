package qap

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
)

// Read reads a QAPLIB instance: the number of facilities and two matrices of integers, separated by
// white space. The name appears in messages and results.
func Read(r io.Reader, name string) (*Instance, error) {
	t := newTokens(r, name)
	n, err := t.number("the number of facilities")
	if err != nil {
		return nil, err
	}
	if n < 1 || n > Largest {
		return nil, t.fault("expected the number of facilities, from 1 to %d, found %d", Largest, n)
	}
	size := int(n)
	a, err := t.matrix(size, "a number of the first matrix")
	if err != nil {
		return nil, err
	}
	b, err := t.matrix(size, "a number of the second matrix")
	if err != nil {
		return nil, err
	}
	if err := t.end("expected the end of the file after two %d×%d matrices", size, size); err != nil {
		return nil, err
	}
	in, err := New(name, size, a, b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return in, nil
}

// Write writes an instance in QAPLIB format.
func Write(w io.Writer, in *Instance) error {
	b := bufio.NewWriter(w)
	_, _ = fmt.Fprintln(b, in.n)
	for _, m := range [][]int64{in.a, in.b} {
		for i := range in.n {
			_ = b.WriteByte('\n')
			for _, v := range m[i*in.n:][:in.n] {
				_ = b.WriteByte(' ')
				_, _ = b.WriteString(strconv.FormatInt(v, 10))
			}
		}
		_ = b.WriteByte('\n')
	}
	return b.Flush() // returns any earlier error
}

// ErrNoAssignment indicates that the numbers in a file are not an assignment.
var ErrNoAssignment = errors.New("not an assignment")

// ReadSolution reads a QAPLIB .sln file: the number of facilities, a cost, and the places, counted
// from 1. Some files list the facility of each place instead of the place of each facility.
// ReadSolution uses that interpretation if only that interpretation gives the stated cost.
func ReadSolution(r io.Reader, name string, in *Instance) (p Assignment, stated int64, err error) {
	t := newTokens(r, name)
	n, err := t.number("the number of facilities")
	if err != nil {
		return nil, 0, err
	}
	if n != int64(in.n) {
		return nil, 0, t.fault("%w: the solution has %d facilities, but %s has %d", ErrNoAssignment, n, in.Name, in.n)
	}
	if stated, err = t.number("the cost"); err != nil {
		return nil, 0, err
	}
	if p, err = t.places(in.n); err != nil {
		return nil, 0, err
	}
	if err := in.Check(p); err != nil {
		return nil, 0, fmt.Errorf("%s: %w: %w", name, ErrNoAssignment, err)
	}
	if q := p.Inverse(); in.Cost(p) != float64(stated) && in.Cost(q) == float64(stated) {
		return q, stated, nil
	}
	return p, stated, nil
}

// WriteSolution writes an assignment in QAPLIB format.
func WriteSolution(w io.Writer, in *Instance, p Assignment) error {
	b := bufio.NewWriter(w)
	_, _ = fmt.Fprintf(b, "%d %.0f\n", in.n, in.Cost(p))
	for i, at := range p {
		if i > 0 {
			_ = b.WriteByte(' ')
		}
		_, _ = b.WriteString(strconv.Itoa(int(at) + 1))
	}
	_ = b.WriteByte('\n')
	return b.Flush()
}

// Inverse returns the inverse permutation, which contains the facility of each place.
func (p Assignment) Inverse() Assignment {
	q := make(Assignment, len(p))
	for i, at := range p {
		q[at] = int32(i)
	}
	return q
}

// tokens reads the words of a file and tracks line numbers.
type tokens struct {
	scan *budget.Lines
	name string
	line int // line of the last word
	next int // line of the text after the last word
}

func newTokens(r io.Reader, name string) *tokens {
	t := &tokens{name: name, line: 1, next: 1}
	t.scan = budget.NewWords(r, func(data []byte, end bool) (int, []byte, error) {
		advance, word, err := bufio.ScanWords(data, end)
		// A line may end before or after the word.
		seen := data[:advance]
		for i, c := range seen {
			if c == '\n' {
				t.next++
			}
			if word != nil && i < len(seen) && &seen[i] == &word[0] {
				t.line = t.next
			}
		}
		return advance, word, err
	})
	return t
}

func (t *tokens) fault(format string, a ...any) error {
	return fmt.Errorf("%s:%d: "+format, append([]any{t.name, t.line}, a...)...)
}

func (t *tokens) number(what string) (int64, error) {
	if !t.scan.Scan() {
		if err := t.scan.Err(); err != nil {
			return 0, t.fault("%w", err)
		}
		return 0, t.fault("expected %s, found the end of the file", what)
	}
	v, err := strconv.ParseInt(t.scan.Text(), 10, 64)
	if err != nil {
		return 0, t.fault("expected %s, found %s", what, budget.Quote(t.scan.Text()))
	}
	return v, nil
}

// end returns an error with the given text unless the file ends here.
func (t *tokens) end(format string, a ...any) error {
	if t.scan.Scan() {
		return t.fault(format+", found %s", append(a, budget.Quote(t.scan.Text()))...)
	}
	if err := t.scan.Err(); err != nil {
		return t.fault("%w", err)
	}
	return nil
}

// places reads n places, counted from 1, up to the end of the file.
func (t *tokens) places(n int) (p Assignment, err error) {
	for range n {
		v, err := t.number("a place")
		if err != nil {
			return nil, err
		}
		if v < 1 || v > int64(n) {
			return nil, t.fault("%w: expected a place from 1 to %d, found %d", ErrNoAssignment, n, v)
		}
		p = append(p, int32(v-1))
	}
	return p, t.end("%w: expected the end of the file after %d places", ErrNoAssignment, n)
}

// matrix reads n·n numbers. It grows the matrix as it reads them, because the header is not
// trusted.
func (t *tokens) matrix(n int, what string) ([]int64, error) {
	var m []int64
	for i := range n * n {
		v, err := t.number(what)
		if err != nil {
			return nil, fmt.Errorf("%w (row %d, column %d)", err, i/n+1, i%n+1)
		}
		m = append(m, v)
	}
	return m, nil
}
