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
		Summary:     "Get the coordinates of the cities",
		Description: "The x and y coordinates of each city, relative to the origin of the drawing, as float32 in little-endian order.",
		Responses: map[string]*huma.Response{
			"200": bytesOf("The coordinates"),
			"304": {Description: "Not modified"},
		},
		Errors: []int{http.StatusNotFound, http.StatusConflict},
	}, s.places)
}

type taggedRequest struct {
	ID   string `path:"id" maxLength:"64" doc:"Job id."`
	Have string `header:"If-None-Match" doc:"ETag of the client's copy."`
}

// A taggedAnswer is a binary response with an ETag.
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
	// cannot fail, because the fields are strings
	how, _ := json.Marshal([]any{v.Record.Spec.File, v.Record.Spec.Reading})
	key := instanceKey{v.Record.Tenant, v.Record.Spec.Instance, string(how)}
	a := tagged(in.Have, fmt.Sprintf("%x", sha256.Sum256([]byte(key.hash+key.how))), nil)
	a.Cache = "private, no-cache" // browsers may cache the places but must revalidate them
	if a.Status != http.StatusOK {
		return a, nil
	}
	if _, err := callOf(ctx).hold(ctx, placeBytes*int64(of.N())); err != nil {
		return nil, err
	}
	a.Body, err = s.placesOf(ctx, key, of)
	return a, err
}

// tagged returns a response with body and the ETag of version, or Not Modified if have, the
// client's If-None-Match header, contains that ETag.
func tagged(have, version string, body []byte) *taggedAnswer {
	a := &taggedAnswer{Status: http.StatusOK, Type: octets, ETag: `"` + version + `"`, Body: body}
	if matchesETag(have, a.ETag) {
		a.Status, a.Type, a.Body = http.StatusNotModified, "", nil
	}
	return a
}

// An instanceKey identifies an instance and the options with which it was parsed.
type instanceKey struct{ tenant, hash, how string }

// placesOf returns the encoded coordinates of an instance, from the cache if possible.
func (s *Server) placesOf(ctx context.Context, key instanceKey, in *tsp.Instance) ([]byte, error) {
	if places, ok := s.coordinates.Get(key); ok {
		return places, nil
	}
	release, err := s.drawings.acquire(ctx, key.tenant, acquireTimeout)
	if err != nil {
		return nil, err
	}
	defer release()
	places := encodePlaces(in)
	s.coordinates.Put(key, places, int64(len(places)))
	return places, nil
}

// placeBytes is the number of bytes of the coordinates of a city.
const placeBytes = 8

func encodePlaces(in *tsp.Instance) []byte {
	at, _ := places.Coordinates(in)
	origin := places.BoundsOf(in.N(), at).Centre()
	encoded := make([]byte, 0, placeBytes*in.N())
	for i := range in.N() {
		x, y := at(i)
		encoded = appendShort(appendShort(encoded, x-origin[0]), y-origin[1])
	}
	return encoded
}

// appendShort appends a number as float32, clamped to its range.
func appendShort(to []byte, v float64) []byte {
	v = min(max(v, -math.MaxFloat32), math.MaxFloat32)
	return binary.LittleEndian.AppendUint32(to, math.Float32bits(float32(v)))
}
