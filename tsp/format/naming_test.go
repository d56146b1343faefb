package format_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// A column of repeated values does not become the name if a different column tells the stops apart.
func TestRepeatedValuesAreNoNames(t *testing.T) {
	for _, c := range []struct {
		titles string
		rows   []string // without coordinates
		labels []string
		used   string
	}{
		{"Customer Name,City", []string{"Miller,Columbus", "Jones,Columbus", "Smith,Columbus"}, []string{"Miller", "Jones", "Smith"},
			"columns: lat = lat, lon = lon, name = Customer Name"},
		{"City,Street", []string{"Columbus,1 A St", "Columbus,2 B St", "Columbus,3 C St"}, []string{"1 A St", "2 B St", "3 C St"},
			"columns: lat = lat, lon = lon, name = Street"},
		{"Kunde,Ort", []string{"Rewe,Altona", "Rewe,Barmbek", "Rewe,Wandsbek"}, []string{"Altona", "Barmbek", "Wandsbek"},
			`columns: lat = lat, lon = lon, name = Ort; "Kunde" repeats, so it is not the name`},
		{"City", []string{"Columbus", "Columbus", "Columbus"}, nil, `columns: lat = lat, lon = lon; "City" repeats, so it is not the name`},
		{"Nom du client,Adresse", []string{"Dupont,a", "Durand,b", "Petit,c"}, []string{"Dupont", "Durand", "Petit"}, "columns: lat = lat, lon = lon, name = Nom du client"},
		{"Who,Email", []string{"A,a@x.org", "B,b@x.org", "C,c@x.org"}, []string{"A", "B", "C"}, "columns: lat = lat, lon = lon, name = Who"},
		{"name", []string{"depot", "depot", "depot"}, []string{"depot", "depot", "depot"}, ""}, // as the author says
	} {
		text := c.titles + ",lat,lon\n"
		for i, row := range c.rows {
			text += fmt.Sprintf("%s,53.%d,9.%d\n", row, i+1, i+3)
		}
		doc, err := format.Load(strings.NewReader(text), "a.csv", format.Options{})
		if err != nil {
			t.Fatal(c.titles, err)
		}
		if got := doc.Instance.Details().Labels; !slices.Equal(got, c.labels) || doc.Used != c.used {
			t.Errorf("%s: labels %q, used %s", c.titles, got, doc.Used)
		}
	}
}

// Columns that the route does not take into account are reported.
func TestUnusedColumnsAreReported(t *testing.T) {
	for title, want := range map[string]string{
		"Zeitfenster": "times", "Earliest": "times", "Time window": "times", "Priority": "priorities", "Fahrzeug": "vehicles or drivers", "Gewicht (kg)": "loads",
	} {
		doc, err := format.Load(strings.NewReader("name,lat,lon,"+title+"\nA,53,9,x\nB,54,9,\n"), "a.csv", format.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(doc.Doubts) != 1 || !strings.Contains(doc.Doubts[0].Error(), "looks like "+want+": ") {
			t.Errorf("%s: %v", title, doc.Doubts)
		}
		if doc, err = format.Load(strings.NewReader("name,lat,lon,"+title+"\nA,53,9,\nB,54,9,\n"), "a.csv", format.Options{}); err != nil || len(doc.Doubts) != 0 {
			t.Errorf("an empty column %s: %v, %v", title, doc.Doubts, err)
		}
	}
}

// A list of names without a header is a tour, and an unknown name gets a suggestion.
func TestUnknownNamesGetSuggestions(t *testing.T) {
	in := read(t, "a.csv", "name,lat,lon\nMiller,53,9\nJones,54,9\nSmith,54,10\n", format.Options{})
	got, _, err := format.ReadTour(strings.NewReader("Miller\nSmith\nJones\n"), "a.txt", in)
	if diff := cmp.Diff(tsp.Tour{0, 2, 1}, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
	_, _, err = format.ReadTour(strings.NewReader("Miller\nSmiht\nJones\n"), "a.txt", in)
	if want := `a.txt:2: name: expected a city of the instance, found "Smiht": did you mean "Smith"?`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// Names in a list may contain spaces, also if one of them is misspelt.
func TestUnknownNamesWithSpacesGetSuggestions(t *testing.T) {
	in := read(t, "a.csv", "name,lat,lon\nMiller Ltd,53,9\nJones Inc,54,9\nSmith Co,54,10\n", format.Options{})
	for text, want := range map[string]string{
		"Miller Ltd\nSmiht Co\nJones Inc\n":   `a.txt:2: name: expected a city of the instance, found "Smiht Co": did you mean "Smith Co"?`,
		"Miler Ltd\nSmith Co\nJones Inc\n":    `a.txt:1: name: expected a city of the instance, found "Miler Ltd": did you mean "Miller Ltd"?`,
		"Miller Ltd\nJones Inc\n":             `a.txt: expected a tour of all 3 cities, found only 2: "Smith Co" is missing`,
		"Miller Ltd\nJones Inc\nJones Inc\n":  `a.txt:3: position 3: "Jones Inc" is visited twice`,
		"Miller Ltd\n\nSmith Co\n\nJones\n\n": `a.txt:5: name: expected a city of the instance, found "Jones": did you mean "Jones Inc"?`,
	} {
		if _, _, err := format.ReadTour(strings.NewReader(text), "a.txt", in); err == nil || err.Error() != want {
			t.Errorf("%q: %v\nwant %s", text, err, want)
		}
	}
}

// Files that are not tables are recognised by their content.
func TestForeignContent(t *testing.T) {
	for text, want := range map[string]string{
		"\x89PNG\r\n\x1a\n\x00\x00":                  "this is a picture",
		"\xff\xd8\xff\xe0\x00\x10JFIF":               "this is a picture",
		"G21\nG90\nG0 X1 Y2\nM30\n":                  "this is G-code",
		"; made by CAM\n(board)\nG21 ; mm\nG0X1Y2\n": "this is G-code",
		"\x7fELF\x02":                                "this is a program",
	} {
		for _, name := range []string{"a.csv", "a.nc", "a"} {
			if _, err := format.Load(strings.NewReader(text), name, format.Options{}); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%q as %s: %v, want %s", text, name, err, want)
			}
		}
	}
	in := read(t, "a.csv", "G1,lat,lon\nA,53,9\nB,54,9\n", format.Options{})
	if in.N() != 2 {
		t.Errorf("%d cities", in.N())
	}
}
