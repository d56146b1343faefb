package format_test

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
	"pgregory.net/rapid"
)

// A cost is found in comments as various programs write them.
func TestCommentsStateTheCost(t *testing.T) {
	in := read(t, "a.csv", "x,y\n0,0\n0,1\n1,1\n", format.Options{})
	for comment, want := range map[string]string{
		"COMMENT : Length = 12345\nCOMMENT : Found by LKH": "12345",
		"COMMENT : Length 6110":                            "6110",
		"COMMENT: Tour length 10628":                       "10628",
		"COMMENT : Length = 3.4142136":                     "3.4142136",
		"COMMENT : Length=1.5e+22, proven":                 "1.5e+22",
		"COMMENT : Length = -7.":                           "-7",
		"COMMENT : Optimum tour for a.tsp (Length 629)":    "629",
		"COMMENT : Optimal tour for kroD100 (21294) ":      "21294",
		"COMMENT : Optimum solution for att48":             "none",
		"COMMENT : Length = 12,345":                        "none",
		"COMMENT : wavelength 5":                           "none",
		"COMMENT : found in Bonn (1991)":                   "none",
		"NAME : Length 7":                                  "none",
		"COMMENT : Length = 1e999":                         "+Inf",
	} {
		_, stated, err := format.ReadTour(strings.NewReader("TYPE : TOUR\n"+comment+"\nTOUR_SECTION\n1 2 3 -1\n"), "a.tour", in)
		got := "none"
		if stated.Cost != nil {
			got = strconv.FormatFloat(*stated.Cost, 'g', -1, 64)
		}
		if err != nil || got != want {
			t.Errorf("%q states %s, expected %s, %v", comment, got, want, err)
		}
	}
}

// The legs of a GeoJSON file are checked.
func TestFalseLegs(t *testing.T) {
	in := read(t, "a.csv", "x,y\n0,0\n0,1\n1,1\n", format.Options{})
	var b strings.Builder
	if err := format.WriteTour(&b, in, tsp.Identity(3), nil, format.GeoJSON); err != nil {
		t.Fatal(err)
	}
	for from, to := range map[string]string{`"leg": 1,`: `"leg": 7,`, `"leg": 0,`: `"leg": 0.5,`, "none": ""} {
		text := strings.Replace(b.String(), from, to, 1)
		tour, stated, err := format.ReadTour(strings.NewReader(text), "a.geojson", in)
		if err != nil {
			t.Fatal(err)
		}
		if err := stated.Check(in, tour); (err == nil) != (text == b.String()) || err != nil && !strings.Contains(err.Error(), "states leg") {
			t.Errorf("%s instead of %s: %v", to, from, err)
		}
	}
}

var tourFormats = []format.Format{format.Tour, format.CSV, format.JSON, format.GeoJSON, format.GPX}

// drawGlobeTour draws cities on the globe and a tour or path through them. The ids of the cities
// are numbers that occur nowhere else in a file.
func drawGlobeTour(t *rapid.T) (*tsp.Instance, tsp.Tour) {
	n := rapid.IntRange(4, 12).Draw(t, "n")
	var coords []float64
	var ids []int64
	for i := range n {
		lat, lon := rapid.IntRange(-80, 80).Draw(t, "lat"), rapid.IntRange(-18000, 18000).Draw(t, "lon")
		coords = append(coords, float64(lat)+float64(i)/128, float64(lon)/100)
		ids = append(ids, 7_000_000_000_000_000_001+int64(i))
	}
	in, err := tsp.FromCoords(tsp.Haversine, 2, coords)
	if err != nil {
		t.Fatal(err)
	}
	if in, err = in.With(tsp.Details{IDs: ids}); err != nil {
		t.Fatal(err)
	}
	if rapid.Bool().Draw(t, "path") {
		if in, err = in.Path(-1, -1); err != nil {
			t.Fatal(err)
		}
	}
	return in, rapid.Permutation(tsp.Identity(n)).Draw(t, "tour")
}

// checkText reads and checks a tour like the check command: the file determines whether the tour is
// a path.
func checkText(in *tsp.Instance, text string) error {
	closed, err := tsp.FromCoords(in.Metric(), 2, in.Coords())
	if err != nil {
		return err
	}
	var ids []int64
	for c := range int32(in.N()) {
		ids = append(ids, in.ID(c))
	}
	if closed, err = closed.With(tsp.Details{IDs: ids}); err != nil {
		return err
	}
	tour, stated, err := format.ReadTour(strings.NewReader(text), "a", closed)
	if err != nil {
		return err
	}
	if stated.Path {
		if closed, err = closed.Path(-1, -1); err != nil {
			return err
		}
	}
	if stated.Cost == nil || stated.Path != in.Open() {
		return fmt.Errorf("states %+v", stated)
	}
	if err := stated.Check(closed, tour); err != nil {
		return fmt.Errorf("%w: %w", errFalse, err)
	}
	return nil
}

var errFalse = errors.New("false")

// Every format states the cost of a tour and whether it is a path. In every format, a changed digit
// and a swapped pair of cities are detected.
func TestFalseStatementsAreFound(t *testing.T) {
	for _, f := range tourFormats {
		t.Run(string(f), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				in, tour := drawGlobeTour(t)
				var b bytes.Buffer
				if err := format.WriteTour(&b, in, tour, nil, f); err != nil {
					t.Fatal(err)
				}
				text := b.String()
				if err := checkText(in, text); err != nil {
					t.Fatalf("%v in\n%s", err, text)
				}
				if changed := changeDigit(t, in, tour, f, text); !isRefused(checkText(in, changed)) {
					t.Fatalf("a changed digit passed: %v\n%s", checkText(in, changed), changed)
				}
				i, j := drawPair(t, in.N())
				changed := exchange(text, in.ID(tour[i]), in.ID(tour[j]))
				moved := slices.Clone(tour)
				moved[i], moved[j] = moved[j], moved[i]
				if in.Cost(moved) != in.Cost(tour) && !isRefused(checkText(in, changed)) {
					t.Fatalf("an exchanged pair passed:\n%s", changed)
				}
			})
		})
	}
}

func isRefused(err error) bool {
	return errors.Is(err, errFalse) || errors.Is(err, format.ErrNoTour)
}

// changeDigit changes one of the first twelve digits of the stated cost or, in a table, of a leg or
// a total.
func changeDigit(t *rapid.T, in *tsp.Instance, tour tsp.Tour, f format.Format, text string) string {
	cost := strconv.FormatFloat(in.Cost(tour), 'f', -1, 64)
	at := strings.Index(text, cost)
	if f == format.CSV {
		row := strings.Split(text, "\n")[2]
		fields := strings.Split(row, ",")
		k := len(fields) - rapid.IntRange(1, 2).Draw(t, "leg or total")
		cost = fields[k]
		at = strings.Index(text, row) + len(strings.Join(fields[:k], ",")) + 1
	}
	if at < 0 {
		t.Fatalf("no cost of %s in\n%s", cost, text)
	}
	k := at + rapid.IntRange(0, min(len(cost), 12)-1).Draw(t, "digit")
	if text[k] == '.' {
		k--
	}
	if k == at { // insert a 9, because JSON does not allow leading zeros
		return text[:k] + "9" + text[k:]
	}
	other := '0' + (text[k]-'0'+byte(rapid.IntRange(1, 9).Draw(t, "by")))%10
	return text[:k] + string(rune(other)) + text[k+1:]
}

func drawPair(t *rapid.T, n int) (i, j int) {
	i = rapid.IntRange(0, n-2).Draw(t, "i")
	return i, rapid.IntRange(i+1, n-1).Draw(t, "j")
}

// exchange swaps two ids wherever they occur.
func exchange(text string, a, b int64) string {
	names := map[string]string{fmt.Sprint(a): fmt.Sprint(b), fmt.Sprint(b): fmt.Sprint(a)}
	return regexp.MustCompile(`[0-9]{19}`).ReplaceAllStringFunc(text, func(id string) string {
		if other, ok := names[id]; ok {
			return other
		}
		return id
	})
}

// TestStatedCheck checks that false statements about a valid tour are detected.
func TestStatedCheck(t *testing.T) {
	in := labelled(t)
	const tour = "TYPE: TOUR\nTOUR_SECTION\n10 20 30 40 -1 -1\nEOF\n"
	for text, want := range map[string]string{
		tour:                          "",
		"COMMENT: Length 4\n" + tour:  "",
		"COMMENT: Open path\n" + tour: "",
		"10 20 30 40 -1\nEOF\n":       "",
		"id,x,y\n10,0,0\n20,0,1\n30,1,1.000004\n40,1,0\n": "",
		// the instance has no latitudes and longitudes to compare
		"id,lat,lon\n10,5,0\n20,5,1\n30,5,1\n40,5,0\n": "",
		"id,leg\n10,0\n20,1\n30,1\n40,1\n10,1\n":       "",
		"id,name\n10,A\n20,B\n30,C\n40,\"D,  E\"\n":    "",
		// without legs, the column total is ignored
		"id,total\n10,7\n20,many\n30,9\n40,1\n":                       "",
		"id,leg,total\n10,0,0\n20,1,1\n30,1,2\n40,1,3\n10,1,4\n":      "",
		"id,leg,total\n10,0,0\n20,1,1\n30,1,2\n40,1,3\n10,1,5\n":      "states total 5 at position 5, but the total is 4",
		"id,leg,total\n10,0,0\n20,1,1\n30,1,3\n40,1,3\n10,1,4\n":      "states total 3 at position 3, but the total is 2",
		`{"cost": 4, "tour": [10, 20, 30, 40], "instance": "square"}`: "",
		"COMMENT: Length 4\nCOMMENT: Length 5\n" + tour:               "states cost 5, but the tour costs 4",
		"id,x,y\n10,0,0\n20,0,1\n30,1,1.1\n40,1,0\n":                  "states that city 30 at position 3 is at [1 1.1], but it is at [1 1]",
		"id,leg\n10,2\n20,1\n30,1\n40,1\n":                            "states leg 2 to city 10 at position 1, but the distance is 1",
		// the return leg is stated twice
		"id,leg\n10,1\n20,1\n30,1\n40,1\n10,2\n":                                 "states leg 2 to city 10 at position 1, but the distance is 1",
		"id,name\n10,A\n20,C\n30,B\n40,\"D, E\"\n":                               `gives city 20 at position 2 the label "C", but its label is "B"`,
		`{"tour": [10, 20, 30, 40, 10], "labels": ["A", "B", "C", "D, E", "A"]}`: "",
		`{"tour": [10, 20, 30, 40], "labels": ["A", "B", "C", "E"]}`:             `gives city 40 at position 4 the label "E", but its label is "D, E"`,
	} {
		got, stated, err := format.ReadTour(strings.NewReader(text), "a.tour", in)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		err = stated.Check(in, got)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q:\n   found %v\nexpected %s", text, err, want)
		}
	}
}

// A corrupt checksum is detected even if it follows the last byte that the parser needs.
func TestChecksumsAreRead(t *testing.T) {
	text := []byte("TYPE: TOUR\nTOUR_SECTION\n10 20 30 40 -1\nEOF\n" + strings.Repeat("\n", 100<<10))
	for _, kind := range []string{"gz", "zst"} {
		data := pack(t, kind, text)
		data[len(data)-6] ^= 1
		if _, _, err := format.ReadTour(bytes.NewReader(data), "a.tour", labelled(t)); err == nil {
			t.Errorf("%s: a false checksum passed", kind)
		}
	}
}
