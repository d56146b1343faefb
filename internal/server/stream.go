package server

import (
	"fmt"
	"net/http"
	"os"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// streamed is an answer with a file of this machine, or with the parts of it that Range asks
// for. It closes the file.
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
	http.ServeContent(&rangeWriter{call: c}, r, "", info.ModTime(), f)
}

// parts answer in the form of all others if there are none such.
type rangeWriter struct {
	*call
	refused bool
}

// WriteHeader refuses parts that the file does not have.
func (p *rangeWriter) WriteHeader(status int) {
	if p.refused = status == http.StatusRequestedRangeNotSatisfiable; !p.refused {
		p.call.WriteHeader(status)
		return
	}
	of := p.Header().Get("Content-Range")
	p.writeProblem(problem(status, codeBadRange, "Range: expected parts of the file, bytes=FIRST-LAST").With("Content-Range", of))
}

func (p *rangeWriter) Write(data []byte) (int, error) {
	if p.refused {
		return len(data), nil
	}
	return p.call.Write(data)
}
