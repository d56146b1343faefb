package api

import (
	"net/http"
	"strconv"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// ProblemType is the media type of a Problem.
const ProblemType = "application/problem+json"

// A Problem is an error as RFC 9457 writes it, with a code for programs.
type Problem struct {
	Type   string      `json:"type" doc:"Always about:blank: the code says more." example:"about:blank"`
	Title  string      `json:"title" doc:"The status in words."`
	Status int         `json:"status"`
	Detail string      `json:"detail" doc:"A sentence for people."`
	Code   string      `json:"code" doc:"What it is about, for programs."`
	Errors []job.Fault `json:"errors,omitempty" doc:"Each thing that is wrong with the request."`

	Headers http.Header `json:"-"`
	Cause   error       `json:"-"` // for the server's log only
}

func (p *Problem) Error() string { return p.Detail }

func (p *Problem) Unwrap() error { return p.Cause }

// GetStatus makes a Problem an error of huma.
func (p *Problem) GetStatus() int { return p.Status }

// GetHeaders are those that go with the status.
func (p *Problem) GetHeaders() http.Header { return p.Headers }

// ContentType is that of RFC 9457.
func (p *Problem) ContentType(string) string { return ProblemType }

// With adds a header.
func (p *Problem) With(name, value string) *Problem {
	if p.Headers == nil {
		p.Headers = http.Header{}
	}
	p.Headers.Set(name, value)
	return p
}

// Later sets when the client should try again.
func (p *Problem) Later(after time.Duration) *Problem {
	return p.With("Retry-After", strconv.Itoa(max(int(after.Seconds()), 1)))
}
