package sheet

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Numbers are read as dates and times if their format shows them as such.
func TestMoments(t *testing.T) {
	for _, c := range []struct {
		format string
		days   float64
		want   string
	}{
		{"General", 45000.5, ""}, {"0.00", 45000.5, ""}, {`#,##0.0 "days"`, 45000.5, ""}, {"[Red]0.0", 45000.5, ""}, {`0\d`, 3, ""},
		{"dd/mm/yyyy", 45000.5, "2023-03-15"}, {"[$-407]d. mmm yy;@", 45000, "2023-03-15"}, {"mmm", 45000, "2023-03-15"},
		{`yyyy\-mm\-dd\ hh:mm`, 45000.5, "2023-03-15 12:00"}, {"h:mm AM/PM", 0.3541666666666667, "08:30"}, {"h:mm:ss", 45000.25001157407, "06:00:01"},
		{"[h]:mm", 1.25, "30:00"}, {"yyyy", 1, "1900-01-01"}, {"yyyy", -1, ""}, {"yyyy", 1e9, ""},
	} {
		if got, ok := momentOf(c.format).show(c.days, false); got != c.want || ok != (c.want != "") {
			t.Errorf("%s of %v: %q, expected %q", c.format, c.days, got, c.want)
		}
	}
	if got, _ := day.show(43538, true); got != "2023-03-15" {
		t.Errorf("from 1904: %s", got)
	}
}

func TestCellsWithDates(t *testing.T) {
	const cells = `<c s="0"><v>45000</v></c><c s="1"><v>45000</v></c><c s="2"><v>0.5</v></c><c s="9"><v>7</v></c>`
	rows, err := rowsOf(book(t, `<worksheet><sheetData><row>`+cells+`</row></sheetData></worksheet>`, oneCell), 0, "")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([][]string{{"45000", "2023-03-15", "12:00", "7"}}, rows); diff != "" {
		t.Error(diff)
	}
}
