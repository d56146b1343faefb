package server

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
)

func (s *Server) frameRoutes() {
	handle(s, access.JobsRead, huma.Operation{
		OperationID: "get-frames", Method: http.MethodGet, Path: "/v1/jobs/{id}/frames", Tags: []string{"jobs"},
		Summary:     "Get how the tour of a job has changed",
		Description: "Tours that were the best at a time, as the worker recorded them, in little-endian order: the letters TMF1, the numbers of cities and of frames as uint32, then of each frame seconds, step and cost as float64, then of each frame the cities as the instance numbers them, from 0, as int32. The last frame is the result. A job that ended at once has none, nor has one of more than 2,000,000 cities; one that was resumed has those since then.",
		Responses:   map[string]*huma.Response{"200": bytesOf("The frames, with gzip for a client that accepts it")},
		Errors:      []int{http.StatusNotFound},
	}, s.frames)
}

type framesRequest struct {
	ID     string `path:"id" maxLength:"64" doc:"The id of a job."`
	Accept string `header:"Accept-Encoding" doc:"With gzip in it the frames come packed, as they are stored."`
}

type framesAnswer struct {
	Type     string `header:"Content-Type"`
	Encoding string `header:"Content-Encoding"`
	Vary     string `header:"Vary"`
	Body     []byte
}

// frames are the frames of a job, which are tours.
func (s *Server) frames(ctx context.Context, in *framesRequest) (*framesAnswer, error) {
	ctx, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	r, err := s.opt.Store.Get(ctx, callOf(ctx).identity.Tenant, in.ID)
	if err != nil {
		return nil, jobNotFound(in.ID, err)
	}
	packed, err := s.packedFrames(ctx, r)
	a := &framesAnswer{octets, "gzip", "Accept-Encoding", packed}
	if err == nil && !accepts(in.Accept, "gzip") {
		a.Encoding = ""
		a.Body, err = s.unpack(ctx, r, packed)
	}
	if errors.Is(err, cluster.ErrNoFrames) {
		p := problem(http.StatusNotFound, codeNoFrames, "job %s is %s: there are no frames of it", r.ID, r.State)
		if r.Frames != nil {
			p.Cause = err
		}
		return nil, p
	}
	return a, err
}

// packedFrames are the frames of a job, checked now or before.
func (s *Server) packedFrames(ctx context.Context, r *cluster.Record) ([]byte, error) {
	if r.Frames == nil {
		return nil, cluster.ErrNoFrames
	}
	key := r.Key() + r.Frames.SHA256
	if packed, ok := s.packed.Get(key); ok {
		return packed, nil
	}
	packed, err := s.opt.Store.Frames(ctx, r)
	if err == nil {
		_, err = s.unpack(ctx, r, packed)
	}
	if err == nil {
		s.packed.Put(key, packed, int64(len(packed)))
	}
	return packed, err
}

// unpack checks frames and unpacks them, which takes many times their bytes.
func (s *Server) unpack(ctx context.Context, r *cluster.Record, packed []byte) ([]byte, error) {
	leave, err := s.drawings.acquire(ctx, r.Tenant, acquireTimeout)
	if err != nil {
		return nil, err
	}
	defer leave()
	return cluster.UnpackFrames(packed, r.N)
}

// accepts tells whether an Accept-Encoding has a coding that is not forbidden.
func accepts(header, coding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, weight, _ := strings.Cut(strings.TrimSpace(part), ";")
		if !strings.EqualFold(strings.TrimSpace(name), coding) {
			continue
		}
		q, err := strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(weight), "q="), 64)
		return err != nil || q > 0
	}
	return false
}
