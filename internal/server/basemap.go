package server

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"

	"github.com/danielgtaylor/huma/v2"
	"github.com/tourmaline-opt/tourmaline/internal/access"
)

func (s *Server) basemapRoutes() {
	handle(s, access.JobsRead, huma.Operation{
		OperationID: "get-basemap", Method: http.MethodGet, Path: "/v1/basemap", Tags: []string{"drawings"},
		Summary:     "Get the background map",
		Description: "A PMTiles file. Supports range requests.",
		Responses: map[string]*huma.Response{
			"200": bytesOf("The whole map"),
			"206": bytesOf("Part of the file"),
			"304": {Description: "Not modified"},
		},
		Errors: []int{http.StatusNotFound, http.StatusRequestedRangeNotSatisfiable},
	}, s.basemap)
}

// magic is the start of a PMTiles file, up to and including its version.
var magic = []byte("PMTiles\x03")

func checkBasemap(path string) error {
	if path == "" {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("basemap: %w", err)
	}
	defer f.Close()
	head := make([]byte, len(magic))
	if _, err := io.ReadFull(f, head); err != nil || !bytes.Equal(head, magic) {
		return fmt.Errorf("basemap %s: expected PMTiles version 3", path)
	}
	return nil
}

// basemap serves the map file. Pages request a few of its tiles by range.
func (s *Server) basemap(context.Context, *struct{}) (*huma.StreamResponse, error) {
	if s.opt.Basemap == "" {
		return nil, problem(http.StatusNotFound, codeNoMap, "this server has no map: ask its operator to configure one")
	}
	f, err := os.Open(s.opt.Basemap)
	if err != nil {
		return nil, err
	}
	return serveFile(f, map[string]string{"Content-Type": octets, "Cache-Control": "private, max-age=3600"}), nil
}
