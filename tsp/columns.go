package tsp

import "fmt"

// Columns are a file's table of the cities as it was written: a text for each city and
// column, those of the ids, places and names included.
type Columns struct {
	titles []string
	text   []byte
	ends   []int // of the fields in text, row by row
}

// NewColumns makes an empty table with the given titles.
func NewColumns(titles []string) *Columns { return &Columns{titles: titles} }

// Titles returns the titles of the columns. The caller must not change them.
func (c *Columns) Titles() []string { return c.titles }

// Add appends the row of the next city. Fields that are missing are empty, and fields
// without a title are left out.
func (c *Columns) Add(row []string) {
	for k := range c.titles {
		if k < len(row) {
			c.text = append(c.text, row[k]...)
		}
		c.ends = append(c.ends, len(c.text))
	}
}

// Len returns the number of rows.
func (c *Columns) Len() int { return len(c.ends) / max(len(c.titles), 1) }

// Text returns the text of a city in a column.
func (c *Columns) Text(city int32, column int) string {
	k := int(city)*len(c.titles) + column
	from := 0
	if k > 0 {
		from = c.ends[k-1]
	}
	return string(c.text[from:c.ends[k]])
}

// SetColumns keeps the table that the cities were read from, for those who want it back.
func (in *Instance) SetColumns(c *Columns) error {
	if c.Len() != in.n {
		return fmt.Errorf("%d rows for %d cities: expected one for each city", c.Len(), in.n)
	}
	in.columns = c
	return nil
}

// Columns returns the table that the cities were read from, or nil.
func (in *Instance) Columns() *Columns { return in.columns }
