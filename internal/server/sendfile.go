package server

import (
	"context"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
)

func (s *Server) fileRoutes() {
	handle(s, access.JobsRead, huma.Operation{
		OperationID: "get-instance-file", Method: http.MethodGet, Path: "/v1/instances/{hash}/file", Tags: []string{"instances"},
		Summary:   "Get the uploaded file of an instance",
		Responses: map[string]*huma.Response{"200": bytesOf("The bytes of the file")},
		Errors:    []int{http.StatusNotFound},
	}, s.file)
}

func (s *Server) file(ctx context.Context, in *hashPath) (*huma.StreamResponse, error) {
	within, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	of, err := s.opt.Store.StoredInstance(within, callOf(ctx).identity.Tenant, in.Hash)
	if err != nil {
		return nil, instanceNotFound(in.Hash, err)
	}
	return s.sendStored(ctx, of, octets)
}

// withResult returns a job of the caller that has a result.
func (s *Server) withResult(ctx context.Context, id string) (*cluster.Record, error) {
	within, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	r, err := s.opt.Store.Get(within, callOf(ctx).identity.Tenant, id)
	if err != nil {
		return nil, jobNotFound(id, err)
	}
	if r.Result == nil {
		return nil, problem(http.StatusConflict, codeNotYet, "job %s is %s and has no result", r.ID, r.State)
	}
	return r, nil
}

// sendStored returns a response that sends a stored file chunk by chunk.
func (s *Server) sendStored(ctx context.Context, of *cluster.Stored, kind string) (*huma.StreamResponse, error) {
	callOf(ctx).releaseMemory() // only chunks of the file are needed from here on
	if _, err := callOf(ctx).hold(ctx, min(of.Size(), cluster.StreamBytes)); err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(ctx huma.Context) {
		c := callOf(ctx.Context())
		c.Header().Set("Content-Type", kind)
		c.Header().Set("Content-Length", strconv.FormatInt(of.Size(), 10))
		w := &pacedWriter{call: c}
		err := of.Send(ctx.Context(), w)
		switch {
		case err == nil || w.failed:
		case c.status == 0:
			c.Header().Del("Content-Length")
			c.writeProblem(problemOf(err))
		default:
			c.cause = err
			panic(http.ErrAbortHandler) // a partial file must not look complete
		}
	}}, nil
}
