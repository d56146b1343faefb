package format_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

func load(name, text string, opt format.Options) (*format.Document, error) {
	return format.Load(strings.NewReader(text), name, opt)
}

func doubts(doc *format.Document) (list []string) {
	for _, e := range doc.Doubts {
		list = append(list, e.Error())
	}
	return list
}

// Titles are recognised in several languages, with or without punctuation and units.
func TestTitles(t *testing.T) {
	globe := []string{
		"lat,lon", "LAT,LNG", "stop_lat,stop_lon", "latitude (deg),longitude (deg)", "Lat.,Long.", "Breite,Länge", "Breite,Laenge",
		"Breitengrad,Längengrad", "geo_lat,geo_lng", "y_lat,x_lon", "Latitude [WGS84],Longitude [WGS84]", "delivery latitude,delivery longitude",
		"gps-lat,gps-lon", "Geogr. Latitude,Geogr. Longitude", "latitud,longitud",
		"Y (Lat),X (Lon)", "Y [Latitude],X [Longitude]", "y (lat),x (long)", "GPS (Lat),GPS (Lng)", "Latitude (°),Longitude (°)",
	}
	plane := []string{"x,y", "X (mm),Y (mm)", "X_mm,Y_mm", "Easting,Northing", "Rechtswert,Hochwert", "x-coord,y-coord", "Pos X,Pos Y", "Coord. X [m],Coord. Y [m]"}
	for metric, titles := range map[string][]string{"HAVERSINE": globe, "EUCLIDEAN": plane} {
		for _, title := range titles {
			in := read(t, "a.csv", title+"\n53.5,9.9\n53.6,10\n", format.Options{})
			if in.Metric().String() != metric || !slices.Equal(in.Coords(), []float64{53.5, 9.9, 53.6, 10}) {
				t.Errorf("%s: %v %v", title, in.Metric(), in.Coords())
			}
		}
	}
	for title, want := range map[string][]string{
		"Kunde":         {"A 1", "B 2"},
		"Customer":      {"A 1", "B 2"},
		"Address":       {"A 1", "B 2"},
		"Stop name":     {"A 1", "B 2"},
		"Shipping Name": {"A 1", "B 2"},
		"Umsatz":        {"A 1", "B 2"}, // the only text
		"Priority":      nil,
	} {
		in := read(t, "a.csv", title+",lat,lon\nA 1,53.5,9.9\nB 2,53.6,10\n", format.Options{})
		if !slices.Equal(in.Details().Labels, want) {
			t.Errorf("%s: labels %q", title, in.Details().Labels)
		}
	}
	for _, title := range []string{"Stop_ID", "Kundennr", "Nr", "Customer No", "Kunden-Nr.", "Stop #", "Stop No", "No.", "#", "Order #"} {
		in := read(t, "a.csv", title+",lat,lon\nA-1,53.5,9.9\nB-2,53.6,10\n", format.Options{})
		if !slices.Equal(in.Details().Codes, []string{"A-1", "B-2"}) {
			t.Errorf("%s: codes %q", title, in.Details().Codes)
		}
		again := read(t, "a.csv", title+",lat,lon\nA-1,53.5,9.9\nA-1,53.6,10\n", format.Options{})
		if again.Details().Codes != nil || again.ID(1) != 2 {
			t.Errorf("%s: a column that repeats is no id: %q", title, again.Details().Codes)
		}
	}
}

// A header may start with #, and a column of stop numbers is not a name column.
func TestTitlesWithNumberSigns(t *testing.T) {
	want := summary{"HAVERSINE", []float64{53.5, 9.9, 53.6, 10}, []int64{7, 5}, []string{"A", "B"}, nil}
	for _, text := range []string{
		"#,Name,lat,lon\n7,A,53.5,9.9\n5,B,53.6,10\n",
		"# ;Name;lat;lon\n7;A;53,5;9,9\n# a remark\n5;B;53,6;10\n",
		"sep=;\n#;Name;Breite;Länge\n7;A;53,5;9,9\n5;B;53,6;10\n",
		"Stop #,Customer Name,lat,lon\n7,A,53.5,9.9\n5,B,53.6,10\n",
		"Stop No,Customer,lat,lon\n7,A,53.5,9.9\n5,B,53.6,10\n",
	} {
		in := read(t, "a.csv", text, format.Options{})
		if diff := cmp.Diff(want, summarise(in)); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
	for _, text := range []string{"# made for x, y and z\nx,y\n1,2\n3,4\n", "# places,monday\n1,2\n3,4\n", "#lat,lon,name\nx,y\n1,2\n3,4\n"} {
		if in := read(t, "a.csv", text, format.Options{}); in.N() != 2 || in.Metric() != tsp.Euclidean {
			t.Errorf("%q: %d cities, %v", text, in.N(), in.Metric())
		}
	}
}

// An exact title takes precedence over a similar one. Two titles that match equally well are
// rejected.
func TestTitlesThatCompete(t *testing.T) {
	in := read(t, "a.csv", "lat_old,lat,lon,lon_old\n1,53.5,9.9,1\n2,53.6,10,2\n", format.Options{})
	if in.Coords()[0] != 53.5 || in.Coords()[1] != 9.9 {
		t.Error(in.Coords())
	}
	for text, want := range map[string]string{
		"route_long_name,lat\nA,53\n":                                `a.csv:1: column "lat" lacks its counterpart: expected columns x and y, or lat and lon; columns: route_long_name, lat`,
		"from lat,to lat,lon\n53,54,9\n":                             `a.csv:1: columns "from lat" and "to lat" both look like a latitude; columns: from lat, to lat, lon`,
		"Kunde,Ort,Umsatz\nA,B,5\nC,D,6\n":                           "a.csv:1: no coordinates found (addresses must be geocoded first), and the rows are not a distance matrix; columns: Kunde, Ort, Umsatz",
		"Umsatz,Gewinn\n1,2\n3,4\n5,6\n7,8\n":                        "a.csv:1: no coordinates found (addresses must be geocoded first), and the rows are not a distance matrix; columns: Umsatz, Gewinn",
		"a,b,c,d,e,f,g,h\n" + strings.Repeat("1,2,3,4,5,6,7,8\n", 9): "a.csv:1: no coordinates found (addresses must be geocoded first), and the rows are not a distance matrix; columns: a, b, c, d, e, f, g, h",
	} {
		_, err := load("a.csv", text, format.Options{})
		if err == nil || err.Error() != want || !errors.Is(err, format.ErrColumns) {
			t.Errorf("%q:\n   found %v\nexpected %s", text, err, want)
		}
	}
}

func TestOptionColumns(t *testing.T) {
	type columns = map[string]string
	const table = "Wer;Oben;Rechts;Code\nA;53,5;9,9;K1\nB;53,6;10;K2\n"
	for _, c := range []struct {
		text string
		cols columns
		want summary
	}{
		{table, columns{"lat": "Oben", "lon": "Rechts", "name": "Wer"}, summary{"HAVERSINE", []float64{53.5, 9.9, 53.6, 10}, []int64{1, 2}, []string{"A", "B"}, []string{"K1", "K2"}}},
		{table, columns{"y": "2", "x": "3", "name": "1"}, summary{"EUCLIDEAN", []float64{9.9, 53.5, 10, 53.6}, []int64{1, 2}, []string{"A", "B"}, []string{"K1", "K2"}}},
		{table, columns{"LNG": "rechts", "Latitude": "OBEN", "id": "wer"}, summary{"HAVERSINE", []float64{53.5, 9.9, 53.6, 10}, []int64{1, 2}, nil, []string{"A", "B"}}},
		{"A,1,53.5,9.9\nB,2,53.6,10\n", columns{"lat": "3", "lon": "4"}, summary{"HAVERSINE", []float64{53.5, 9.9, 53.6, 10}, []int64{1, 2}, nil, nil}},
		{"Report\n\nWer,Oben,Rechts\nA,53.5,9.9\nB,53.6,10\n", columns{"lat": "Oben", "lon": "Rechts"}, summary{"HAVERSINE", []float64{53.5, 9.9, 53.6, 10}, []int64{1, 2}, []string{"A", "B"}, nil}},
		{"a_lat,b_lat,lon\n1,53.5,9.9\n2,53.6,10\n", columns{"lat": "b_lat"}, summary{"HAVERSINE", []float64{53.5, 9.9, 53.6, 10}, []int64{1, 2}, nil, nil}},
		{"X,Y\n9.9,53.5\n10,53.6\n", columns{"lat": "Y", "lon": "X"}, summary{"HAVERSINE", []float64{53.5, 9.9, 53.6, 10}, []int64{1, 2}, nil, nil}},
	} {
		in := read(t, "a.csv", c.text, format.Options{Columns: c.cols})
		if diff := cmp.Diff(c.want, summarise(in)); diff != "" {
			t.Errorf("%q %v: %s", c.text, c.cols, diff)
		}
	}
	for _, c := range []struct {
		file, text string
		cols       columns
		want       string
	}{
		{"a.csv", table, columns{"lat": "Breite"}, `a.csv:1: columns: lat: no column named "Breite"; columns: Wer, Oben, Rechts, Code`},
		{"a.csv", table, columns{"lat": "5"}, `a.csv:1: columns: lat: no column named "5"; columns: Wer, Oben, Rechts, Code`},
		{"a.csv", table, columns{"breite": "Oben"}, `a.csv: columns: expected lat, lon, x, y, z, id or name, found "breite"`},
		{"a.csv", table, columns{"name": "Wer"}, "a.csv:1: no coordinates found (addresses must be geocoded first), and the rows are not a distance matrix; columns: Wer, Oben, Rechts, Code"},
		{"a.csv", table, columns{"lat": "Oben"}, `a.csv:1: column "Oben" lacks its counterpart: expected columns x and y, or lat and lon; columns: Wer, Oben, Rechts, Code`},
		{"a.json", "[[1, 2]]", columns{"lat": "Oben"}, "a.json: columns: the file is not a table of places: expected no columns, found 1"},
	} {
		if _, err := load(c.file, c.text, format.Options{Columns: c.cols}); err == nil || err.Error() != c.want {
			t.Errorf("%v:\n   found %v\nexpected %s", c.cols, err, c.want)
		}
	}
}

// The table is stored as it was written, unless it is large and the instance already holds all its
// values.
func TestColumnsAreKept(t *testing.T) {
	for text, want := range map[string][]string{
		"name,lat,lon\nA,1.50,2\n": {"name", "lat", "lon"}, "x,y\n1,2\n": {"x", "y"}, "x,y,\n1,2,\n": {"x", "y"}, "1,2\n3,4\n": nil,
		"x,y\n" + strings.Repeat("1,2\n", 100_000):     {"x", "y"},
		"x,y\n" + strings.Repeat("1,2\n", 100_001):     nil,
		"x,y,c\n" + strings.Repeat("1,2,3\n", 100_001): {"x", "y", "c"},
	} {
		var titles []string
		if kept := read(t, "a.csv", text, format.Options{}).Details().Columns; kept != nil {
			titles = kept.Titles()
		}
		if !slices.Equal(titles, want) {
			t.Errorf("%.20q: kept %q, expected %q", text, titles, want)
		}
	}
	in := read(t, "a.csv", "Kunde;Stra\xdfe;Breite;L\xe4nge\nM\xfcller;Weg 1;53,5;9,9\n;;\nMeier;;53,6;10\n", format.Options{})
	c := in.Details().Columns
	if c == nil || !slices.Equal(c.Titles(), []string{"Kunde", "Straße", "Breite", "Länge"}) || c.Text(0, 0) != "Müller" || c.Text(0, 2) != "53,5" || c.Text(1, 1) != "" || c.Text(1, 3) != "10" {
		t.Errorf("%+v", c)
	}
	wide := "x,y," + strings.Repeat("c,", 5000) + "c\n" + strings.Repeat("1,2\n", 1000)
	doc, err := load("a.csv", wide, format.Options{})
	if err != nil || doc.Instance.Details().Columns != nil || !strings.Contains(doubts(doc)[0], "most rows are much shorter than the header") {
		t.Errorf("a wide header over narrow rows: %v, %v", doc, err)
	}
}

// One error reports the faults of all rows, and invalid rows can be skipped.
func TestFaultsOfRows(t *testing.T) {
	text := "name,lat,lon\nA,53.5,9.9\nB,,\nC,53.6,999\nD,53.7\n" + strings.Repeat("E,x,1\n", 20) + "F,53.8,10\n"
	_, err := load("a.csv", text, format.Options{})
	all, ok := err.(interface{ Unwrap() []error })
	if !ok || len(all.Unwrap()) != 10 || !strings.Contains(err.Error(), "… and 13 more") || !errors.Is(err, format.ErrInvalid) || strings.Count(err.Error(), "\n") != 10 {
		t.Fatalf("%v", err)
	}
	for i, want := range []string{
		"a.csv:3: lat is empty", "a.csv:4: longitude 999 is not between -360 and 360",
		"a.csv:5: lon: expected 3 fields as in the header, found 2", `a.csv:6: lat: expected a finite number, found "x"`,
	} {
		if all.Unwrap()[i].Error() != want {
			t.Errorf("fault %d: %v, expected %s", i, all.Unwrap()[i], want)
		}
	}
	doc, err := load("a.csv", text, format.Options{SkipInvalid: true})
	if err != nil || doc.Instance.N() != 2 || doc.Left != 23 || len(doc.Skipped) != 23 || doc.Skipped[1].Line != 4 || doc.Instance.Details().Labels[1] != "F" {
		t.Errorf("%+v, %v", doc, err)
	}
	if _, err := load("a.csv", "x,y\n?,?\n", format.Options{SkipInvalid: true}); err == nil || err.Error() != "a.csv: expected at least one city, found none: 1 row was skipped" {
		t.Error(err)
	}
	doc, err = load("a.csv", "x,y\n1,2\n"+strings.Repeat("?,?\n", 5000), format.Options{SkipInvalid: true})
	if err != nil || doc.Left != 5000 || len(doc.Skipped) != 1000 {
		t.Errorf("%v", err)
	}
	from := forever("x,y\n", "?,?\n")
	if _, err := format.Read(from, "a.csv", format.Options{}); err == nil || from.given > 1<<20 || !strings.HasSuffix(err.Error(), "… and 990 more; stopped reading there") {
		t.Errorf("endless faults: %d bytes, %.2000v", from.given, err)
	}
}

func TestFaultsOfFeatures(t *testing.T) {
	const text = `{"type": "FeatureCollection", "features": [
		{"geometry": {"type": "Point", "coordinates": [9.9, 53.5]}}, {"geometry": {"type": "Point", "coordinates": [53.5, 153]}},
		{"geometry": {"type": "Point", "coordinates": [1]}}, {"geometry": {"type": "Point", "coordinates": [10, 53.6]}}]}`
	_, err := load("a.geojson", text, format.Options{})
	if err == nil || err.Error() != "a.geojson: features[1]: latitude 153 is not between -90 and 90: did you swap lat and lon?\na.geojson: features[2]: expected coordinates as [longitude, latitude], found \"[1]\"" {
		t.Error(err)
	}
	doc, err := load("a.geojson", text, format.Options{SkipInvalid: true})
	if err != nil || doc.Instance.N() != 2 || doc.Left != 2 {
		t.Errorf("%+v, %v", doc, err)
	}
}

func TestDoubts(t *testing.T) {
	const near = "A,53.55,9.99\nB,53.56,10.01\nC,53.57,9.97\nD,53.54,10.02\nE,53.53,9.95\n"
	for rows, want := range map[string][]string{
		near:                                    nil,
		near + "F,9.98,53.55\n":                 {`a.csv:7: "F" is 6,193 km from the other stops: did you swap lat and lon?`},
		near + "F,-33.9,18.4\n":                 {`a.csv:7: "F" is 9,758 km from the other stops: is this correct?`},
		near + "F,0,0\n":                        {`a.csv:7: "F" is at latitude 0, longitude 0: are its coordinates missing?`},
		near + "F,53.55,9.99\n":                 {`a.csv:7: possible duplicate: "F" (line 7) has the same coordinates as "A" (line 2)`},
		near + "F,48.1,11.6\nG,48.2,11.7\n":     nil, // two distant stops form a group
		near + strings.Repeat("F,53.5,10\n", 5): {`a.csv:8: 4 possible duplicates: "F" (line 8) has the same coordinates as "F" (line 7), "F" (line 9) has the same coordinates as "F" (line 7), "F" (line 10) has the same coordinates as "F" (line 7), …`},
	} {
		doc, err := load("a.csv", "name,lat,lon\n"+rows, format.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, doubts(doc)); diff != "" {
			t.Errorf("%q: %s", rows, diff)
		}
	}
	doc, err := load("a.csv", "x,y\n1,1\n2,1\n1,2\n2,2\n1.5,1.5\n500,1\n", format.Options{})
	if err != nil || len(doc.Doubts) != 1 || doubts(doc)[0] != `a.csv:7: "6" is 445 times as far from the centre as most others: is this correct?` {
		t.Errorf("%v, %v", doubts(doc), err)
	}
}

// Numbers that may be degrees are read as x and y, unless the caller requests a metric or names the
// columns.
func TestDoubtsAboutDegrees(t *testing.T) {
	const (
		bare  = "a.csv:1: the file has no header: read as x and y; if these are latitude and longitude, name the columns"
		named = "a.csv: x and y look like longitude and latitude, but distances are measured in degrees; use columns lat=Y,lon=X to read them as places on the globe"
		rows  = "53.551,9.993\n53.565,10.015\n53.61,9.982\n53.542,9.961\n"
	)
	for text, want := range map[string][]string{
		rows: {bare},
		"39.904,116.407\n31.231,121.474\n30.592,114.305\n":                 {bare},
		"-122.419,37.774\n-73.985,40.748\n-87.629,41.878\n-95.369,29.76\n": {bare},
		"X,Y\n9.993,53.551\n10.015,53.565\n9.982,53.612\n":                 {named},
		"Y;X\n53,551;9,993\n53,565;10,015\n53,612;9,982\n":                 {named},
		"0.123,0.456\n0.234,0.912\n0.001,0.517\n":                          nil, // the unit square
		"5.123,2.456\n70.234,45.912\n12.001,9.517\n":                       nil, // a circuit board
		"53.55,9.99\n53.56,10.01\n53.61,9.98\n":                            nil, // few decimals
		"1053.551,9.993\n1053.565,10.015\n1053.612,9.982\n":                nil,
	} {
		doc, err := load("a.csv", text, format.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, doubts(doc)); diff != "" || doc.Instance.Metric() != tsp.Euclidean {
			t.Errorf("%q: %v %s", text, doc.Instance.Metric(), diff)
		}
	}
	for _, opt := range []format.Options{{Metric: "HAVERSINE"}, {Metric: "EUCLIDEAN"}, {Columns: map[string]string{"lat": "1", "lon": "2"}}} {
		if doc, err := load("a.csv", rows, opt); err != nil || doc.Doubts != nil {
			t.Errorf("%v: %v, %v", opt, doc, err)
		}
	}
}

// Files in UTF-16 and Windows-1252 yield the same names as files in UTF-8.
func TestCharsets(t *testing.T) {
	const text = "name,x,y\nŁódź 𝄞,1,2\nB,3,4\n"
	wide := utf16.Encode([]rune(text))
	var little, big []byte
	for _, c := range wide {
		little, big = append(little, byte(c), byte(c>>8)), append(big, byte(c>>8), byte(c))
	}
	for title, file := range map[string]string{
		"UTF-8": text, "mark": "\ufeff" + text, "little": "\xff\xfe" + string(little), "big": "\xfe\xff" + string(big),
		"little without mark": string(little), "big without mark": string(big),
	} {
		if in := read(t, "a.csv", file, format.Options{}); in.Details().Labels[0] != "Łódź 𝄞" || in.Coords()[3] != 4 {
			t.Errorf("%s: %q", title, in.Details().Labels)
		}
	}
	long := "name,x,y\n" + strings.Repeat("ä𝄞ö,1,2\n", 3000)
	little = []byte("\xff\xfe")
	for _, c := range utf16.Encode([]rune(long)) {
		little = append(little, byte(c), byte(c>>8))
	}
	in := read(t, "a.csv", string(little), format.Options{})
	if i := slices.IndexFunc(in.Details().Labels, func(s string) bool { return s != "ä𝄞ö" }); i >= 0 || in.N() != 3000 {
		t.Errorf("%d cities, %d is %q", in.N(), i, in.Details().Labels[i])
	}
	if in := read(t, "a.csv", "name,x,y\nCaf\xe9 \x80,1,2\nB,3,4\n", format.Options{}); in.Details().Labels[0] != "Café €" {
		t.Errorf("%q", in.Details().Labels)
	}
}

// ReadRows reads rows from any source by the rules for CSV files.
func TestReadRows(t *testing.T) {
	rows := func(yield func([]string, error) bool) {
		for _, row := range [][]string{{"Stops"}, nil, {"Kunde", "Breite", "Länge"}, {"A", "53,5", "9.9"}, {"B", "x", "1"}, {"C", "53.6", "10"}} {
			if !yield(row, nil) {
				return
			}
		}
	}
	doc, err := format.ReadRows(rows, "stops.xlsx", format.Options{SkipInvalid: true})
	if err != nil || doc.Instance.N() != 2 || doc.Skipped[0].Line != 5 || doc.Instance.Name() != "stops" || doc.Instance.Coords()[0] != 53.5 {
		t.Errorf("%+v, %v", doc, err)
	}
	short := func(yield func([]string, error) bool) {
		_ = yield([]string{"Kunde", "Breite", "Länge"}, nil) && yield([]string{"A", "53.5"}, nil)
	}
	if _, err = format.ReadRows(short, "a.xlsx", format.Options{}); err == nil || err.Error() != "a.xlsx:2: Länge is empty" {
		t.Error(err)
	}
	broken := errors.New("broken")
	_, err = format.ReadRows(func(yield func([]string, error) bool) { yield(nil, broken) }, "a.xlsx", format.Options{})
	if !errors.Is(err, broken) || err.Error() != "a.xlsx: broken" {
		t.Error(err)
	}
	if _, err := format.ReadRows(rows, "a.xlsx", format.Options{Format: format.GPX}); err == nil {
		t.Error("a table was read as GPX")
	}
}

func TestForeignFiles(t *testing.T) {
	for _, c := range []struct{ file, text, want string }{
		{"a.xls", "", "a.xls: this kind of spreadsheet is not supported: save it as CSV"},
		{"a.ods", "PK\x03\x04", "a.ods: this kind of spreadsheet is not supported: save it as CSV"},
		{"a.KML", "<kml/>", "a.KML: KML is not supported: export it as GPX or CSV"},
		{"a.shp", "", "a.shp: shapefiles are not supported: export it as GeoJSON, or as CSV with coordinates"},
		{"a.pdf", "", "a.pdf: documents are not supported: copy the table to a spreadsheet and save it as CSV"},
		{"stdin", "PK\x03\x04\x14\x00", "stdin: this is a workbook or other archive, not text: this kind of spreadsheet is not supported: save it as CSV"},
		{"stdin", "<?xml version=\"1.0\"?>\n<kml xmlns=\"x\">", "stdin: KML is not supported: export it as GPX or CSV"},
		{"a.csv", "<?xml version=\"1.0\"?>\n<gpx>", "a.csv: this is GPX: rename the file to end in .gpx"},
		{"a.csv", "{\"points\": []}", "a.csv: this is JSON: rename the file to end in .json or .geojson"},
	} {
		if _, err := load(c.file, c.text, format.Options{}); err == nil || err.Error() != c.want {
			t.Errorf("%s %q: %v, expected %s", c.file, c.text, err, c.want)
		}
	}
}

func TestAngles(t *testing.T) {
	for text, want := range map[string][2]float64{
		`52.5200 N,13.4050 E`:          {52.52, 13.405},
		`52.5200S,13.4050W`:            {-52.52, -13.405},
		`N 52° 30',E 13° 30'`:          {52.5, 13.5},
		`"52°30'36""N","9°59'60.0""E"`: {0, 0},
		`52° 30' 36" S,9°`:             {0, 0},
		`-52° 30',9° 15′ 36″`:          {-52.5, 9.26},
		`9.9 E,52 N`:                   {0, 0},
		`52.5 O,13 E`:                  {0, 0},
		`52°75',13`:                    {0, 0},
	} {
		doc, err := load("a.csv", "lat,lon\n"+text+"\n", format.Options{})
		switch {
		case want == [2]float64{}:
			if err == nil {
				t.Errorf("%s was read as %v", text, doc.Instance.Coords())
			}
		case err != nil || doc.Instance.Coords()[0] != want[0] || doc.Instance.Coords()[1] != want[1]:
			t.Errorf("%s: %v", text, err)
		}
	}
}

// A tour file can identify cities by code, name or number.
func TestToursByCode(t *testing.T) {
	in := read(t, "a.csv", "id,name,x,y\nK-1,North,0,0\n1,South,0,1\nK-3,South,1,1\n", format.Options{})
	for text, want := range map[string][]int32{
		"id\nK-3\nK-1\n1\n": {2, 0, 1}, "id,name\n1,South\nK-1,North\nK-3,South\n": {1, 0, 2}, "K-3\nK-1\n1\n": {2, 0, 1},
		"Kundennr,leg\nK-3,1\nK-1,1\n1,1\n": {2, 0, 1}, "[3, 1, 2]": {2, 0, 1},
	} {
		tour, _, err := format.ReadTour(strings.NewReader(text), "a.tour", in)
		if err != nil || !slices.Equal(tour, want) {
			t.Errorf("%q: %v, %v", text, tour, err)
		}
	}
}

// In a table without a header, a number selects a column by position, whatever the rows contain.
func TestColumnsByNumberWithoutAHeader(t *testing.T) {
	const file = "1,A,52.5,13.4\n2,B,52.6,13.5\n3,C,52.7,13.6\n4,D,52.8,13.7\n"
	doc, err := format.Load(strings.NewReader(file), "a.csv", format.Options{Columns: map[string]string{"id": "1", "lat": "3", "lon": "4"}})
	if err != nil {
		t.Fatal(err)
	}
	if n, at := doc.Instance.N(), doc.Instance.Coords(); n != 4 || at[0] != 52.5 || at[7] != 13.7 {
		t.Errorf("%d cities at %v", n, at)
	}
	_, err = format.Load(strings.NewReader(file), "a.csv", format.Options{Columns: map[string]string{"lat": "3", "latitude": "4", "lon": "2"}})
	if err == nil || !strings.Contains(err.Error(), "lat is assigned twice") {
		t.Errorf("two columns for the latitude: %v", err)
	}
}

// A tour that Excel has saved again as Windows-1252 is read as the same tour.
func TestWayBackInWindows1252(t *testing.T) {
	const file = "position,name,lat,lon,note,leg,total\n1,M\xfcller,52.5,13.4,x,0,0\n2,B,52.6,13.5,x,1,1\n3,C,52.7,13.6,x,1,2\n" +
		"4,D,52.5,13.7,x,1,3\n5,E,52.5,13.8,x,1,4\n6,F,52.4,13.8,x,1,5\n7,G,52.3,13.8,x,1,6\n8,H,52.2,13.8,x,1,7\n9,I,52.1,13.8,x,1,8\n10,M\xfcller,52.5,13.4,x,1,9\n"
	in, err := format.Read(strings.NewReader(file), "a.csv", format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if in.N() != 9 || in.NameOf(0) != "Müller" {
		t.Errorf("%d cities, the first is %q", in.N(), in.NameOf(0))
	}
}
