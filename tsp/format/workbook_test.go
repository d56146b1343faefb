package format_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/sheet"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// officeTable is a file whose columns contain what workbooks must not change.
const officeTable = "name,zip,phone,lat,lon\nDepot <1>,01067,+49 40 1,53.5503,9.9920\nNorth,20095,=1+1,53.6,10\nEast,,040 2,53.55,10.1\n"

// tourFile returns the tour of an instance in a format.
func tourFile(t *testing.T, in *tsp.Instance, f format.Format) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := format.WriteTour(&b, in, tsp.Tour{0, 2, 1}, nil, f); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A tour as a workbook has the same fields as the table, numbers are numbers, and it can be read
// again as a tour.
func TestToursInWorkbooks(t *testing.T) {
	in, err := format.Read(strings.NewReader(officeTable), "stops.csv", format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	data := tourFile(t, in, format.XLSX)
	if again := tourFile(t, in, format.XLSX); !bytes.Equal(data, again) {
		t.Error("two workbooks of one tour differ")
	}
	book, err := sheet.Open(bytes.NewReader(data), 0)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := book.Rows("")
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for row, err := range rows {
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, strings.Join(row, "|"))
	}
	if got, want := lines[0]+"\n"+lines[1], "position|name|zip|phone|lat|lon|leg|total\n1|Depot <1>|01067|+49 40 1|53.5503|9.992|0|0"; got != want {
		t.Errorf("%s\nexpected\n%s", got, want)
	}
	got, stated, err := format.ReadTour(bytes.NewReader(data), "route.xlsx", in)
	if err != nil {
		t.Fatal(err)
	}
	if err := stated.Check(in, got); err != nil || got[1] != 2 || stated.Path {
		t.Errorf("read %v, %+v, %v", got, stated, err)
	}
}

// A tour as KML has a line through the cities and a placemark for each.
func TestToursInKML(t *testing.T) {
	in, err := format.Read(strings.NewReader(officeTable), "stops.csv", format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	text := string(tourFile(t, in, format.KML))
	for _, want := range []string{
		"<coordinates>\n9.992,53.5503\n10.1,53.55\n10,53.6\n9.992,53.5503\n</coordinates></LineString>",
		"<name>1 Depot &lt;1&gt;</name><description>start</description>", "<name>3 North</name><description>8.63 km from East, 15.8 km so far</description>",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s\nlacks %s", text, want)
		}
	}
	if n := strings.Count(text, "<Point>"); n != 3 {
		t.Errorf("%d points, expected 3", n)
	}
	var b bytes.Buffer
	roads := format.Roads{{53.5503, 9.992, 53.5, 10.05, 53.55, 10.1}, {53.55, 10.1, 53.6, 10}, {53.6, 10, 53.5503, 9.992}}
	if err := format.WriteTour(&b, in, tsp.Tour{0, 2, 1}, roads, format.KML); err != nil || !strings.Contains(b.String(), "9.992,53.5503\n10.05,53.5\n10.1,53.55\n") {
		t.Errorf("along roads: %v\n%s", err, b.String())
	}
	flat, err := tsp.FromPoints(tsp.Euclidean, []tsp.Point{{0, 0}, {1, 1}})
	if err == nil {
		err = format.WriteTour(&b, flat, tsp.Identity(2), nil, format.KML)
	}
	if err == nil || !strings.Contains(err.Error(), "GPX and KML support only") {
		t.Errorf("in the plane: %v", err)
	}
}
