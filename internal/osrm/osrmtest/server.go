// Package osrmtest provides a test server that implements the OSRM protocol. Its roads run along
// meridians and parallels, and travel eastward is faster than westward.
package osrmtest

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// A Server answers table and route requests.
type Server struct {
	// MaxTable and MaxRoute correspond to the osrm-routed options --max-table-size and
	// --max-viaroute-size. 0 means no limit.
	MaxTable, MaxRoute int
	// Island reports whether a place is on the island. No road connects the island with other
	// places.
	Island func(lat, lon float64) bool
	// Before may answer a request instead of the server. number is the number of the request,
	// starting at 1. Before reports whether it answered.
	Before func(w http.ResponseWriter, r *http.Request, number int) bool

	*httptest.Server

	mu       sync.Mutex
	requests []string
}

// Start starts the server on the loopback interface. The caller must close it.
func (s *Server) Start() *Server {
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	return s
}

// Requests returns the requested URLs.
func (s *Server) Requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.requests...)
}

// A failure is an OSRM error response.
type failure struct{ Code, Message string }

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.requests = append(s.requests, r.URL.String())
	number := len(s.requests)
	s.mu.Unlock()
	if s.Before != nil && s.Before(w, r, number) {
		return
	}
	answer, failed := s.answer(r)
	if failed != nil {
		Refuse(w, http.StatusBadRequest, failed.Code, failed.Message)
		return
	}
	_ = json.NewEncoder(w).Encode(answer) // if this fails, the test sees an incomplete answer
}

// Refuse sends an error response with a code and a message.
func Refuse(w http.ResponseWriter, status int, code, message string) {
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"code": code, "message": message})
}

var request = regexp.MustCompile(`^/(table|route)/v1/[a-z]+/([-0-9.,;]+)$`)

func (s *Server) answer(r *http.Request) (any, *failure) {
	parts := request.FindStringSubmatch(r.URL.Path)
	if parts == nil {
		return nil, &failure{"InvalidUrl", "URL string malformed close to position 1"}
	}
	places, ok := parse(parts[2])
	if !ok {
		return nil, &failure{"InvalidQuery", "Query string malformed close to position 9"}
	}
	if parts[1] == "table" {
		return s.table(r, places)
	}
	return s.route(r, places)
}

// A place is a longitude and a latitude, in the order that OSRM uses.
type place [2]float64

var decimals = regexp.MustCompile(`^-?[0-9]+\.[0-9]{6}$`)

// parse parses a list of the form longitude,latitude;… with six decimals.
func parse(text string) (places []place, ok bool) {
	for part := range strings.SplitSeq(text, ";") {
		lon, lat, _ := strings.Cut(part, ",")
		if !decimals.MatchString(lon) || !decimals.MatchString(lat) {
			return nil, false
		}
		x, _ := strconv.ParseFloat(lon, 64)
		y, _ := strconv.ParseFloat(lat, 64)
		if math.Abs(x) > 180 || math.Abs(y) > 90 {
			return nil, false
		}
		places = append(places, place{x, y})
	}
	return places, true
}

// pick returns the places with the given indices, or all places if list is empty.
func pick(places []place, list string) (picked []place, ok bool) {
	if list == "" {
		return places, true
	}
	for text := range strings.SplitSeq(list, ";") {
		i, err := strconv.Atoi(text)
		if err != nil || i < 0 || i >= len(places) {
			return nil, false
		}
		picked = append(picked, places[i])
	}
	return picked, true
}

func (s *Server) table(r *http.Request, places []place) (any, *failure) {
	query := strings.NewReplacer(";", "%3B").Replace(r.URL.RawQuery)
	r.URL.RawQuery = query
	q := r.URL.Query()
	sources, ok := pick(places, q.Get("sources"))
	destinations, ok2 := pick(places, q.Get("destinations"))
	switch {
	case !ok || !ok2 || q.Get("annotations") != "duration,distance":
		return nil, &failure{"InvalidOptions", "Options are invalid"}
	case s.MaxTable > 0 && len(sources)*len(destinations) > s.MaxTable*s.MaxTable:
		return nil, &failure{"TooBig", "Too many table coordinates"}
	}
	durations, distances := make([][]*float64, len(sources)), make([][]*float64, len(sources))
	for i, from := range sources {
		for _, to := range destinations {
			seconds, metres := s.leg(from, to)
			durations[i], distances[i] = append(durations[i], seconds), append(distances[i], metres)
		}
	}
	return map[string]any{"code": "Ok", "durations": durations, "distances": distances, "sources": waypoints(sources), "destinations": waypoints(destinations)}, nil
}

func waypoints(places []place) (list []map[string]any) {
	for _, p := range places {
		list = append(list, map[string]any{"name": fmt.Sprintf("Street %.3f", p[1]), "location": Snap(p)})
	}
	return list
}

// Snap returns the nearest place on a road, which is about ten metres to the north.
func Snap(p place) [2]float64 { return [2]float64{p[0], math.Round((p[1]+0.0001)*1e6) / 1e6} }

// leg returns the duration and the length of the route between two places, or nil if there is no
// road.
func (s *Server) leg(from, to place) (seconds, metres *float64) {
	if s.Island != nil && s.Island(from[1], from[0]) != s.Island(to[1], to[0]) {
		return nil, nil
	}
	const degree = 111195
	east := degree * (to[0] - from[0]) * math.Cos(from[1]*math.Pi/180)
	north := degree * (to[1] - from[1])
	length := math.Round(10*(math.Abs(east)+math.Abs(north))) / 10
	speed := 15.0
	if east < 0 {
		speed = 10
	}
	time := math.Round(10*length/speed) / 10
	return &time, &length
}

func (s *Server) route(r *http.Request, places []place) (any, *failure) {
	q := r.URL.Query()
	switch {
	case len(places) < 2 || q.Get("geometries") != "geojson" || q.Get("steps") != "true":
		return nil, &failure{"InvalidOptions", "Options are invalid"}
	case s.MaxRoute > 0 && len(places) > s.MaxRoute:
		return nil, &failure{"TooBig", "Number of entries is higher than current maximum"}
	}
	var legs []any
	for k, to := range places[1:] {
		if seconds, _ := s.leg(places[k], to); seconds == nil {
			return nil, &failure{"NoRoute", "Impossible route between points"}
		}
		a, b := Snap(places[k]), Snap(to)
		corner := [2]float64{b[0], a[1]}
		// The last step is the arrival.
		legs = append(legs, map[string]any{"steps": []any{step(a, corner), step(corner, b), step(b, b)}})
	}
	return map[string]any{"code": "Ok", "routes": []any{map[string]any{"legs": legs}}, "waypoints": waypoints(places)}, nil
}

func step(points ...[2]float64) map[string]any {
	return map[string]any{"geometry": map[string]any{"type": "LineString", "coordinates": points}}
}
