package api

import (
	"net/http"
	"strconv"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// ProblemType is the media type of a Problem.
const ProblemType = "application/problem+json"

// A Problem is an error in the format of RFC 9457, with a code for programs.
type Problem struct {
	Type   string      `json:"type" doc:"Always about:blank; the code identifies the problem." example:"about:blank"`
	Title  string      `json:"title" doc:"Status text."`
	Status int         `json:"status"`
	Detail string      `json:"detail" doc:"Human-readable message."`
	Code   string      `json:"code" doc:"Machine-readable kind of problem."`
	Errors []job.Fault `json:"errors,omitempty" doc:"All errors in the request."`

	Headers http.Header `json:"-"`
	Cause   error       `json:"-"` // for the server's log only
}

func (p *Problem) Error() string { return p.Detail }

func (p *Problem) Unwrap() error { return p.Cause }

// GetStatus implements huma.StatusError.
func (p *Problem) GetStatus() int { return p.Status }

// GetHeaders implements huma.HeadersError.
func (p *Problem) GetHeaders() http.Header { return p.Headers }

// ContentType implements huma.ContentTypeFilter.
func (p *Problem) ContentType(string) string { return ProblemType }

// With sets a header and returns the problem.
func (p *Problem) With(name, value string) *Problem {
	if p.Headers == nil {
		p.Headers = http.Header{}
	}
	p.Headers.Set(name, value)
	return p
}

// Later sets the time after which the client should retry, and returns the problem.
func (p *Problem) Later(after time.Duration) *Problem {
	return p.With("Retry-After", strconv.Itoa(max(int(after.Seconds()), 1)))
}
