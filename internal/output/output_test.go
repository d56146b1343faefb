package output

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

func TestForms(t *testing.T) {
	all := Forms()
	for _, f := range []Form{"tour", "csv", JSON, SVG, PNG} {
		if !slices.Contains(all, f) {
			t.Errorf("%s is missing in %v", f, all)
		}
	}
	if slices.Contains(all, "npy") {
		t.Errorf("%v contains npy, which cannot hold a tour", all)
	}
	for f, want := range map[Form]string{SVG: "image/svg+xml", PNG: "image/png", "csv": "text/csv", "unknown": ""} {
		if got := f.MediaType(); got != want {
			t.Errorf("%s has the media type %q, expected %q", f, got, want)
		}
	}
	for f, want := range map[Form][2]bool{SVG: {true, true}, PNG: {true, true}, "geojson": {false, true}, "csv": {false, false}} {
		if got := [2]bool{f.IsPicture(), f.DrawsRoads()}; got != want {
			t.Errorf("%s is a picture and draws roads: %v, expected %v", f, got, want)
		}
	}
}

// Only instances with places can be drawn, and only those on a globe can be written as GPX.
func TestFits(t *testing.T) {
	matrix, err := tsp.FromMatrix(3, []float64{0, 1, 2, 1, 0, 3, 2, 3, 0})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		form Form
		in   *tsp.Instance
		want bool
	}{{SVG, matrix, false}, {PNG, square(t), true}, {"gpx", square(t), false}, {"csv", matrix, true}, {"unknown", matrix, true}} {
		if err := c.form.Fits(c.in); (err == nil) != c.want {
			t.Errorf("%s: %v", c.form, err)
		}
	}
	if err := WriteTour(new(bytes.Buffer), matrix, tsp.Tour{0, 1, 2}, nil, SVG); err == nil || !strings.Contains(err.Error(), "it has a distance matrix") {
		t.Errorf("a picture of a matrix: %v", err)
	}
}

func TestToursAreWritten(t *testing.T) {
	in := square(t)
	for form, start := range map[Form]string{SVG: "<svg", PNG: "\x89PNG", "tour": "NAME"} {
		var b bytes.Buffer
		if err := WriteTour(&b, in, tsp.Identity(4), nil, form); err != nil || !strings.HasPrefix(b.String(), start) {
			t.Errorf("%s starts with %.20q: %v", form, b.String(), err)
		}
	}
	var b bytes.Buffer
	if err := WriteJSON(&b, solved(t, in)); err != nil || !json.Valid(b.Bytes()) || !bytes.HasSuffix(b.Bytes(), []byte("}\n")) {
		t.Errorf("%s: %v", b.String(), err)
	}
}

func TestFileName(t *testing.T) {
	for name, want := range map[string]string{
		"Köln 2": "Köln 2", "a/b\\c:d": "a-b-c-d", "a\nb\x1bc\xff": "a-b-c", " .-x-. ": "x", "...": "route", "": "route",
	} {
		if got := FileName(name); got != want {
			t.Errorf("%q: %q, expected %q", name, got, want)
		}
	}
}
