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

func (s *Server) generated(ctx context.Context, _ *struct{}) (*uploadAnswer, error) {
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
	name, file, err := job.Make(r, s.limits.job(s.quotaOf(c.identity.Tenant)))
	if err != nil {
		return nil, err
	}
	return s.readAndStore(ctx, job.Spec{Instance: job.Hash(file), File: name}, file)
}
