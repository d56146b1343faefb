package server

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

func (s *Server) placeRoutes() {
	handle(s, access.JobsRead, huma.Operation{
		OperationID: "get-places", Method: http.MethodGet, Path: "/v1/jobs/{id}/places", Tags: []string{"drawings"},
		Summary:     "Get the places of the cities",
		Description: "x and y of each city, less the origin of the drawing, as float32 in little-endian order.",
		Responses: map[string]*huma.Response{
			"200": bytesOf("The places"),
			"304": {Description: "They are those that the client has"},
		},
		Errors: []int{http.StatusNotFound, http.StatusConflict},
	}, s.places)
}

type taggedRequest struct {
	ID   string `path:"id" maxLength:"64" doc:"The id of a job."`
	Have string `header:"If-None-Match" doc:"The ETag of what the client has."`
}

// A taggedAnswer is bytes with a tag, by which a client finds out that it has them already.
type taggedAnswer struct {
	Status int
	Type   string `header:"Content-Type"`
	ETag   string `header:"ETag"`
	Cache  string `header:"Cache-Control"`
	Body   []byte
}

func (s *Server) places(ctx context.Context, in *taggedRequest) (*taggedAnswer, error) {
	of, v, err := instanceOf[*tsp.Instance](ctx, s, in.ID, "places")
	if err != nil {
		return nil, err
	}
	if !places.Drawable(of) {
		return nil, otherKind(v.Record, "places")
	}
	how, _ := json.Marshal([]any{v.Record.Spec.File, v.Record.Spec.Reading}) // strings only
	key := instanceKey{v.Record.Tenant, v.Record.Spec.Instance, string(how)}
	a := tagged(in.Have, fmt.Sprintf("%x", sha256.Sum256([]byte(key.hash+key.how))), nil)
	a.Cache = "private, no-cache" // browsers may keep them, if they ask each time
	if a.Status == http.StatusOK {
		a.Body, err = s.placesOf(ctx, key, of)
	}
	return a, err
}

// tagged is an answer of a version, without its bytes if that is the one a client has.
func tagged(have, version string, body []byte) *taggedAnswer {
	a := &taggedAnswer{Status: http.StatusOK, Type: octets, ETag: `"` + version + `"`, Body: body}
	if matchesETag(have, a.ETag) {
		a.Status, a.Type, a.Body = http.StatusNotModified, "", nil
	}
	return a
}

// A reading is an instance as it was read.
type instanceKey struct{ tenant, hash, how string }

// placesOf are the places of the cities of an instance, made now or before.
func (s *Server) placesOf(ctx context.Context, key instanceKey, in *tsp.Instance) ([]byte, error) {
	if places, ok := s.coordinates.Get(key); ok {
		return places, nil
	}
	leave, err := s.drawings.acquire(ctx, key.tenant, acquireTimeout)
	if err != nil {
		return nil, err
	}
	defer leave()
	places := encodePlaces(in)
	s.coordinates.Put(key, places, int64(len(places)))
	return places, nil
}

func encodePlaces(in *tsp.Instance) []byte {
	at, _ := coordinates(in)
	origin := boundsOf(in.N(), at).origin()
	places := make([]byte, 0, 8*in.N())
	for i := range in.N() {
		x, y := at(i)
		places = appendShort(appendShort(places, x-origin[0]), y-origin[1])
	}
	return places
}

// bounds are the least x and y, and the largest ones.
type bounds [4]float64

// boundsOf are the bounds of n places.
func boundsOf(n int, at func(i int) (x, y float64)) bounds {
	b := bounds{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for i := range n {
		x, y := at(i)
		b = bounds{min(b[0], x), min(b[1], y), max(b[2], x), max(b[3], y)}
	}
	return b
}

// origin is the point in the middle, which all places are given from.
func (b bounds) origin() [2]float64 { return [2]float64{b[0]/2 + b[2]/2, b[1]/2 + b[3]/2} }

// appendShort adds a number as float32, or the largest that there is.
func appendShort(to []byte, v float64) []byte {
	v = min(max(v, -math.MaxFloat32), math.MaxFloat32)
	return binary.LittleEndian.AppendUint32(to, math.Float32bits(float32(v)))
}

// whereabouts tells where each city is: longitude and latitude on the globe, else x and y. It
// is nil if the cities have no places.
func coordinates(in *tsp.Instance) (at func(i int) (x, y float64), geographic bool) {
	if latlon := places.Locations(in); latlon != nil {
		return func(i int) (x, y float64) { return latlon[2*i+1], latlon[2*i] }, true
	}
	xy, step := in.Details().Display, 2
	if xy == nil {
		xy, step = in.Coords(), in.Dims()
	}
	if xy == nil {
		return nil, false
	}
	return func(i int) (x, y float64) { return xy[step*i], xy[step*i+1] }, false
}
