package server

import (
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/api"
)

// config is how huma goes about: JSON only, strict about parameters, and without pages of
// its own.
func (s *Server) config() huma.Config {
	registry := huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
	return huma.Config{
		OpenAPI: &huma.OpenAPI{
			OpenAPI: "3.1.0",
			Info:    &huma.Info{Title: "Tourmaline", Version: "1", Description: "Tours, assignments and other problems, solved as jobs."},
			Components: &huma.Components{
				Schemas:         registry,
				SecuritySchemes: map[string]*huma.SecurityScheme{"token": {Type: "http", Scheme: "bearer"}},
			},
		},
		Formats:                      map[string]huma.Format{"application/json": huma.DefaultJSONFormat, "json": huma.DefaultJSONFormat},
		DefaultFormat:                "application/json",
		RejectUnknownQueryParameters: true,
		Transformers:                 []huma.Transformer{translated},
	}
}

// declare says which errors an operation can have: its own, and those of all.
func (s *Server) declare(op *huma.Operation, scope access.Scope) {
	codes := []int{http.StatusBadRequest, http.StatusForbidden, http.StatusUnprocessableEntity, http.StatusInternalServerError}
	if scope != "" {
		codes = append(codes, http.StatusUnauthorized, http.StatusServiceUnavailable)
		op.Security = []map[string][]string{{"token": {}}}
	}
	codes = append(codes, op.Errors...)
	op.Errors = nil
	slices.Sort(codes)
	schema := s.api.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[api.Problem](), true, "")
	if op.Responses == nil {
		op.Responses = map[string]*huma.Response{}
	}
	for _, code := range slices.Compact(codes) {
		op.Responses[strconv.Itoa(code)] = &huma.Response{
			Description: http.StatusText(code), Headers: errorHeaders(code),
			Content: map[string]*huma.MediaType{api.ProblemType: {Schema: schema}},
		}
	}
}

// errorHeaders are the headers that go with a status.
func errorHeaders(code int) map[string]*huma.Param {
	switch code {
	case http.StatusUnauthorized:
		return map[string]*huma.Param{"WWW-Authenticate": {Description: "Bearer", Schema: &huma.Schema{Type: "string"}}}
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return map[string]*huma.Param{"Retry-After": {Description: "Seconds after which to ask again.", Schema: &huma.Schema{Type: "integer"}}}
	}
	return nil
}

// OpenAPI is the description of the interface, for programs.
func OpenAPI() ([]byte, error) { return build(Options{}).describe() }

func (s *Server) describe() ([]byte, error) {
	data, err := json.MarshalIndent(s.api.OpenAPI(), "", "  ")
	return append(data, '\n'), err
}

// routes registers all operations.
func (s *Server) routes() {
	s.jobRoutes()
	s.eventRoutes()
	s.resultRoutes()
	s.tourRoutes()
	s.trailRoutes()
	s.frameRoutes()
	s.instanceRoutes()
	s.fileRoutes()
	s.generatedRoutes()
	s.drawingRoutes()
	s.placeRoutes()
	s.cityRoutes()
	s.matrixRoutes()
	s.graphRoutes()
	s.sliceRoutes()
	s.signRoutes()
	s.traceRoutes()
	s.downloadRoutes()
	s.basemapRoutes()
	s.reportRoutes()
	s.infoRoutes()
	s.sessionRoutes()
	s.metricRoutes()
	for _, own := range []string{"ErrorModel", "ErrorDetail"} { // huma's, which nobody sees
		delete(s.api.OpenAPI().Components.Schemas.Map(), own)
	}
}

// octets is the type of any bytes.
const octets = "application/octet-stream"

// bytesOf declares an answer of any bytes.
func bytesOf(what string) *huma.Response {
	return &huma.Response{Description: what, Content: map[string]*huma.MediaType{octets: {Schema: &huma.Schema{Type: "string", Format: "binary"}}}}
}

// alsoOK declares the status 200 with a body like that of another status.
func (s *Server) alsoOK(body any) map[string]*huma.Response {
	schema := s.api.OpenAPI().Components.Schemas.Schema(reflect.TypeOf(body), true, "")
	return map[string]*huma.Response{strconv.Itoa(http.StatusOK): {
		Description: http.StatusText(http.StatusOK), Content: map[string]*huma.MediaType{"application/json": {Schema: schema}},
	}}
}

// fileBody is a body of any bytes.
func fileBody() *huma.RequestBody {
	return &huma.RequestBody{
		Required: true, Description: "The bytes of the file.",
		Content: map[string]*huma.MediaType{"application/octet-stream": {Schema: &huma.Schema{Type: "string", Format: "binary"}, Example: exampleFile}},
	}
}

// exampleFile is a small file of stops.
const exampleFile = "name,x,y\na,0,0\nb,9,0\nc,9,9\nd,0,9\n"

// submissionBody is what a job asks for.
func submissionBody() *huma.RequestBody {
	example := map[string]any{"file": "stops.csv", "content": exampleFile, "settings": map[string]any{"time_limit": "1s"}}
	return &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"application/json": {Schema: submissionSchema(), Example: example}}}
}

// submissionSchema describes what job.DecodeSubmission reads.
func submissionSchema() *huma.Schema {
	text := func(doc string) *huma.Schema { return &huma.Schema{Type: "string", Description: doc} }
	whole := func(doc string) *huma.Schema {
		return &huma.Schema{Type: "integer", Minimum: new(0.0), Description: doc}
	}
	object := func(members map[string]*huma.Schema) *huma.Schema {
		return &huma.Schema{Type: "object", Properties: members, AdditionalProperties: false}
	}
	plain := &huma.Schema{OneOf: []*huma.Schema{{Type: "string"}, {Type: "number"}, {Type: "boolean"}}}
	texts := func(doc string) *huma.Schema {
		return &huma.Schema{Type: "object", AdditionalProperties: plain, Description: doc}
	}
	duration := func(doc string) *huma.Schema {
		return &huma.Schema{OneOf: []*huma.Schema{{Type: "string"}, {Type: "number", ExclusiveMinimum: new(0.0)}}, Description: doc, Examples: []any{"30s"}}
	}
	s := object(map[string]*huma.Schema{
		"instance": {Type: "string", Pattern: "^sha256:[0-9a-f]{64}$", Description: "The hash of an instance that was uploaded."},
		"content":  text("The file itself, if it is small, instead of instance."),
		"file":     {Type: "string", MinLength: new(1), MaxLength: new(255), Description: "The name of the file, which tells its format."},
		"problem":  text("What it is an instance of; without it, the name of the file decides."),
		"label":    {Type: "string", MaxLength: new(200), Description: "For people."},
		"reading": object(map[string]*huma.Schema{
			"metric": text("How distances come from coordinates."), "format": text("The format, where the name does not tell."),
			"unit": text("The unit of distances."), "columns": texts("Which column of a table holds what."), "sheet": text("Of a workbook."),
			"skip_invalid": {Type: "boolean", Description: "Leave out rows without a valid place."},
		}),
		"route": object(map[string]*huma.Schema{
			"start": text("A city."), "end": text("A city: makes the tour a path."), "open": {Type: "boolean", Description: "A path."},
		}),
		"settings": object(map[string]*huma.Schema{
			"algorithm": text("One of /v1/algorithms, or auto, which picks by size, limits and the threads of the worker."), "params": texts("Its parameters."), "seed": whole("Of random numbers."),
			"time_limit": duration("Ends the search."), "max_steps": whole("Ends the search."),
			"no_improvement": duration("Ends the search after so long without a better solution."), "stall_steps": whole("The same in steps."),
			"target": {Type: "number", Description: "A cost that ends the search."}, "target_gap": {Type: "number", Description: "The same in percent above the best known cost."},
		}),
	})
	s.Required = []string{"file"}
	return s
}
