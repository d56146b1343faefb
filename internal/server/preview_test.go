package server_test

import (
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/output"
	"github.com/tourmaline-opt/tourmaline/internal/server"
)

// On request, an upload shows the columns that were used, the places and the names.
func TestPreview(t *testing.T) {
	s := start(t, 0, server.Options{})
	table := "Kunde,Breitengrad,Längengrad\nNord,53.6,10\nSüd,53.4,9.9\nWest,53.5,9.7\n"
	u := as[server.Uploaded](t, s.ask(t, "POST", "/v1/instances?file=tour.csv&preview=true", table), 201)
	p := u.Preview
	if p == nil || !strings.Contains(p.Columns, "name = Kunde") || !strings.Contains(p.Columns, "lat = Breitengrad") {
		t.Fatalf("the preview is %+v", p)
	}
	if d := p.Drawing; !d.Geographic || !d.Named || d.Unit != "m" || d.N != 3 || d.Kind != "places" {
		t.Errorf("%+v", d)
	}
	if c := p.Cities; len(c) != 3 || c[1].Name != "Süd" || *c[1].X != 9.9 || *c[1].Y != 53.4 || c[1].Index != 1 {
		t.Errorf("%+v", c)
	}
	if u := as[server.Uploaded](t, s.ask(t, "POST", "/v1/instances?file=tour.csv", table), 200); u.Preview != nil {
		t.Errorf("a preview that was not requested: %+v", u.Preview)
	}
	if u := as[server.Uploaded](t, s.ask(t, "POST", "/v1/instances?file=g.col&preview=true", "p edge 2 1\ne 1 2\n"), 201); u.Preview != nil {
		t.Errorf("a preview of a graph: %+v", u.Preview)
	}
}

// The preview of a large instance has cities from all of the file, and that of a matrix only names.
func TestPreviewOfLargeAndPlacelessInstances(t *testing.T) {
	s := start(t, 0, server.Options{})
	g := as[server.Uploaded](t, s.ask(t, "POST", "/v1/generated?preview=true", `{"shape":"uniform","n":2500,"seed":1}`, "Content-Type", "application/json"), 201)
	if c := g.Preview.Cities; len(c) != 1000 || c[0].Index != 0 || c[1].Index != 2 || c[999].Index != 2497 {
		t.Errorf("%d cities, the last is %+v", len(c), c[len(c)-1])
	}
	m := as[server.Uploaded](t, s.ask(t, "POST", "/v1/instances?file=m.csv&format=matrix&unit=s&preview=true", "0,5,9\n6,0,7\n9,7,0\n"), 201)
	if m.Problem != "tsp" || m.Preview.Drawing.Problem != "tsp" {
		t.Errorf("a matrix is %+v", m)
	}
	if d := m.Preview.Drawing; d.Kind != "none" || d.Unit != "s" || len(m.Preview.Cities) != 3 || m.Preview.Cities[0].X != nil {
		t.Errorf("%+v", m.Preview)
	}
}

// The stops of a result come in its order, with legs that add up to its cost.
func TestStops(t *testing.T) {
	s := start(t, 1, server.Options{})
	j := s.ended(t, `{"file":"globe.csv","content":"`+globe+`","route":{"start":"K"},"settings":{}}`)
	all := as[server.Stops](t, s.of(t, j, "stops"), 200)
	if n := len(all.Stops); n != 5 || all.N != n || all.Stops[0].Name != "Köln" || all.Stops[4].Name != "Köln" || all.Stops[0].City != 2 {
		t.Fatalf("%+v", all)
	}
	sum := 0.0
	for _, at := range all.Stops {
		if sum += at.Leg; at.Total != sum {
			t.Errorf("%+v, expected a total of %v", at, sum)
		}
	}
	if sum != j.Digest.Cost {
		t.Errorf("the legs add up to %v, the cost is %v", sum, j.Digest.Cost)
	}
	if part := as[server.Stops](t, s.of(t, j, "stops?from=1&limit=2"), 200); part.N != 5 || len(part.Stops) != 2 || part.Stops[0] != all.Stops[1] {
		t.Errorf("%+v", part)
	}
	as[api.Problem](t, s.of(t, s.ended(t, others["matrix"]), "stops"), 409)
}

// The drawing of a job keeps the notes on its file.
func TestDrawingsKeepTheNotes(t *testing.T) {
	s := start(t, 0, server.Options{})
	j := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", `{"file":"a.csv","content":"name,lat,lon\nA,52.5,13.4\nB,x,9.9\nC,48.1,11.5\n","reading":{"skip_invalid":true}}`), 202)
	d := as[server.Drawing](t, s.of(t, j, "drawing"), 200)
	if !d.Straight || len(d.Notes) != 1 || !strings.Contains(d.Notes[0], "a.csv:3: lat") {
		t.Errorf("%+v", d)
	}
	plain := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", small), 202)
	if d := as[server.Drawing](t, s.of(t, plain, "drawing"), 200); d.Straight || d.Notes == nil || len(d.Notes) > 0 {
		t.Errorf("%+v", d)
	}
}

// A job states the unit of its costs.
func TestJobsStateTheirUnit(t *testing.T) {
	s := start(t, 0, server.Options{})
	for content, unit := range map[string]string{globe: "m", "x,y\\n0,0\\n9,0\\n9,9\\n": ""} {
		j := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", `{"file":"a.csv","content":"`+content+`"}`), 202)
		if j.Instance.Unit != unit {
			t.Errorf("unit %q, expected %q", j.Instance.Unit, unit)
		}
	}
}

// The OpenAPI document lists the formats that the package of the results knows, and pages.
func TestDocumentedDownloads(t *testing.T) {
	s := start(t, 0, server.Options{})
	text := string(s.ask(t, "GET", "/openapi.json", "").body)
	for _, f := range output.Downloads() {
		if !strings.Contains(text, `"`+string(f)+`"`) || !strings.Contains(text, `"`+f.MediaType()+`"`) {
			t.Errorf("%s (%s) is not documented", f, f.MediaType())
		}
	}
}
