package server

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
	"github.com/tourmaline-opt/tourmaline/internal/web"
)

func (s *Server) frameRoutes() {
	handle(s, access.JobsRead, huma.Operation{
		OperationID: "get-frames", Method: http.MethodGet, Path: "/v1/jobs/{id}/frames", Tags: []string{"jobs"},
		Summary:     "Get the frames of a tour's improvements",
		Description: "Best tours over time, as recorded by the worker, in little-endian order: the letters TMF1, the numbers of cities and frames as uint32, then the seconds, step and cost of each frame as float64, then the cities of each frame as int32, numbered from 0 as in the instance. The last frame is the result. Jobs that ended at once and jobs with more than 2,000,000 cities have no frames; a resumed job has only the frames since it was resumed.",
		Responses:   map[string]*huma.Response{"200": bytesOf("The frames, compressed with gzip if the client accepts it")},
		Errors:      []int{http.StatusNotFound},
	}, s.frames)
}

type framesRequest struct {
	ID     string `path:"id" maxLength:"64" doc:"Job id."`
	Accept string `header:"Accept-Encoding" doc:"If this contains gzip, the frames are sent compressed, as stored."`
}

type framesAnswer struct {
	Type     string `header:"Content-Type"`
	Encoding string `header:"Content-Encoding"`
	Vary     string `header:"Vary"`
	Body     []byte
}

func (s *Server) frames(ctx context.Context, in *framesRequest) (*framesAnswer, error) {
	within, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	r, err := s.opt.Store.Get(within, callOf(ctx).identity.Tenant, in.ID)
	if err != nil {
		return nil, jobNotFound(in.ID, err)
	}
	packed, err := s.packedFrames(ctx, r)
	a := &framesAnswer{octets, "gzip", "Accept-Encoding", packed}
	if err == nil && !web.AcceptsGzip(in.Accept) {
		a.Encoding = ""
		a.Body, err = s.unpack(ctx, r, packed)
	}
	if errors.Is(err, protocol.ErrNoFrames) {
		p := problem(http.StatusNotFound, codeNoFrames, "job %s is %s and has no frames", r.ID, r.State)
		if r.Frames != nil {
			p.Cause = err
		}
		return nil, p
	}
	return a, err
}

// packedFrames returns the compressed frames of a job, which it checks on first use.
func (s *Server) packedFrames(ctx context.Context, r *cluster.Record) ([]byte, error) {
	if r.Frames == nil {
		return nil, protocol.ErrNoFrames
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

// unpack decompresses and checks frames, which needs many times the memory of their compressed
// form.
func (s *Server) unpack(ctx context.Context, r *cluster.Record, packed []byte) ([]byte, error) {
	release, err := s.drawings.acquire(ctx, r.Tenant, acquireTimeout)
	if err != nil {
		return nil, err
	}
	defer release()
	if _, err := callOf(ctx).hold(ctx, max(4*mib, 32*int64(r.N))); err != nil { // 4 MiB or 8 frames
		return nil, err
	}
	return protocol.UnpackFrames(packed, r.N)
}
