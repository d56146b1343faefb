package server

import (
	"fmt"
	"net/http"
	"os"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// serveFile returns a response with a file or with the parts that a Range header requests. It
// closes the file.
func serveFile(f *os.File, headers map[string]string) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(ctx huma.Context) {
		defer f.Close()
		r, _ := humago.Unwrap(ctx)
		c := callOf(ctx.Context())
		for name, value := range headers {
			c.Header().Set(name, value)
		}
		c.stream(r, f)
	}}
}

func (c *call) stream(r *http.Request, f *os.File) {
	info, err := f.Stat()
	if err != nil {
		c.writeProblem(problemOf(err))
		return
	}
	c.Header().Set("ETag", fmt.Sprintf(`"%x-%x"`, info.Size(), info.ModTime().UnixNano()))
	http.ServeContent(&rangeWriter{pacedWriter: &pacedWriter{call: c}}, r, "", info.ModTime(), f)
}

// A rangeWriter replaces the response to an unsatisfiable range with a Problem.
type rangeWriter struct {
	*pacedWriter
	refused bool
}

// WriteHeader intercepts the status of an unsatisfiable range.
func (p *rangeWriter) WriteHeader(status int) {
	if p.refused = status == http.StatusRequestedRangeNotSatisfiable; !p.refused {
		p.call.WriteHeader(status)
		return
	}
	of := p.Header().Get("Content-Range")
	p.writeProblem(problem(status, codeBadRange, "Range: expected bytes=FIRST-LAST within the file").With("Content-Range", of))
}

func (p *rangeWriter) Write(data []byte) (int, error) {
	if p.refused {
		return len(data), nil
	}
	return p.pacedWriter.Write(data)
}

// paced returns a handler whose responses are sent in a limited time, however many parts they have.
func paced(h http.Handler) http.Handler {
	return http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(&pacedWriter{call: callOf(r.Context())}, r)
	})
}
