package format_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// utf16le returns a text in UTF-16 with a byte order mark.
func utf16le(text string) string {
	b := []byte{0xff, 0xfe}
	for _, c := range utf16.Encode([]rune(text)) {
		b = append(b, byte(c), byte(c>>8))
	}
	return string(b)
}

// GPX files may declare any encoding that is read.
func TestGPXEncodings(t *testing.T) {
	gpx := func(encoding, name string) string {
		return `<?xml version="1.0" encoding="` + encoding + `"?><gpx><wpt lat="1" lon="2"><name>` + name + `</name></wpt><rte><rtept lat="1" lon="2"><name>` + name + `</name></rtept></rte></gpx>`
	}
	for encoding, text := range map[string]string{
		"UTF-8":        gpx("UTF-8", "Köln €"),
		"ISO-8859-1":   gpx("ISO-8859-1", "K\xf6ln \x80"),
		"windows-1252": gpx("windows-1252", "K\xf6ln \x80"),
		"UTF-16":       utf16le(gpx("UTF-16", "Köln €")),
	} {
		in, err := format.Read(strings.NewReader(text), "a.gpx", format.Options{})
		if err != nil || !slices.Equal(in.Details().Labels, []string{"Köln €"}) {
			t.Errorf("%s: %v", encoding, err)
			continue
		}
		if tour, _, err := format.ReadTour(strings.NewReader(text), "a.gpx", in); err != nil || len(tour) != 1 {
			t.Errorf("%s: a tour %v, %v", encoding, tour, err)
		}
	}
}

// All formats accept the line endings of old Macs.
func TestCarriageReturns(t *testing.T) {
	tsplib := "NAME: a\nTYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 3 4\n3 0 4\nEOF\n"
	for name, text := range map[string]string{"a.tsp": tsplib, "a.csv": "x,y\n0,0\n3,4\n0,4\n", "a.json": "{\"points\":\n[[0,0],\n[3,4],[0,4]]}\n"} {
		want := read(t, name, text, format.Options{})
		got := read(t, name, strings.ReplaceAll(text, "\n", "\r"), format.Options{})
		if got.Hash() != want.Hash() {
			t.Errorf("%s: a different instance", name)
		}
		tour, _, err := format.ReadTour(strings.NewReader("TYPE: TOUR\rTOUR_SECTION\r1\r3\r2\r-1\rEOF\r"), "a.tour", got)
		if err != nil || !slices.Equal(tour, []int32{0, 2, 1}) {
			t.Errorf("%s: a tour %v, %v", name, tour, err)
		}
	}
}

// Comments of a table are not a part of its rows and may be long.
func TestLongComments(t *testing.T) {
	comments := strings.Repeat("# a comment\n", 200_000)
	in := read(t, "a.csv", comments+"x,y\n0,0\n"+comments+"3,4\n", format.Options{})
	if in.N() != 2 {
		t.Errorf("%d cities, want 2", in.N())
	}
	_, err := format.Read(strings.NewReader("x,y\n0,0\n1,\""+strings.Repeat("a", 2<<20)+"\"\n"), "a.csv", format.Options{})
	if err == nil || !strings.Contains(err.Error(), "expected at most 1 MiB for a single row, found more") {
		t.Error(err)
	}
}
