package server

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/tourmaline-opt/tourmaline/internal/access"
)

func (s *Server) fileRoutes() {
	handle(s, access.JobsRead, huma.Operation{
		OperationID: "get-instance-file", Method: http.MethodGet, Path: "/v1/instances/{hash}/file", Tags: []string{"instances"},
		Summary:   "Get the uploaded file of an instance",
		Responses: map[string]*huma.Response{"200": bytesOf("The bytes of the file")},
		Errors:    []int{http.StatusNotFound},
	}, s.file)
}

func (s *Server) file(ctx context.Context, in *hashPath) (*resultAnswer, error) {
	within, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	data, err := s.opt.Store.InstanceBytes(within, callOf(ctx).identity.Tenant, in.Hash)
	return &resultAnswer{octets, data}, instanceNotFound(in.Hash, err)
}
