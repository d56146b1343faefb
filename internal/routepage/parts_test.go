package routepage

import (
	"encoding/xml"
	"strings"
	"testing"
)

// Links contain at most ten stops, and each starts where the previous one ended.
func TestPartsForMapApps(t *testing.T) {
	p := crowd(25)
	parts := p.Parts()
	if len(parts) != 3 || parts[0].From != "1" || parts[0].To != "10" || parts[1].From != "10" || parts[1].To != "19" || parts[2].To != "25" {
		t.Errorf("%+v", parts)
	}
	for _, part := range parts {
		if n := strings.Count(string(part.Google), "%7C"); n > 7 || !strings.Contains(string(part.Google), "&waypoints=") {
			t.Errorf("%d separators in %s", n, part.Google)
		}
		if n := strings.Count(string(part.Apple), "&waypoint="); n > 8 || n == 0 || !strings.HasPrefix(string(part.Apple), "https://maps.apple.com/directions?") {
			t.Errorf("%d stops between in %s", n, part.Apple)
		}
	}
	if got := sample().Parts(); len(got) != 1 || got[0].From != "1" || got[0].To != "the start" || !strings.Contains(string(got[0].Google), "&destination=52.53670,13.34560&") {
		t.Errorf("%+v", got)
	}
	if got := crowd(1000).Parts(); got != nil {
		t.Errorf("%d links for 1,000 stops", len(got))
	}
}

// A QR code is a square picture with a margin. Its three corners have the marks that readers look
// for.
func TestCodes(t *testing.T) {
	parts := crowd(12).Codes()
	if len(parts) != 2 {
		t.Fatalf("%d codes, expected 2", len(parts))
	}
	code, err := parts[0].Code()
	if err != nil {
		t.Fatal(err)
	}
	var svg struct {
		Box  string `xml:"viewBox,attr"`
		Path struct {
			D string `xml:"d,attr"`
		} `xml:"path"`
	}
	if err := xml.Unmarshal([]byte(code), &svg); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(svg.Path.D, "M4 4h1v1h-1zM5 4h1v1h-1zM6 4h1v1h-1z") || strings.Contains(svg.Path.D, "M5 5h") || !strings.Contains(svg.Path.D, "M6 6h") {
		t.Errorf("no mark in the corner of %.200s", svg.Path.D)
	}
	if crowd(200).Codes() != nil {
		t.Error("codes for 200 stops")
	}
}

// The depots of a vehicle are not counted, have no box to tick, and links name them by words.
func TestDepotsAreNoStops(t *testing.T) {
	p := sample()
	p.Stops[0].Number, p.Stops[1].Number, p.Stops[2].Number = 0, 1, 2
	if got := p.Parts(); len(got) != 1 || got[0].From != "the start" || got[0].To != "the start" {
		t.Errorf("%+v", got)
	}
	p.Return, p.Stops[2].Number = nil, 0
	if got := p.Parts(); len(got) != 1 || got[0].To != "the end" {
		t.Errorf("%+v", got)
	}
	if n := strings.Count(written(t, p), `type="checkbox"`); n != 1 {
		t.Errorf("%d boxes for a stop between two depots", n)
	}
}
