package sheet

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

const (
	rels    = `<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Target="/xl/worksheets/two.xml"/></Relationships>`
	sheets  = `<workbook xmlns:r="x"><sheets><sheet name="One" r:id="r1"/><sheet name="Two" r:id="r2"/></sheets></workbook>`
	strung  = `<sst><si><t>Kunde</t></si><si><r><t>Mül</t></r><r><t xml:space="preserve">ler </t></r><rPh><t>x</t></rPh></si></sst>`
	styles  = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="hh:mm"/></numFmts><cellStyleXfs><xf numFmtId="22"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>`
	oneCell = `<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>`
)

// book returns a workbook with one or two sheets.
func book(t testing.TB, one, two string) []byte {
	t.Helper()
	return bookOf(t, strung, one, two)
}

// bookOf returns a workbook with the given shared texts.
func bookOf(t testing.TB, texts, one, two string) []byte {
	t.Helper()
	return testkit.Zip(t, map[string]string{
		"xl/_rels/workbook.xml.rels": rels, "xl/workbook.xml": sheets, "xl/sharedStrings.xml": texts, "xl/styles.xml": styles,
		"xl/worksheets/sheet1.xml": one, "xl/worksheets/two.xml": two,
	})
}

// rowsOf reads all rows of a sheet.
func rowsOf(data []byte, limit int64, name string) (all [][]string, err error) {
	b, err := Open(bytes.NewReader(data), limit)
	if err != nil {
		return nil, err
	}
	rows, err := b.Rows(name)
	if err != nil {
		return nil, err
	}
	for row, err := range rows {
		if err != nil {
			return all, err
		}
		all = append(all, append([]string(nil), row...))
	}
	return all, nil
}

// TestRows reads a workbook that a different program wrote.
func TestRows(t *testing.T) {
	data, err := os.ReadFile("testdata/stops.xlsx")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][][]string{
		"": {
			{"Tour Monday"}, nil, {"Kundennr", "Kunde", "Breite", "Länge", "Pakete"}, {"K-1", "Müller & Söhne", "53.5511", "9.9937", "3"},
			{"K-2", "Café <Blau>", "53.5653", "10.0153", "1"}, {"K-3", "Hafen", "13.405", "", "TRUE"}, {"K-4", "Nord", "53.61", "9.98"},
		},
		"depots": {nil, {"", "name", "x", "y"}, {"", "A", "1", "2.5"}, nil, nil, nil, {"", "B", "3", "4"}, {"", "C rich", "", "13.405"}},
	} {
		rows, err := rowsOf(data, 0, name)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, rows); diff != "" {
			t.Errorf("%q: %s", name, diff)
		}
	}
	if _, err := rowsOf(data, 0, "Kunden"); err == nil || err.Error() != `no sheet named "Kunden"; sheets: Stops, Depots` {
		t.Error(err)
	}
}

func TestCells(t *testing.T) {
	for cells, want := range map[string][]string{
		`<c r="A1" t="s"><v>1</v></c><c r="C1"><v>1e3</v></c>`:                                    {"Müller ", "", "1000"},
		`<c t="inlineStr"><is><t>a</t><r><t>b</t></r></is></c><c><v>13.404999999999999</v></c>`:   {"ab", "13.405"},
		`<c t="str"><f>A1&amp;"x"</f><v>sum</v></c><c t="e"><v>#N/A</v></c><c t="b"><v>0</v></c>`: {"sum", "#N/A", "FALSE"},
		`<c r="AB1"><v>-7</v></c>`:     append(make([]string, 27), "-7"),
		`<c r="A1" s="3"/><c r="B1"/>`: nil,
	} {
		rows, err := rowsOf(book(t, `<worksheet><sheetData><row>`+cells+`</row></sheetData></worksheet>`, oneCell), 0, "One")
		if err != nil || len(rows) != 1 {
			t.Fatalf("%s: %q, %v", cells, rows, err)
		}
		if diff := cmp.Diff(want, rows[0]); diff != "" {
			t.Errorf("%s: %s", cells, diff)
		}
	}
}

func TestRefuses(t *testing.T) {
	sheet := func(rows string) []byte {
		return book(t, "<worksheet><sheetData>"+rows+"</sheetData></worksheet>", oneCell)
	}
	honest := sheet(`<row r="1"><c r="A1"><v>1</v></c></row>`)
	for title, c := range map[string]struct {
		data []byte
		want string
	}{
		"no archive":    {[]byte("x,y\n"), "not a workbook: expected an Excel file in .xlsx format"},
		"cut off":       {honest[:len(honest)/2], "not a workbook: expected an Excel file in .xlsx format"},
		"texts":         {sheet(`<row><c t="s"><v>2</v></c></row>`), "row 1 refers to a text that is not in the workbook: is the file damaged?"},
		"negative text": {sheet(`<row><c t="s"><v>-1</v></c></row>`), "row 1 refers to a text that is not in the workbook: is the file damaged?"},
		"rows back":     {sheet(`<row r="5"/><row r="4"/>`), `row "4" comes after row 5: expected row numbers in increasing order, up to 1048576`},
		"rows":          {sheet(`<row r="1048577"/>`), `row "1048577" comes after row 0: expected row numbers in increasing order, up to 1048576`},
		"many rows":     {sheet(strings.Repeat("<row/>", 1<<20+1)), "the sheet has more than 1048576 rows: expected at most as many as Excel allows"},
		"encoding":      {book(t, `<?xml version="1.0" encoding="KOI8-R"?><worksheet/>`, oneCell), `the encoding "KOI8-R" is not supported: save the file in UTF-8`},
		"cells back":    {sheet(`<row><c r="B1"><v>1</v></c><c r="A1"/></row>`), `row 1: cell "A1": cells are out of order`},
		"columns":       {sheet(`<row><c r="XFE1"><v>1</v></c></row>`), "row 1 has more than 16384 columns"},
		"far right":     {sheet(strings.Repeat(`<row><c r="XFD1"><v>1</v></c></row>`, 100)), "the sheet contains cells far to the right of all others: expected a table"},
		"not XML":       {sheet(`<row><c r=></row>`), "invalid XML on line 1 of the sheet: unquoted or missing attribute value in element"},
		"deep":          {sheet(strings.Repeat("<a>", 40)), "elements are nested more than 32 deep"},
		"long":          {sheet(`<row a="` + strings.Repeat("a", 2<<20) + `"/>`), "expected at most 1 MiB for a single element or text, found more"},
	} {
		if _, err := rowsOf(c.data, 0, ""); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, expected %s", title, err, c.want)
		}
	}
}

// zeros is an endless reader of zeros.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// A file without an end that is not an archive is not read into memory.
func TestEndless(t *testing.T) {
	testkit.Frugal(t, 0, func() {
		if _, err := Open(zeros{}, 0); !errors.Is(err, errNoBook) {
			t.Error(err)
		}
	})
	gone := errors.New("gone")
	if _, err := Open(iotest.ErrReader(gone), 0); !errors.Is(err, gone) {
		t.Error(err)
	}
}

// A decompression bomb is rejected by the sizes in its directory, before it is unpacked.
func TestBudget(t *testing.T) {
	bomb := book(t, "<worksheet><sheetData>"+strings.Repeat("<row/>", 10<<20)+"</sheetData></worksheet>", oneCell)
	if rows, err := rowsOf(bomb, 0, ""); !errors.Is(err, budget.ErrTooLarge) || len(rows) > 0 {
		t.Errorf("%d bytes that unpack to 60 MiB: %d rows, %v", len(bomb), len(rows), err)
	}
	if _, err := rowsOf(bomb, 100, ""); !errors.Is(err, budget.ErrTooLarge) {
		t.Errorf("a limit of 100 bytes: %v", err)
	}
}

// Many cells that repeat one long text are rejected like a decompression bomb, and the end of a
// cell that was never started adds no text.
func TestRepeatedTexts(t *testing.T) {
	long := "<sst><si><t>" + strings.Repeat("a", 1<<19) + "</t></si></sst>"
	repeated := func(cells string) []byte {
		return bookOf(t, long, "<worksheet><sheetData><row>"+cells+"</row></sheetData></worksheet>", oneCell)
	}
	if _, err := rowsOf(repeated(strings.Repeat(`<c t="s"><v>0</v></c>`, 1000)), 0, ""); err == nil || !strings.Contains(err.Error(), "repeat long strings") {
		t.Errorf("1,000 cells of 512 KiB: %v", err)
	}
	all, err := rowsOf(repeated(`<c t="s"><v>0</v></c></c></c>`), 0, "")
	if err == nil && (len(all) != 1 || len(all[0]) != 1) {
		t.Errorf("cells that never began: %d rows", len(all))
	}
}

// FuzzSheet checks that arbitrary XML of a sheet and its texts does not cause a panic, and that the
// memory for reading is proportionate to the file.
func FuzzSheet(f *testing.F) {
	f.Add([]byte(oneCell))
	f.Add([]byte(`<row r="3"><c r="B3" t="s"><v>1</v></c><c t="inlineStr"><is><t>a</t></is></c><c t="b"><v>1</v></c></row>`))
	f.Add([]byte(`<row><c r="ZZZZZZZZZZZZZZZ1"><v>1</v></c></row><row r="-1">`))
	f.Add([]byte(`</row></c></v><v>1<c></row>`))
	f.Fuzz(func(t *testing.T, text []byte) {
		data := book(t, string(text), oneCell)
		testkit.Frugal(t, len(data)+len(text), func() { _, _ = rowsOf(data, 0, "") })
	})
}

// FuzzBook checks the same for arbitrary bytes of the file.
func FuzzBook(f *testing.F) {
	f.Add(book(f, oneCell, oneCell))
	if data, err := os.ReadFile("testdata/stops.xlsx"); err == nil {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		testkit.Frugal(t, len(data)+(4<<20), func() { _, _ = rowsOf(data, 0, "") })
	})
}
