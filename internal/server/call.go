package server

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"time"
	"unicode/utf8"

	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// A call is a request that is being answered.
type call struct {
	http.ResponseWriter
	request  *http.Request
	id       string
	started  time.Time
	timeout  time.Duration
	identity access.Identity
	cause    error // of an answer that is no fault of the client

	status int
	bytes  int64
}

type callKey struct{}

// begin makes a call of a request, which then carries it.
func (s *Server) newCall(w http.ResponseWriter, r *http.Request) *call {
	c := &call{ResponseWriter: w, id: rand.Text(), started: time.Now(), timeout: s.limits.BodyTimeout}
	c.request = r.WithContext(context.WithValue(r.Context(), callKey{}, c))
	return c
}

// callOf is the call that a context belongs to.
func callOf(ctx context.Context) *call {
	c, _ := ctx.Value(callKey{}).(*call)
	return c
}

// WriteHeader notes the status.
func (c *call) WriteHeader(status int) {
	if c.status == 0 {
		c.status = status
	}
	c.ResponseWriter.WriteHeader(status)
}

// Write breaks off an answer that is not read.
func (c *call) Write(data []byte) (int, error) {
	return c.writeBefore(time.Now().Add(c.timeFor(int64(len(data)))), data)
}

// writeBefore counts bytes.
func (c *call) writeBefore(deadline time.Time, data []byte) (int, error) {
	if c.status == 0 {
		c.status = http.StatusOK
	}
	_ = c.control().SetWriteDeadline(deadline)
	n, err := c.ResponseWriter.Write(data)
	c.bytes += int64(n)
	return n, err
}

// Unwrap is for http.ResponseController.
func (c *call) Unwrap() http.ResponseWriter { return c.ResponseWriter }

func (c *call) control() *http.ResponseController {
	return http.NewResponseController(c.ResponseWriter)
}

const (
	// patience is how long bytes may take however few they are.
	defaultTimeout = 10 * time.Second
	// slowest is how many of them a second there must be beyond that.
	minRate = 64 * kib
)

// paced is how long some bytes may take.
func (c *call) timeFor(bytes int64) time.Duration {
	return c.timeout + time.Duration(bytes/minRate)*time.Second
}

// body reads what the client sends. It grows with the bytes that arrive, and is given up if
// they are too many or come too slowly.
func (c *call) readBody(most int64) ([]byte, error) {
	if c.request.ContentLength > most {
		return nil, c.tooLarge(most)
	}
	if c.request.Header.Get("Content-Encoding") != "" {
		return nil, problem(http.StatusUnsupportedMediaType, codeMediaType, "Content-Encoding: expected none: compressed files are sent as they are, by names such as stops.csv.gz")
	}
	defer func() { _ = c.control().SetReadDeadline(time.Time{}) }()
	data, err := io.ReadAll(io.LimitReader(&pacedReader{c, 0}, most+1))
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, problem(http.StatusRequestTimeout, codeTooSlow, "the body comes too slowly: expected %d bytes a second after %s", minRate, c.timeout).With("Connection", "close")
	case err != nil:
		return nil, problem(http.StatusBadRequest, codeBadRequest, "the body ends early: %s", budget.Message(err.Error())).With("Connection", "close")
	case int64(len(data)) > most:
		return nil, c.tooLarge(most)
	}
	return data, nil
}

// json reads a body that must be said to be JSON: no form of another page can say that.
func (c *call) readJSON(most int64) ([]byte, error) {
	kind, _, _ := mime.ParseMediaType(c.request.Header.Get("Content-Type"))
	if kind != "application/json" {
		return nil, problem(http.StatusUnsupportedMediaType, codeMediaType, "Content-Type: expected application/json")
	}
	data, err := c.readBody(most)
	if err == nil && !utf8.Valid(data) {
		err = &job.Fault{Code: job.BadJSON, Detail: "expected JSON in UTF-8"}
	}
	return data, err
}

func (c *call) tooLarge(most int64) error {
	return problem(http.StatusRequestEntityTooLarge, codeTooLarge, "the body is too large: expected at most %s", humanize.Bytes(most)).With("Connection", "close")
}

// A pacedReader gives up a body that comes too slowly.
type pacedReader struct {
	*call
	read int64
}

func (r *pacedReader) Read(to []byte) (int, error) {
	_ = r.control().SetReadDeadline(r.started.Add(r.timeFor(r.read))) // a connection that has none ends by other means
	n, err := r.request.Body.Read(to)
	r.read += int64(n)
	return n, err
}

// A pacedWriter breaks off an answer in many parts that is read too slowly. The time in which
// the parts are made does not count.
type pacedWriter struct {
	*call
	waited time.Duration
}

func (w *pacedWriter) Write(data []byte) (int, error) {
	began := time.Now()
	n, err := w.writeBefore(began.Add(w.timeFor(w.bytes+int64(len(data)))-w.waited), data)
	w.waited += time.Since(began)
	return n, err
}
