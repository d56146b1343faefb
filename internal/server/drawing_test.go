package server_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/server"
)

const globe = `id,name,lat,lon\nB,Berlin,52.52,13.40\nH,Hamburg,53.55,9.99\nK,Köln,50.94,6.96\nM,München,48.14,11.58\n`

// ended submits a job and waits until it has ended.
func (s *service) ended(t testing.TB, body string) api.Job {
	t.Helper()
	j := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", body, "Prefer", "wait=20"), 200)
	if j.Digest == nil {
		t.Fatalf("no result: %+v", j)
	}
	return j
}

func (s *service) of(t testing.TB, j api.Job, what string, headers ...string) answer {
	t.Helper()
	return s.ask(t, "GET", "/v1/jobs/"+j.ID+"/"+what, "", headers...)
}

// The places and the origin together yield the positions of the cities.
func TestPlaces(t *testing.T) {
	s := start(t, 1, server.Options{})
	for name, c := range map[string]struct {
		job        string
		geographic bool
		xy         []float64
		bounds     []float64
	}{
		"plane": {small, false, []float64{0, 0, 9, 0, 9, 9, 0, 9, 5, 4}, []float64{0, 0, 9, 9}},
		"globe": {`{"file":"globe.csv","content":"` + globe + `","settings":{"seed":7}}`, true,
			[]float64{13.40, 52.52, 9.99, 53.55, 6.96, 50.94, 11.58, 48.14}, []float64{6.96, 48.14, 13.40, 53.55}},
		"far": {`{"file":"far.csv","content":"x,y\n4500000,5300000\n4500001,5300000\n4500001,5300001\n","settings":{}}`, false,
			[]float64{4500000, 5300000, 4500001, 5300000, 4500001, 5300001}, []float64{4500000, 5300000, 4500001, 5300001}},
		"display": {`{"file":"d.tsp","content":"NAME: d\nTYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: UPPER_ROW\nDISPLAY_DATA_TYPE: TWOD_DISPLAY\nEDGE_WEIGHT_SECTION\n1 2\n3\nDISPLAY_DATA_SECTION\n1 7 8\n2 9 8\n3 9 12\nEOF\n","settings":{}}`, false,
			[]float64{7, 8, 9, 8, 9, 12}, []float64{7, 8, 9, 12}},
	} {
		t.Run(name, func(t *testing.T) {
			j := s.ended(t, c.job)
			d := as[server.Drawing](t, s.of(t, j, "drawing"), 200)
			if d.Kind != "places" || d.Geographic != c.geographic || !slices.Equal(d.Bounds, c.bounds) || d.N != len(c.xy)/2 || d.Problem != "tsp" || d.Open || d.Start != nil {
				t.Errorf("drawn as %+v", d)
			}
			a := s.of(t, j, "places")
			if a.StatusCode != 200 || a.Header.Get("Content-Type") != "application/octet-stream" || a.Header.Get("Cache-Control") != "private, no-cache" || len(a.body) != 4*len(c.xy) {
				t.Fatalf("%s %v, %d bytes", a.Status, a.Header, len(a.body))
			}
			for i, want := range c.xy {
				got := float64(math.Float32frombits(binary.LittleEndian.Uint32(a.body[4*i:]))) + d.Origin[i%2]
				if math.Abs(got-want) > 1e-6 {
					t.Errorf("number %d is %v, expected %v", i, got, want)
				}
			}
			tag := a.Header.Get("ETag")
			if a := s.of(t, j, "places", "If-None-Match", tag); a.StatusCode != 304 || len(a.body) != 0 || a.Header.Get("ETag") != tag {
				t.Errorf("%s %v", a.Status, a.Header)
			}
		})
	}
}

// The drawing contains the route and the unit that a job requests, and the best known cost if it is
// published.
func TestDrawing(t *testing.T) {
	s := start(t, 1, server.Options{})
	path := s.ended(t, `{"file":"square.csv","content":"`+square+`","route":{"start":"c","end":"a"},"settings":{}}`)
	d := as[server.Drawing](t, s.of(t, path, "drawing"), 200)
	if !d.Open || !d.Named || d.Start == nil || *d.Start != 2 || d.End == nil || *d.End != 0 || d.BestKnown != nil {
		t.Errorf("a path is drawn as %+v", d)
	}
	matrix := s.ended(t, `{"file":"m.csv","content":"0,5,9\n6,0,7\n9,7,0\n","reading":{"format":"matrix","unit":"min"},"settings":{}}`)
	d = as[server.Drawing](t, s.of(t, matrix, "drawing"), 200)
	if d.Kind != "none" || d.Unit != "min" || d.Named || d.Origin != nil {
		t.Errorf("a matrix is drawn as %+v", d)
	}
	if p := as[api.Problem](t, s.of(t, matrix, "places"), 409); p.Code != "other_kind" {
		t.Errorf("%+v", p)
	}
}

func TestCities(t *testing.T) {
	s := start(t, 1, server.Options{})
	j := s.ended(t, `{"file":"globe.csv","content":"`+globe+`","settings":{}}`)
	page := as[server.Cities](t, s.of(t, j, "cities?from=1&limit=2"), 200)
	if len(page.Cities) != 2 || page.N != 4 {
		t.Fatalf("%+v", page)
	}
	if c := page.Cities[1]; c.Index != 2 || c.ID != "K" || c.Name != "Köln" || *c.X != 6.96 || *c.Y != 50.94 {
		t.Errorf("%+v", c)
	}
	for query, count := range map[string]int{"": 4, "?from=3": 1, "?from=4": 0, "?from=1000000": 0} {
		if page := as[server.Cities](t, s.of(t, j, "cities"+query), 200); len(page.Cities) != count {
			t.Errorf("%s: %+v", query, page)
		}
	}
	for _, query := range []string{"?from=-1", "?limit=0", "?limit=1001", "?from=x"} {
		as[api.Problem](t, s.of(t, j, "cities"+query), 422)
	}
	as[api.Problem](t, s.of(t, s.ended(t, others["matrix"]), "cities"), 409)
}

// The trace of a running job comes from its events, and the trace of a finished job comes from its
// result.
func TestTrace(t *testing.T) {
	s := start(t, 1, server.Options{})
	j := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", long), 202)
	var trace server.Trace
	until(t, "there is a trace", func() bool {
		trace = as[server.Trace](t, s.of(t, j, "trace"), 200)
		return len(trace.Points) > 0
	})
	if trace.Source != "events" || !falls(trace) {
		t.Errorf("while it runs: %+v", trace)
	}
	s.ask(t, "DELETE", "/v1/jobs/"+j.ID, "")
	for range s.watch(t, j.ID) {
	}
	trace = as[server.Trace](t, s.of(t, j, "trace"), 200)
	var result struct {
		Cost  float64
		Trace []any
	}
	if err := json.Unmarshal(s.of(t, j, "result").body, &result); err != nil {
		t.Fatal(err)
	}
	if n := len(trace.Points); trace.Source != "result" || n != len(result.Trace) || n == 0 || !falls(trace) || trace.Points[n-1].Cost != result.Cost {
		t.Errorf("after its end: %+v, %+v", trace, result)
	}
}

func falls(trace server.Trace) bool {
	for i := 1; i < len(trace.Points); i++ {
		if before, p := trace.Points[i-1], trace.Points[i]; p.Cost >= before.Cost || p.Step < before.Step || p.Seconds < before.Seconds {
			return false
		}
	}
	return true
}

// Downloads are sent with the headers of their format. The command-line tests compare their bytes.
func TestDownloads(t *testing.T) {
	s := start(t, 1, server.Options{})
	j := s.ended(t, `{"file":"globe \"x\"\u202e.csv","content":"`+globe+`","settings":{}}`)
	for form, kind := range map[string]string{
		"tour": "text/plain", "json": "application/json", "geojson": "application/geo+json", "gpx": "application/gpx+xml",
		"csv": "text/csv", "svg": "image/svg+xml", "png": "image/png", "kml": "application/vnd.google-earth.kml+xml",
		"xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "html": "text/html; charset=utf-8",
	} {
		a := s.of(t, j, "download?format="+form)
		if a.StatusCode != 200 || a.Header.Get("Content-Type") != kind || len(a.body) == 0 {
			t.Errorf("%s: %s %v", form, a.Status, a.Header)
		}
		if name := a.Header.Get("Content-Disposition"); name != `attachment; filename="globe--x.`+form+`"` {
			t.Errorf("%s: %s", form, name)
		}
		if form == "json" && !bytes.Equal(a.body, s.of(t, j, "result").body) {
			t.Error("the JSON is not the result")
		}
	}
	wordy := s.ended(t, `{"file":"a.tsp","content":"NAME: `+strings.Repeat("a", 5000)+`\nTYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 3 0\n3 0 4\nEOF\n","settings":{}}`)
	if name := s.of(t, wordy, "download?format=tour").Header.Get("Content-Disposition"); len(name) > 200 {
		t.Errorf("a name of %d bytes", len(name))
	}
	for name, c := range map[string]struct {
		job    api.Job
		query  string
		status int
		detail string
	}{
		"plane":   {s.ended(t, small), "?format=gpx", 422, "GPX"},
		"matrix":  {s.ended(t, `{"file":"m.csv","content":"0,5,9\n6,0,7\n9,7,0\n","reading":{"format":"matrix"},"settings":{}}`), "?format=png", 422, "cannot draw"},
		"other":   {s.ended(t, others["matrix"]), "?format=tour", 422, "are for tours"},
		"unknown": {j, "?format=exe", 422, "format"},
		"none":    {j, "", 422, "format"},
		"not yet": {as[api.Job](t, s.ask(t, "POST", "/v1/jobs", long), 202), "?format=json", 409, "no result"},
	} {
		a := s.of(t, c.job, "download"+c.query)
		if p := as[api.Problem](t, a, c.status); !strings.Contains(p.Detail, c.detail) || a.Header.Get("Content-Disposition") != "" {
			t.Errorf("%s: %+v", name, p)
		}
	}
}

// A generated instance is stored like an uploaded one.
func TestGenerated(t *testing.T) {
	s := start(t, 1, server.Options{})
	about := as[server.About](t, s.ask(t, "GET", "/v1/server", ""), 200)
	bodies := map[string]string{
		"uniform": `{"shape":"uniform","n":50,"seed":7}`, "clustered": `{"shape":"clustered","n":50,"seed":7}`,
		"grid": `{"shape":"grid","n":50,"seed":7}`, "drilling": `{"shape":"drilling","n":50,"seed":7}`,
		"asymmetric": `{"shape":"asymmetric","n":50,"seed":7}`, "oneway": `{"shape":"oneway","n":50,"seed":7}`,
		"setups": `{"shape":"setups","n":50,"seed":7}`, "aisles": `{"shape":"aisles","n":50,"seed":7}`,
		"deliveries": `{"shape":"deliveries","n":50,"seed":7}`, "visits": `{"shape":"visits","n":50,"seed":7}`,
		"perceptron": `{"shape":"perceptron","rows":9,"cols":11,"seed":7}`, "colouring": `{"shape":"colouring","n":9,"edges":20,"colours":3}`,
		"function": `{"shape":"function","function":"rastrigin","n":10}`,
	}
	for _, shape := range about.Shapes {
		body, ok := bodies[shape]
		if !ok {
			t.Errorf("%s: there is no request", shape)
			continue
		}
		u := as[server.Uploaded](t, s.make(t, body), 201)
		again := as[server.Uploaded](t, s.make(t, body), 200)
		if u.Hash != again.Hash || u.N == 0 || u.Problem == "" || strings.HasPrefix(u.File, ".") {
			t.Errorf("%s: %+v, then %+v", shape, u, again)
		}
		s.ended(t, fmt.Sprintf(`{"instance":%q,"file":%q,"settings":{"max_steps":2}}`, u.Hash, u.File))
	}
}

func (s *service) make(t testing.TB, body string, headers ...string) answer {
	t.Helper()
	return s.ask(t, http.MethodPost, "/v1/generated", body, append([]string{"Content-Type", "application/json"}, headers...)...)
}
