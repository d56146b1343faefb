package server

import (
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Preview shows how the file of a tour instance was read.
type Preview struct {
	Drawing Drawing `json:"drawing"`
	Columns string  `json:"columns,omitempty" doc:"Columns of a table that were used, and why; missing if the titles are the plain ones, such as name, lat and lon."`
	Cities  []City  `json:"cities" doc:"The cities; of more than a thousand, a thousand that are evenly spread over the file."`
}

// maxPreviewed is the maximum number of cities in a preview.
const maxPreviewed = 1000

// previewOf returns the preview of an instance, or nil if it is not for tours.
func previewOf(problem string, in *job.Input) *Preview {
	of, ok := in.Problem.Instance().(*tsp.Instance)
	if !ok || in.Document == nil {
		return nil
	}
	p := &Preview{Drawing: drawingOf(problem, in), Columns: budget.Message(in.Document.Used), Cities: []City{}}
	for k, shown := 0, min(of.N(), maxPreviewed); k < shown; k++ {
		p.Cities = append(p.Cities, cityOf(of, k*of.N()/shown))
	}
	return p
}
