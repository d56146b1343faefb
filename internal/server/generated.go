package server

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/problems"
)

func (s *Server) generatedRoutes() {
	handle(s, access.InstancesWrite, huma.Operation{
		OperationID: "generate-instance", Method: http.MethodPost, Path: "/v1/generated", Tags: []string{"instances"},
		Summary:     "Generate an instance",
		Description: "Stores the same file that the command line generates for this shape, size and seed.",
		RequestBody: generatedBody(), DefaultStatus: http.StatusCreated, Responses: s.alsoOK(Uploaded{}),
		Errors: []int{http.StatusRequestTimeout, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusTooManyRequests, http.StatusInsufficientStorage},
	}, s.generated)
}

// generatedBody describes the request body that job.DecodeMaking decodes.
func generatedBody() *huma.RequestBody {
	example := map[string]any{"shape": "uniform", "n": 1000, "seed": 1}
	return jsonBody(objectSchema(job.Describe[problems.Request]()), example)
}

// maxRequest is the maximum size in bytes of a request to generate an instance. No valid request
// needs more.
const maxRequest = 4 * kib

type generatedRequest struct {
	Preview bool `query:"preview" doc:"Tours: also return how the file was read, with places and names for a page."`
}

func (s *Server) generated(ctx context.Context, in *generatedRequest) (*uploadAnswer, error) {
	c := callOf(ctx)
	data, err := c.readJSON(maxRequest)
	if err != nil {
		return nil, err
	}
	release, err := s.uploads.acquire(ctx, c.identity.Tenant, acquireTimeout)
	if err != nil {
		return nil, err
	}
	defer release()
	r, err := job.DecodeMaking(data)
	if err != nil {
		return nil, err
	}
	if _, err := c.hold(ctx, makingBytes(r, s.limits.Upload)); err != nil {
		return nil, err
	}
	name, file, err := job.Make(r, s.limits.job(s.quotaOf(c.identity.Tenant)))
	if err != nil {
		return nil, err
	}
	return s.readAndStore(ctx, job.Spec{Instance: job.Hash(file), File: name}, file, in.Preview)
}

// makingBytes estimates the memory for generating an instance and its file, which has at most limit
// bytes.
func makingBytes(r problems.Request, limit int64) int64 {
	cells := 64*float64(r.N) + 4*float64(r.Rows)*float64(r.Cols) + 32*float64(r.Edges)
	return int64(min(max(cells, 0), 2*float64(limit)))
}
