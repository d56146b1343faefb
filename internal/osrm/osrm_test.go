package osrm_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/osrm"
	"github.com/tourmaline-opt/tourmaline/internal/osrm/osrmtest"
	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// start starts a server and returns a client that does not pause.
func start(t *testing.T, s *osrmtest.Server) *osrm.Client {
	t.Helper()
	s.Start()
	t.Cleanup(s.Close)
	return client(t, s.URL)
}

func client(t *testing.T, address string) *osrm.Client {
	t.Helper()
	c, err := osrm.New(address, "driving")
	if err != nil {
		t.Fatal(err)
	}
	c.Pause = func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	return c
}

// say writes a response. It ignores errors, because the client may have disconnected.
func say(w io.Writer, text string) { _, _ = io.WriteString(w, text) }

// town returns n places on a spiral.
func town(n int) (latlon []float64) {
	for i := range n {
		r, a := 0.001*math.Sqrt(float64(i)), 2.4*float64(i)
		latlon = append(latlon, 52.5+r*math.Cos(a), 13.4+r*math.Sin(a))
	}
	return latlon
}

func stops(t *testing.T, latlon []float64) *tsp.Instance {
	t.Helper()
	in, err := tsp.FromCoords(tsp.Haversine, 2, latlon)
	if err != nil {
		t.Fatal(err)
	}
	labels := make([]string, in.N())
	for i := range labels {
		labels[i] = fmt.Sprintf("stop %d", i+1)
	}
	if in, err = in.With(tsp.Details{Labels: labels}); err != nil {
		t.Fatal(err)
	}
	return in
}

// A table is the same however it is divided into requests, and even if the server rejects some
// requests as too big.
func TestTable(t *testing.T) {
	for _, c := range []struct{ n, maxTable, requests int }{
		{1, 100, 1},
		{100, 100, 1},
		{101, 100, 9},     // 3 x 3 blocks of 50
		{100, 99, 1 + 16}, // one request that is too big, then blocks of 25 x 25
		{7, 2, 1 + 49},    // blocks of one pair
		{1000, 100, 400},
	} {
		t.Run(fmt.Sprint(c.n, " of ", c.maxTable), func(t *testing.T) {
			latlon := town(c.n)
			whole, err := start(t, &osrmtest.Server{}).Table(t.Context(), latlon[:2*min(c.n, 100)])
			if err != nil {
				t.Fatal(err)
			}
			s := &osrmtest.Server{MaxTable: c.maxTable}
			got, err := start(t, s).Table(t.Context(), latlon)
			if err != nil {
				t.Fatal(err)
			}
			for i := range whole.N {
				for j := range whole.N {
					if got.Durations[i*got.N+j] != whole.Durations[i*whole.N+j] || got.Distances[i*got.N+j] != whole.Distances[i*whole.N+j] {
						t.Fatalf("from %d to %d: %v s, %v m", i, j, got.Durations[i*got.N+j], got.Distances[i*got.N+j])
					}
				}
			}
			if !slices.Equal(got.Snapped[:2*whole.N], whole.Snapped) || !slices.Equal(got.Streets[:whole.N], whole.Streets) {
				t.Error("places differ")
			}
			if n := len(s.Requests()); n != c.requests {
				t.Errorf("%d requests, expected %d", n, c.requests)
			}
		})
	}
}

// Requests contain the given address, profile and places, longitude first.
func TestRequests(t *testing.T) {
	s := &osrmtest.Server{}
	c := start(t, s)
	if _, err := c.Table(t.Context(), []float64{52.5, 13.4, -1.2345678, 190}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Roads(t.Context(), []float64{52.5, 13.4, 52.6, 13.5}); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"/table/v1/driving/13.400000,52.500000;-170.000000,-1.234568?annotations=duration,distance&generate_hints=false",
		"/route/v1/driving/13.400000,52.500000;13.500000,52.600000?alternatives=false&annotations=false&continue_straight=false&generate_hints=false&geometries=geojson&overview=false&steps=true",
	}
	if diff := cmp.Diff(want, s.Requests()); diff != "" {
		t.Error(diff)
	}
}

// Progress counts up to the number of requests.
func TestProgress(t *testing.T) {
	c := start(t, &osrmtest.Server{})
	var told []int
	c.Progress = func(done, all int) { told = append(told, done, all) }
	if _, err := c.Table(t.Context(), town(101)); err != nil {
		t.Fatal(err)
	}
	if want := []int{1, 9, 2, 9, 3, 9, 4, 9, 5, 9, 6, 9, 7, 9, 8, 9, 9, 9}; !slices.Equal(told, want) {
		t.Errorf("told %v", told)
	}
}

// A request to a busy server is repeated after the pause that the server requests, a limited number
// of times.
func TestBusyServers(t *testing.T) {
	for _, c := range []struct {
		status, times int
		want          string
		pauses        []time.Duration
	}{
		{http.StatusTooManyRequests, 2, "", []time.Duration{7 * time.Second, 7 * time.Second}},
		{http.StatusBadGateway, 9, "responded with 502 Bad Gateway", []time.Duration{7 * time.Second, 7 * time.Second, 7 * time.Second, 7 * time.Second}},
		{http.StatusNotFound, 9, "responded with 404 Not Found", nil},
	} {
		s := &osrmtest.Server{Before: func(w http.ResponseWriter, _ *http.Request, number int) bool {
			if number > c.times {
				return false
			}
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(c.status)
			say(w, "<html>")
			return true
		}}
		asked := start(t, s)
		var pauses []time.Duration
		asked.Pause = func(_ context.Context, d time.Duration) error { pauses = append(pauses, d); return nil }
		_, err := asked.Table(t.Context(), town(3))
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%d: %v, expected %q", c.status, err, c.want)
		}
		if diff := cmp.Diff(c.pauses, pauses); diff != "" {
			t.Errorf("%d: %s", c.status, diff)
		}
	}
}

// If the server requests no pause, the pauses double. A requested pause is limited to half a
// minute.
func TestPauses(t *testing.T) {
	for after, want := range map[string][]time.Duration{
		"":     {500 * time.Millisecond, time.Second, 2 * time.Second, 4 * time.Second},
		"9999": {30 * time.Second, 30 * time.Second, 30 * time.Second, 30 * time.Second},
	} {
		c := start(t, &osrmtest.Server{Before: func(w http.ResponseWriter, _ *http.Request, _ int) bool {
			w.Header().Set("Retry-After", after)
			osrmtest.Refuse(w, http.StatusServiceUnavailable, "Busy", "")
			return true
		}})
		var pauses []time.Duration
		c.Pause = func(_ context.Context, d time.Duration) error { pauses = append(pauses, d); return nil }
		if _, err := c.Table(t.Context(), town(2)); err == nil || !strings.HasSuffix(err.Error(), `responded with "Busy"`) {
			t.Error(err)
		}
		if diff := cmp.Diff(want, pauses); diff != "" {
			t.Error(diff)
		}
	}
}

// The error contains the server's code and message.
func TestServersThatRefuse(t *testing.T) {
	for _, c := range []struct {
		status     int
		body, want string
	}{
		{400, `{"code": "InvalidQuery", "message": "Query string malformed close to position 12"}`, "responded with InvalidQuery: Query string malformed close to position 12"},
		{400, `{"code": "NoTable", "message": "No table found"}`, "responded with NoTable: No table found"},
		{400, `{"code": "NoSegment", "message": "Could not find a matching segment for coordinate 1"}`, "responded with NoSegment: Could not"},
		{200, `{"code": "Error"}`, `responded with "Error"`},
		{200, `<html>`, "expected an OSRM response in JSON"},
		{200, `{"code": "Ok"}`, "expected 2 x 2 durations, found a different number"},
		{200, `{"code": "Ok", "durations": [[0, 1], [1]]}`, "expected 2 x 2 durations"},
		{200, `{"code": "Ok", "durations": [[0, 1], [1, 0]]}`, "expected 2 x 2 distances"},
		{200, `{"code": "Ok", "durations": [[0, 1], [1, 0]], "distances": [[0, 1], [1, 0]]}`, "expected places for 2 sources"},
		{200, `{"code": "Ok", "durations": [[0, 1], [1, 0]], "distances": [[0, 1], [1, 0]], "sources": [{"location": [1, 2]}, {"location": [1]}]}`, "expected places for 2 sources"},
		{400, `{"code": "TooBig", "message": "Too many table coordinates"}`, "responded with TooBig: Too many"},
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(c.status)
			say(w, c.body)
		}))
		t.Cleanup(s.Close)
		if _, err := client(t, s.URL).Table(t.Context(), town(2)); err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), s.URL) {
			t.Errorf("%s: %v, expected %q", c.body, err, c.want)
		}
	}
}

// No request goes to a different server, even if the given server redirects to it.
func TestNoOtherServerIsAsked(t *testing.T) {
	other := (&osrmtest.Server{}).Start()
	defer other.Close()
	moves := ""
	s := &osrmtest.Server{Before: func(w http.ResponseWriter, r *http.Request, number int) bool {
		if number == 1 {
			http.Redirect(w, r, moves+r.URL.String(), http.StatusFound)
		}
		return number == 1
	}}
	c := start(t, s)
	moves = other.URL
	if _, err := c.Table(t.Context(), town(2)); err == nil || !strings.Contains(err.Error(), "it redirects to") || len(other.Requests()) > 0 {
		t.Errorf("%v, asked for %v", err, other.Requests())
	}
}

// A redirect within the server is followed.
func TestRedirectionWithinAServer(t *testing.T) {
	c := start(t, &osrmtest.Server{Before: func(w http.ResponseWriter, r *http.Request, number int) bool {
		if number == 1 {
			http.Redirect(w, r, strings.Replace(r.URL.String(), "driving", "car", 1), http.StatusFound)
		}
		return number == 1
	}})
	if _, err := c.Table(t.Context(), town(2)); err != nil {
		t.Error(err)
	}
}

// Cancelling the context interrupts a request to a slow server.
func TestSlowServers(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := start(t, &osrmtest.Server{Before: func(_ http.ResponseWriter, r *http.Request, _ int) bool {
		cancel()
		<-r.Context().Done() // until the client has disconnected
		return true
	}})
	if _, err := c.Table(ctx, town(2)); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// Cancelling the context between two attempts interrupts the pause.
func TestCancelledPause(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var asked atomic.Int32
	s := &osrmtest.Server{Before: func(w http.ResponseWriter, _ *http.Request, _ int) bool {
		asked.Add(1)
		osrmtest.Refuse(w, http.StatusTooManyRequests, "", "")
		cancel()
		return true
	}}
	s.Start()
	defer s.Close()
	c, err := osrm.New(s.URL, "driving") // with the default Pause
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Table(ctx, town(2)); !errors.Is(err, context.Canceled) || asked.Load() != 1 {
		t.Errorf("%v after %d requests", err, asked.Load())
	}
}

// If the server cannot be reached, the error names the server but not the places.
func TestNoServer(t *testing.T) {
	s := (&osrmtest.Server{}).Start()
	s.Close()
	_, err := client(t, s.URL).Table(t.Context(), town(2))
	if err == nil || !strings.HasPrefix(err.Error(), s.URL+": dial tcp") || strings.Contains(err.Error(), "52.5") {
		t.Error(err)
	}
}

// Invalid addresses are rejected, and errors do not show passwords.
func TestAddresses(t *testing.T) {
	for _, c := range []struct{ address, profile string }{
		{"localhost:5000", "driving"}, {"", "driving"}, {"http://", "driving"}, {"ftp://a", "driving"},
		{"http://a?b=c", "driving"}, {"http://a#b", "driving"}, {"http://a", ""}, {"http://a", "../x"}, {"http://a\n", "driving"},
	} {
		if _, err := osrm.New(c.address, c.profile); err == nil || !strings.Contains(err.Error(), "expected") {
			t.Errorf("%q, %q: %v", c.address, c.profile, err)
		}
	}
	s := &osrmtest.Server{Before: func(w http.ResponseWriter, r *http.Request, _ int) bool {
		if user, password, _ := r.BasicAuth(); user != "me" || password != "secret" || !strings.HasPrefix(r.URL.Path, "/osrm/table/v1/") {
			t.Errorf("%s:%s asked for %s", user, password, r.URL)
		}
		w.WriteHeader(http.StatusForbidden)
		return true
	}}
	s.Start()
	defer s.Close()
	_, err := client(t, strings.Replace(s.URL, "//", "//me:secret@", 1)+"/osrm/").Table(t.Context(), town(2))
	if err == nil || strings.Contains(err.Error(), "secret") || !strings.Contains(err.Error(), "responded with 403 Forbidden") {
		t.Error(err)
	}
}

// The error for a table that is too large states the limits.
func TestTablesThatAreTooLarge(t *testing.T) {
	s := &osrmtest.Server{}
	c := start(t, s)
	for _, n := range []int{0, 5001} {
		if _, err := c.Table(t.Context(), make([]float64, 2*n)); err == nil || !strings.Contains(err.Error(), "expected 1 to 5000") || len(s.Requests()) > 0 {
			t.Error(err)
		}
	}
}

// A table yields an instance of the stops, in seconds or metres.
func TestInstance(t *testing.T) {
	latlon := town(5)
	table, err := start(t, &osrmtest.Server{}).Table(t.Context(), latlon)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		distances bool
		unit      string
		from      []float64
	}{{false, "s", table.Durations}, {true, "m", table.Distances}} {
		in, err := table.Instance(stops(t, latlon), c.distances)
		if err != nil {
			t.Fatal(err)
		}
		_, far := in.Leg(1, 3)
		if in.Details().Unit != c.unit || far != c.from[1*5+3] || in.NameOf(2) != "stop 3" || !slices.Equal(places.Locations(in), latlon) {
			t.Errorf("%v %s, %s at %v", far, in.Details().Unit, in.NameOf(2), places.Locations(in))
		}
		if !c.distances && in.Symmetric() {
			t.Error("times are symmetric")
		}
	}
}

// The error names a stop that no road leads to.
func TestNoRoute(t *testing.T) {
	latlon := append(town(3), 1, 1, 1, 2)
	c := start(t, &osrmtest.Server{Island: func(lat, _ float64) bool { return lat < 2 }})
	table, err := c.Table(t.Context(), latlon)
	if err != nil {
		t.Fatal(err)
	}
	_, err = table.Instance(stops(t, latlon), false)
	want := `there is no route from "stop 1" to "stop 4", and none for 12 pairs in total; 2 cities cannot be reached from most others: "stop 4", "stop 5": move or remove the unreachable places`
	if err == nil || err.Error() != want {
		t.Errorf("%v\nexpected %s", err, want)
	}
}

// The error lists at most ten stops.
func TestManyWithoutARoute(t *testing.T) {
	latlon := town(30)
	for i := range 12 {
		latlon[2*i] = 1
	}
	table, err := start(t, &osrmtest.Server{Island: func(lat, _ float64) bool { return lat < 2 }}).Table(t.Context(), latlon)
	if err != nil {
		t.Fatal(err)
	}
	_, err = table.Instance(stops(t, latlon), false)
	if err == nil || !strings.Contains(err.Error(), `12 cities cannot be reached`) || !strings.Contains(err.Error(), `"stop 10", …:`) || strings.Contains(err.Error(), `"stop 11"`) {
		t.Error(err)
	}
}

// Written tables can be read as OSRM responses, and so can the example in OSRM's documentation.
func TestWrite(t *testing.T) {
	latlon := town(4)
	table, err := start(t, &osrmtest.Server{}).Table(t.Context(), latlon)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := table.Write(&b); err != nil {
		t.Fatal(err)
	}
	for _, metric := range []string{"", "distances"} {
		want, err := table.Instance(stops(t, latlon), metric != "")
		if err != nil {
			t.Fatal(err)
		}
		in, err := format.Read(strings.NewReader(b.String()), "table.json", format.Options{Metric: metric})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := places.WithDistances(stops(t, latlon), in); err != nil || got.Hash() != want.Hash() || !slices.Equal(places.Locations(in), table.Snapped) || in.Details().Labels[1] != table.Streets[1] {
			t.Errorf("%q: %v in\n%s", metric, err, b.String())
		}
	}
}

// recorded returns a client of a server that sends the response stored in a file.
func recorded(t *testing.T, name string) *osrm.Client {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(text) }))
	t.Cleanup(s.Close)
	return client(t, s.URL)
}

// Responses with all the members that OSRM sends are read correctly.
func TestRecorded(t *testing.T) {
	berlin := []float64{52.517037, 13.388860, 52.529407, 13.397634, 52.523219, 13.428555}
	table, err := recorded(t, "table.json").Table(t.Context(), berlin)
	if err != nil {
		t.Fatal(err)
	}
	if table.Durations[1] != 192.6 || table.Distances[3] != 1824.5 || table.Streets[1] != "Torstraße" || !math.IsNaN(table.Durations[5]) {
		t.Errorf("%+v", table)
	}
	roads, err := recorded(t, "route.json").Roads(t.Context(), berlin)
	want := format.Roads{
		{52.517033, 13.3888, 52.5181, 13.3887, 52.5282, 13.3871, 52.529432, 13.397631},
		{52.529432, 13.397631, 52.5288, 13.4011, 52.523239, 13.428554},
	}
	if diff := cmp.Diff(want, roads); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

// The roads of a tour are requested in groups of up to 100 places, and each road starts where the
// previous one ends.
func TestRoads(t *testing.T) {
	for _, c := range []struct{ n, maxRoute, requests int }{
		{1, 0, 0}, {2, 0, 1}, {100, 0, 1}, {101, 0, 2}, {250, 0, 3}, {100, 60, 1 + 3},
	} {
		s := &osrmtest.Server{MaxRoute: c.maxRoute}
		latlon := town(c.n)
		roads, err := start(t, s).Roads(t.Context(), latlon)
		if err != nil || len(roads) != c.n-1 || len(s.Requests()) != c.requests {
			t.Errorf("%v: %v, %d roads, %d requests", c, err, len(roads), len(s.Requests()))
		}
		for k, way := range roads {
			// The road starts near the place, turns a corner, and ends at the next place.
			if len(way) != 6 || math.Abs(way[0]-latlon[2*k]) > 2e-4 || math.Abs(way[5]-latlon[2*k+3]) > 1e-6 {
				t.Fatalf("road %d of %v is %v", k, c, way)
			}
			if k > 0 && !slices.Equal(roads[k-1][4:], way[:2]) {
				t.Fatalf("road %d begins at %v, the one before ends at %v", k, way[:2], roads[k-1][4:])
			}
		}
	}
}

// The road between two stops at the same place is a line with two equal points.
func TestRoadOfNoLength(t *testing.T) {
	roads, err := start(t, &osrmtest.Server{}).Roads(t.Context(), []float64{52.5, 13.4, 52.5, 13.4})
	if diff := cmp.Diff(format.Roads{{52.5001, 13.4, 52.5001, 13.4}}, roads); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

// If two requests snap the same place to different roads, the roads are joined.
func TestRoadsAreJoined(t *testing.T) {
	c := start(t, &osrmtest.Server{Before: func(_ http.ResponseWriter, r *http.Request, number int) bool {
		if number == 2 { // move all places of the second request
			r.URL.Path = strings.ReplaceAll(r.URL.Path, ",52.", ",53.")
		}
		return false
	}})
	roads, err := c.Roads(t.Context(), town(101))
	if err != nil {
		t.Fatal(err)
	}
	end, next := roads[98][4:], roads[99]
	if !slices.Equal(next[:2], end) || next[2] < 53 {
		t.Errorf("%v after %v", next, end)
	}
}

// endless is a server whose responses do not end.
func endless(t *testing.T) string {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, err := io.WriteString(w, `{"code": "`)
		for text := strings.Repeat("a", 1<<16); err == nil; {
			_, err = io.WriteString(w, text)
		}
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// A response without an end is rejected before it takes much memory.
func TestEndlessResponses(t *testing.T) {
	c := client(t, endless(t))
	testkit.Frugal(t, 1<<20, func() {
		if _, err := c.Table(t.Context(), town(50)); !errors.Is(err, budget.ErrTooLarge) {
			t.Errorf("a table: %v", err)
		}
	})
	testkit.Frugal(t, 1<<20, func() {
		if _, err := c.Roads(t.Context(), town(50)); !errors.Is(err, budget.ErrTooLarge) {
			t.Errorf("roads: %v", err)
		}
	})
}

// Roads that take too many bytes are requested in smaller groups.
func TestLargeRoads(t *testing.T) {
	road := `{"steps": [{"geometry": {"coordinates": [[9, 53], [9.1, 53.1]]}, "name": "` + strings.Repeat("a", 1<<20) + `"}]}`
	var most atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		legs := strings.Count(r.URL.Path, ";")
		if legs == 11 {
			most.Store(int64(legs))
		}
		say(w, `{"code": "Ok", "routes": [{"legs": [`+strings.Repeat(road+",", legs-1)+road+`]}]}`)
	}))
	t.Cleanup(s.Close)
	roads, err := client(t, s.URL).Roads(t.Context(), town(24))
	if err != nil || len(roads) != 23 || most.Load() != 11 {
		t.Errorf("%d roads in groups of %d, %v", len(roads), most.Load(), err)
	}
}

// An invalid route is rejected.
func TestRoutesThatAreNone(t *testing.T) {
	for body, want := range map[string]string{
		`{"code": "NoRoute", "message": "Impossible route between points"}`: "responded with NoRoute: Impossible route",
		`{"code": "Ok"}`: "expected a route with 1 legs",
		`{"code": "Ok", "routes": [{"legs": []}]}`:                                                       "expected a route with 1 legs",
		`{"code": "Ok", "routes": [{"legs": [{}]}]}`:                                                     "expected a geometry for leg 1",
		`{"code": "Ok", "routes": [{"legs": [{"steps": [{"geometry": {"coordinates": [[1]]}}]}]}]}`:      "expected longitude and latitude in degrees, found [1]",
		`{"code": "Ok", "routes": [{"legs": [{"steps": [{"geometry": {"coordinates": [[999,95]]}}]}]}]}`: "expected longitude and latitude in degrees, found [999 95]",
		`{"code": "Ok", "routes": [{"legs": [{"steps": [{"geometry": "_p~iF~ps|U"}]}]}]}`:                "expected an OSRM response in JSON",
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { say(w, body) }))
		t.Cleanup(s.Close)
		if _, err := client(t, s.URL).Roads(t.Context(), town(2)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, expected %q", body, err, want)
		}
	}
}
