package fleet

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/daytime"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// cells reads the columns of stops.
type cells struct {
	in      *tsp.Instance
	b       *builder
	table   tsp.Columns
	titles  []string
	columns map[string]int // column of each kind except loads
	loads   []int          // columns of the loads
	used    []string       // columns that were chosen, for a note
}

func newCells(in *tsp.Instance, b *builder) *cells {
	c := &cells{in: in, b: b, table: in.Details().Columns, columns: map[string]int{}}
	if c.table != nil {
		c.titles = c.table.Titles()
	}
	return c
}

// timed reports whether the stops state times.
func (c *cells) timed() bool {
	for _, kind := range []string{colOpen, colClose, colWindow} {
		if _, ok := c.columns[kind]; ok {
			return true
		}
	}
	return false
}

// text returns what the row of a stop contains in the column of a kind.
func (c *cells) text(stop int32, kind string) string {
	column, ok := c.columns[kind]
	if !ok {
		return ""
	}
	return strings.TrimSpace(c.table.Text(stop, column))
}

// fault returns an error for the row of a stop.
func (c *cells) fault(stop int32, kind string, err error) error {
	return fmt.Errorf("%s: column %q: %w", c.in.NameOf(stop), strings.TrimSpace(c.titles[c.columns[kind]]), err)
}

// parsers return an error for text that a column of a kind cannot contain.
var parsers = map[string]func(string) error{
	colOpen:    func(s string) error { _, err := daytime.Parse(s); return err },
	colClose:   func(s string) error { _, err := daytime.Parse(s); return err },
	colWindow:  func(s string) error { _, err := daytime.ParseWindow(s); return err },
	colService: func(s string) error { _, err := daytime.ParseStay(s); return err },
	colPrize:   func(s string) error { _, err := number(s); return err },
	colDemand:  func(s string) error { _, err := amount(s); return err },
	colSkills:  func(string) error { return nil },
}

// readColumns chooses the columns by the caller's request, or by titles and contents.
func (b *builder) readColumns() error {
	c := b.cells
	for _, kind := range Keys() {
		if kind == colDemand {
			continue
		}
		column, ok, err := c.choose(kind)
		if err != nil {
			return err
		}
		if ok {
			c.columns[kind] = column
			c.used = append(c.used, fmt.Sprintf("%s %q", kind, strings.TrimSpace(c.titles[column])))
		}
	}
	err := c.chooseLoads()
	if len(c.used) > 0 {
		b.note("columns: %s", strings.Join(c.used, ", "))
	}
	return err
}

// choose returns the column of a kind.
func (c *cells) choose(kind string) (column int, ok bool, err error) {
	if asked := c.b.opt.Columns[kind]; asked != "" {
		column, err = find(c.titles, asked)
		return column, err == nil, err
	}
	for _, k := range best(c.titles, kind) {
		if c.suits(k, kind) {
			return k, true, nil
		}
	}
	return 0, false, nil
}

// suits reports whether at least half of the texts in a column are of a kind.
func (c *cells) suits(column int, kind string) bool {
	good, filled := 0, 0
	for i := range int32(c.in.N()) {
		if text := strings.TrimSpace(c.table.Text(i, column)); text != "" {
			filled++
			if parsers[kind](text) == nil {
				good++
			}
		}
	}
	return filled > 0 && 2*good >= filled
}

// chooseLoads finds the column of each capacity.
func (c *cells) chooseLoads() error {
	wanted, err := c.b.capacities()
	if err != nil {
		return err
	}
	for _, name := range wanted {
		column, err := c.chooseLoad(name)
		if err != nil {
			return err
		}
		c.loads = append(c.loads, column)
		c.used = append(c.used, fmt.Sprintf("load %q", strings.TrimSpace(c.titles[column])))
	}
	if left := c.candidates(); len(wanted) == 0 && len(left) > 0 {
		c.b.note("column %q limits nothing, because the vehicles have no capacity", strings.TrimSpace(c.titles[left[0]]))
	}
	return nil
}

// candidates returns the columns that look like loads.
func (c *cells) candidates() []int {
	return slices.DeleteFunc(best(c.titles, colDemand), func(k int) bool { return !c.suits(k, colDemand) })
}

// chooseLoad returns the column of a capacity, which may have no name.
func (c *cells) chooseLoad(name string) (int, error) {
	asked := name
	if asked == "" || asked == colDemand {
		asked = c.b.opt.Columns[colDemand]
	}
	if asked != "" {
		return find(c.titles, asked)
	}
	switch all := c.candidates(); len(all) {
	case 1:
		return all[0], nil
	case 0:
		return 0, fmt.Errorf("%w: the capacity needs one with the loads of the stops: expected a column such as demand; columns: %s", ErrLoads, strings.Join(c.titles, ", "))
	default:
		return 0, fmt.Errorf("%w: %q and %q both look like loads: expected the name of the column with each capacity", ErrLoads, c.titles[all[0]], c.titles[all[1]])
	}
}

// ErrLoads is wrapped by the errors about columns of loads that cannot be found.
var ErrLoads = errors.New("unknown column")

// splitWords splits a list of words.
func splitWords(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(";,/|+ ", r) })
}

// number parses a number with a decimal point or comma.
func number(text string) (float64, error) {
	plain := strings.TrimSpace(text)
	if strings.Count(plain, ",") == 1 && !strings.Contains(plain, ".") {
		plain = strings.Replace(plain, ",", ".", 1)
	}
	v, err := strconv.ParseFloat(plain, 64)
	if err != nil || math.IsNaN(v) || math.Abs(v) > mostAmount {
		return 0, fmt.Errorf("%q is not a number: expected a number such as 12 or 12.5", text)
	}
	return v, nil
}

// mostAmount is the largest amount of a load or a price.
const mostAmount = 1e9

// amount parses a load, which may have a unit, as in 12 boxes.
func amount(text string) (float64, error) {
	fields := strings.Fields(text)
	if len(fields) != 2 || strings.ContainsAny(fields[1], "0123456789") {
		return number(text)
	}
	if v, err := number(fields[0]); err == nil {
		return v, nil
	}
	return number(text)
}
