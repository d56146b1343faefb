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
		Summary:     "Get parts of the map that tours can be drawn on",
		Description: "A file of PMTiles, as Range asks for.",
		Responses: map[string]*huma.Response{
			"200": bytesOf("The whole map"),
			"206": bytesOf("Parts of it"),
			"304": {Description: "It is the one that the client has"},
		},
		Errors: []int{http.StatusNotFound, http.StatusRequestedRangeNotSatisfiable},
	}, s.basemap)
}

// magic is what a file of PMTiles begins with, up to its version.
var magic = []byte("PMTiles\x03")

// checkBasemap refuses a file that is no map.
func checkBasemap(path string) error {
	if path == "" {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("the map: %w", err)
	}
	defer f.Close()
	head := make([]byte, len(magic))
	if _, err := io.ReadFull(f, head); err != nil || !bytes.Equal(head, magic) {
		return fmt.Errorf("the map: %s: expected PMTiles of version 3", path)
	}
	return nil
}

// basemap is the map of this server. Whoever looks at a tour asks for a few tiles of it.
func (s *Server) basemap(context.Context, *struct{}) (*huma.StreamResponse, error) {
	if s.opt.Basemap == "" {
		return nil, problem(http.StatusNotFound, codeNoMap, "this service has no map: whoever starts it may give one")
	}
	f, err := os.Open(s.opt.Basemap)
	if err != nil {
		return nil, err
	}
	return serveFile(f, map[string]string{"Content-Type": octets, "Cache-Control": "private, max-age=3600"}), nil
}
