package server

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/list"
	"github.com/tourmaline-opt/tourmaline/internal/output"
	"github.com/tourmaline-opt/tourmaline/internal/routepage"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

func (s *Server) downloadRoutes() {
	content := map[string]*huma.MediaType{}
	for _, f := range output.Downloads() {
		content[f.MediaType()] = &huma.MediaType{Schema: &huma.Schema{}}
	}
	handle(s, access.JobsRead, huma.Operation{
		OperationID: "download-result", Method: http.MethodGet, Path: "/v1/jobs/{id}/download", Tags: []string{"jobs"},
		Summary:     "Get the result of a job as a file",
		Description: "The same file that the command line writes for this result. All formats except JSON are for tours.",
		Responses:   map[string]*huma.Response{"200": {Description: "The file", Content: content}},
		Errors:      []int{http.StatusNotFound, http.StatusConflict},
	}, s.download)
}

type downloadRequest struct {
	ID     string       `path:"id" maxLength:"64" doc:"Job id."`
	Format downloadForm `query:"format" required:"true"`
}

// A downloadForm is the name of a format for downloads.
type downloadForm string

// Schema lists the formats.
func (downloadForm) Schema(huma.Registry) *huma.Schema {
	names := list.Map(output.Downloads(), func(f output.Form) any { return string(f) })
	schema := &huma.Schema{Type: "string", Enum: names}
	schema.PrecomputeMessages()
	return schema
}

func (s *Server) download(ctx context.Context, in *downloadRequest) (*huma.StreamResponse, error) {
	p, err := s.checkedResult(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	v, input, err := s.openJob(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	f := file{name: input.Info.Name, form: output.Form(in.Format)}
	if f.write, err = p.writer(input, f.form, v.Record.Ended); err != nil {
		return nil, err
	}
	release, err := s.drawings.acquire(ctx, callOf(ctx).identity.Tenant, acquireTimeout)
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(ctx huma.Context) {
		defer release()
		f.send(callOf(ctx.Context()))
	}}, nil
}

// writer returns a function that writes the result in a format, or an error if the format cannot
// represent the result. The job ended at the given time.
func (p checkedResult) writer(in *job.Input, form output.Form, ended time.Time) (func(io.Writer) error, error) {
	if form == output.JSON {
		return func(w io.Writer) error {
			_, err := w.Write(p.result)
			return err
		}, nil
	}
	tour, ok := p.verified.Solution.(tsp.Tour)
	if !ok {
		return nil, invalidField("format", "expected json, found %s: the other formats are for tours", form)
	}
	of := in.Document.Instance
	if err := form.Fits(of); err != nil {
		return nil, invalidField("format", "%v", err)
	}
	if form == output.HTML {
		return p.page(in, tour, ended), nil
	}
	return func(w io.Writer) error { return output.WriteTour(w, of, tour, nil, form) }, nil
}

// page returns a function that writes the page of a tour for a phone and for paper, with the date
// of the route.
func (p checkedResult) page(in *job.Input, tour tsp.Tour, date time.Time) func(io.Writer) error {
	return func(w io.Writer) error {
		tiles, err := routepage.ParseTiles(routepage.OpenStreetMap)
		if err != nil {
			return err
		}
		r, err := in.Problem.ReadResult(p.result)
		if err != nil {
			return err
		}
		page, err := routepage.Route{Instance: in.Document.Instance, Tour: tour, Result: r, Date: date}.Page(tiles)
		if err != nil {
			return err
		}
		return page.Write(w)
	}
}

// A file is a download that is generated while it is sent.
type file struct {
	name  string // file name without extension
	form  output.Form
	write func(io.Writer) error
}

// send generates and sends a file. Errors are normally found before the first bytes are sent. A
// later error aborts the response, so a partial file is not mistaken for a complete one.
func (f file) send(c *call) {
	h := c.Header()
	h.Set("Content-Type", f.form.MediaType())
	h.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s.%s"`, safeName(f.name), f.form))
	w := bufio.NewWriterSize(&pacedWriter{call: c}, 64*kib)
	err := f.write(w)
	if err != nil && c.status == 0 {
		h.Del("Content-Disposition")
		c.writeProblem(invalidField("format", "%v", err))
		return
	}
	if gone := w.Flush(); gone == nil && err != nil {
		panic(err)
	}
}

// maxName is the maximum length of a file name without its extension.
const maxName = 100

// safeName returns a file name that needs no quoting.
func safeName(name string) string {
	clean := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-", r) {
			return r
		}
		return '-'
	}, name)
	return output.FileName(clean[:min(len(clean), maxName)])
}
