package server

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
)

func (s *Server) reportRoutes() {
	handle(s, access.JobsRead, huma.Operation{
		OperationID: "get-report", Method: http.MethodGet, Path: "/v1/reports/{name}", Tags: []string{"service"},
		Summary:     "Get a report of 'tourmaline compare'",
		Description: "All tenants can read all reports.",
		Responses: map[string]*huma.Response{
			"200": {Description: "A page", Content: map[string]*huma.MediaType{"text/html": {Schema: &huma.Schema{Type: "string"}}}},
			"206": {Description: "Part of the file", Content: map[string]*huma.MediaType{"text/html": {Schema: &huma.Schema{Type: "string"}}}},
			"304": {Description: "Not modified"},
		},
		Errors: []int{http.StatusNotFound, http.StatusRequestedRangeNotSatisfiable},
	}, s.report)
}

const (
	maxReports   = 1000 // maximum number of listed reports
	reportEnding = ".html"
	// reportPolicy is a content security policy that allows only text with inline styles and inline
	// pictures.
	reportPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
)

type reportPath struct {
	Name string `path:"name" maxLength:"255" doc:"Report name, as listed by /v1/server."`
}

func (s *Server) reports() ([]string, error) {
	names := []string{}
	if s.opt.Reports == "" {
		return names, nil
	}
	all, err := os.ReadDir(s.opt.Reports)
	if err != nil {
		return nil, fmt.Errorf("report folder: %w", err)
	}
	for _, e := range all {
		if e.Type().IsRegular() && strings.HasSuffix(e.Name(), reportEnding) && len(names) < maxReports {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// report returns a report page.
func (s *Server) report(_ context.Context, in *reportPath) (*huma.StreamResponse, error) {
	f, err := s.openReport(in.Name)
	if err != nil {
		return nil, err
	}
	return serveFile(f, map[string]string{"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": reportPolicy}), nil
}

// openReport opens a report. It opens only files with listed names.
func (s *Server) openReport(name string) (*os.File, error) {
	names, err := s.reports()
	if err != nil {
		return nil, err
	}
	if !slices.Contains(names, name) {
		return nil, problem(http.StatusNotFound, codeNotFound, "report %s not found", budget.Quote(name))
	}
	return os.OpenInRoot(s.opt.Reports, name)
}
