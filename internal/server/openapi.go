package server

import (
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// config returns the huma configuration: JSON only, strict about parameters, and without huma's
// documentation pages.
func (s *Server) config() huma.Config {
	registry := huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
	// durations are strings such as 1m30s
	registry.RegisterTypeAlias(reflect.TypeFor[time.Duration](), reflect.TypeFor[string]())
	return huma.Config{
		OpenAPI: &huma.OpenAPI{
			OpenAPI: "3.1.0",
			Info:    &huma.Info{Title: "Tourmaline", Version: "1", Description: "Solves tours, assignments and other problems as jobs."},
			Components: &huma.Components{
				Schemas:         registry,
				SecuritySchemes: map[string]*huma.SecurityScheme{"token": {Type: "http", Scheme: "bearer"}},
			},
		},
		Formats:                      map[string]huma.Format{"application/json": huma.DefaultJSONFormat, "json": huma.DefaultJSONFormat},
		DefaultFormat:                "application/json",
		RejectUnknownQueryParameters: true,
		Transformers:                 []huma.Transformer{translateError},
	}
}

// declare declares the errors of an operation: those specific to it and those common to all
// operations.
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

// errorHeaders returns the headers that accompany an error status.
func errorHeaders(code int) map[string]*huma.Param {
	switch code {
	case http.StatusUnauthorized:
		return map[string]*huma.Param{"WWW-Authenticate": {Description: "Bearer", Schema: &huma.Schema{Type: "string"}}}
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return map[string]*huma.Param{"Retry-After": {Description: "Seconds to wait before the next attempt.", Schema: &huma.Schema{Type: "integer"}}}
	}
	return nil
}

// OpenAPI returns the machine-readable API description.
func OpenAPI() ([]byte, error) { return build(Options{}, nil).describe() }

func (s *Server) describe() ([]byte, error) {
	data, err := json.MarshalIndent(s.api.OpenAPI(), "", "  ")
	return append(data, '\n'), err
}

// routes registers all operations.
func (s *Server) routes() {
	s.jobRoutes()
	s.batchRoutes()
	s.eraseRoutes()
	s.deadRoutes()
	s.eventRoutes()
	s.feedRoutes()
	s.webhookRoutes()
	s.resultRoutes()
	s.tourRoutes()
	s.trailRoutes()
	s.frameRoutes()
	s.instanceRoutes()
	s.fileRoutes()
	s.generatedRoutes()
	s.drawingRoutes()
	s.placeRoutes()
	s.downloadRoutes()
	s.basemapRoutes()
	s.reportRoutes()
	s.infoRoutes()
	s.tenantRoutes()
	s.sessionRoutes()
	s.metricRoutes()
	// huma's error types, which are never sent
	for _, own := range []string{"ErrorModel", "ErrorDetail"} {
		delete(s.api.OpenAPI().Components.Schemas.Map(), own)
	}
}

// octets is the media type of arbitrary bytes.
const octets = "application/octet-stream"

// bytesOf declares a response of arbitrary bytes.
func bytesOf(what string) *huma.Response {
	return &huma.Response{Description: what, Content: map[string]*huma.MediaType{octets: {Schema: &huma.Schema{Type: "string", Format: "binary"}}}}
}

// alsoOK declares status 200 with the same body as the operation's default status.
func (s *Server) alsoOK(body any) map[string]*huma.Response {
	schema := s.api.OpenAPI().Components.Schemas.Schema(reflect.TypeOf(body), true, "")
	return map[string]*huma.Response{strconv.Itoa(http.StatusOK): {
		Description: http.StatusText(http.StatusOK), Content: map[string]*huma.MediaType{"application/json": {Schema: schema}},
	}}
}

// fileBody declares a request body of arbitrary bytes.
func fileBody() *huma.RequestBody {
	return &huma.RequestBody{
		Required: true, Description: "The bytes of the file.",
		Content: map[string]*huma.MediaType{"application/octet-stream": {Schema: &huma.Schema{Type: "string", Format: "binary"}, Example: exampleFile}},
	}
}

// exampleFile is a small file of stops.
const exampleFile = "name,x,y\na,0,0\nb,9,0\nc,9,9\nd,0,9\n"

// submissionBody describes the request body that job.DecodeSubmission decodes.
func submissionBody() *huma.RequestBody {
	example := map[string]any{"file": "stops.csv", "content": exampleFile, "settings": map[string]any{"time_limit": "1s"}}
	return jsonBody(objectSchema(job.Describe[job.Submission]()), example)
}

// jsonBody declares a request body in JSON.
func jsonBody(schema *huma.Schema, example any) *huma.RequestBody {
	content := map[string]*huma.MediaType{"application/json": {Schema: schema, Example: example}}
	return &huma.RequestBody{Required: true, Content: content}
}

// objectSchema describes an object that has only the given fields.
func objectSchema(fields []job.Field) *huma.Schema {
	s := &huma.Schema{Type: "object", Properties: map[string]*huma.Schema{}, AdditionalProperties: false}
	for _, f := range fields {
		s.Properties[f.Name] = fieldSchema(f)
		if f.Required {
			s.Required = append(s.Required, f.Name)
		}
	}
	return s
}

// fieldSchema describes a field.
func fieldSchema(f job.Field) *huma.Schema {
	s := &huma.Schema{Description: sentence(f.Usage, f.Unset), Pattern: f.Pattern}
	for _, c := range f.Choices {
		s.Enum = append(s.Enum, c)
	}
	if f.MaxLength > 0 {
		s.MaxLength = &f.MaxLength
	}
	switch f.Kind {
	case job.KindObject:
		return objectSchema(f.Fields)
	case job.KindMap, job.KindPairs:
		s.Type, s.AdditionalProperties = "object", &huma.Schema{OneOf: []*huma.Schema{{Type: "string"}, {Type: "number"}, {Type: "boolean"}}}
	case job.KindDuration:
		s.OneOf, s.Examples = []*huma.Schema{{Type: "string"}, {Type: "number", ExclusiveMinimum: new(0.0)}}, []any{"30s"}
	case job.KindInteger:
		s.Type, s.Minimum = "integer", new(0.0)
	case job.KindNumber, job.KindPercent:
		s.Type = "number"
	case job.KindBoolean:
		s.Type = "boolean"
	default:
		s.Type = "string"
		if f.Required && len(f.Choices) == 0 {
			s.MinLength = new(1)
		}
	}
	return s
}

// sentence turns a usage text into a sentence that includes the default.
func sentence(usage, unset string) string {
	if usage == "" {
		return ""
	}
	if unset != "" {
		usage += " (default: " + unset + ")"
	}
	return strings.ToUpper(usage[:1]) + usage[1:] + "."
}
