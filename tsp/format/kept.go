package format

// columns holds a table as it was written in the file, one row per city. All fields are stored in
// one byte slice.
type columns struct {
	titles []string
	text   []byte
	ends   []int // end of each field in text, row by row
}

// Titles returns the column titles. The caller must not change them.
func (c *columns) Titles() []string { return c.titles }

// add appends the row of the next city. Missing fields become empty, and fields without a title are
// dropped.
func (c *columns) add(row []string) {
	for k := range c.titles {
		if k < len(row) {
			c.text = append(c.text, row[k]...)
		}
		c.ends = append(c.ends, len(c.text))
	}
}

// Len returns the number of rows.
func (c *columns) Len() int { return len(c.ends) / max(len(c.titles), 1) }

// Text returns a city's text in a column.
func (c *columns) Text(city int32, column int) string {
	k := int(city)*len(c.titles) + column
	from := 0
	if k > 0 {
		from = c.ends[k-1]
	}
	return string(c.text[from:c.ends[k]])
}
