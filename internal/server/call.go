package server

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/tracing"
)

type call struct {
	http.ResponseWriter
	request  *http.Request
	id       string
	started  time.Time
	timeout  time.Duration
	conn     *connection // nil if the connection is not counted
	identity access.Identity
	cause    error                  // logged cause of an error that is not the client's fault
	job      atomic.Pointer[string] // id of the last job that the request submitted, for the log
	span     *tracing.Span

	memory   *memoryBudget
	held     int64    // bytes of memory that this request holds
	releases []func() // release the memory

	bodyDeadline time.Time // time by which more of the body must arrive; zero if there is no more
	received     int64     // bytes of the body that have been read

	status int
	bytes  int64
}

type callKey struct{}

// newCall returns a call for a request and stores it in the request's context.
func (s *Server) newCall(w http.ResponseWriter, r *http.Request) *call {
	c := &call{ResponseWriter: w, id: requestID(r), started: time.Now(), timeout: s.limits.BodyTimeout, conn: connectionOf(r.Context()), memory: s.memory}
	c.request = r.WithContext(context.WithValue(r.Context(), callKey{}, c))
	return c
}

// maxRequestID is the maximum length of a request id that a client chooses.
const maxRequestID = 64

// requestID returns the id that the client or a proxy has given to a request. If the request has no
// id, or if the id contains other characters than visible ASCII, requestID returns a new id.
func requestID(r *http.Request) string {
	id := r.Header.Get("X-Request-Id")
	if id == "" || len(id) > maxRequestID || strings.ContainsFunc(id, func(c rune) bool { return c < '!' || c > '~' }) {
		return rand.Text()
	}
	return id
}

func callOf(ctx context.Context) *call {
	c, _ := ctx.Value(callKey{}).(*call)
	return c
}

// WriteHeader records the status and sends it.
func (c *call) WriteHeader(status int) {
	if c.status == 0 {
		c.status = status
	}
	c.ResponseWriter.WriteHeader(status)
}

// Write writes data. It aborts a response that the client does not read in time.
func (c *call) Write(data []byte) (int, error) {
	return c.writeBefore(time.Now().Add(c.timeFor(int64(len(data)))), data)
}

// writeBefore writes data before a deadline and counts the bytes. The deadline is later if net/http
// first waits for the rest of the body. Meanwhile the server waits for the client, so the
// connection may be closed in favour of another.
func (c *call) writeBefore(deadline time.Time, data []byte) (int, error) {
	if c.status == 0 {
		c.status = http.StatusOK
	}
	_ = c.control().SetWriteDeadline(deadline.Add(max(time.Until(c.bodyDeadline), 0)))
	c.conn.wait()
	defer c.conn.work()
	n, err := c.ResponseWriter.Write(data)
	c.bytes += int64(n)
	return n, err
}

// flush sends what was written. Meanwhile the server waits for the client.
func (c *call) flush() error {
	c.conn.wait()
	defer c.conn.work()
	return c.control().Flush()
}

// Unwrap returns the underlying writer, for http.ResponseController.
func (c *call) Unwrap() http.ResponseWriter { return c.ResponseWriter }

func (c *call) control() *http.ResponseController {
	return http.NewResponseController(c.ResponseWriter)
}

// begin starts to handle a request. Until the request has been handled, the connection is not
// closed in favour of another. A body must begin to arrive in time, even if no operation reads it,
// because net/http waits for it.
func (c *call) begin() (end func()) {
	if c.request.ContentLength != 0 {
		c.readBefore(c.started.Add(c.timeout))
	}
	c.conn.work()
	return func() {
		c.releaseMemory()
		c.discardBody()
		c.conn.wait()
	}
}

// discardTime is the time for which the server reads a body that it has rejected.
const discardTime = 500 * time.Millisecond

// discardBody sends the response and then reads more of a body that was rejected after its
// beginning. Otherwise net/http closes the connection while the client is sending, and the client
// may not get the response.
func (c *call) discardBody() {
	if c.received == 0 || c.bodyDeadline.IsZero() || c.status == http.StatusRequestTimeout {
		return
	}
	_ = c.flush() // the client may have gone
	c.conn.wait()
	defer c.conn.work()
	c.readBefore(time.Now().Add(discardTime))
	_, _ = io.Copy(io.Discard, c.request.Body) // ends with an error if there is more
}

// readBefore sets the time by which the next bytes of the body must arrive. The zero time means
// that the whole body has arrived.
func (c *call) readBefore(deadline time.Time) {
	c.bodyDeadline = deadline
	_ = c.control().SetReadDeadline(deadline) // not supported by all connections
}

const (
	// defaultTimeout is the time that even a small transfer may take.
	defaultTimeout = 10 * time.Second
	// minRate is the minimum rate of transfers, in bytes per second.
	minRate = 64 * kib
	// longBody is the number of bytes after which a body must arrive at longRate.
	longBody = 4 * mib
	// longRate is the minimum rate of the rest of a long body, in bytes per second.
	longRate = 512 * kib
)

// timeFor returns the time that a response may take.
func (c *call) timeFor(bytes int64) time.Duration {
	return c.timeout + time.Duration(bytes/minRate)*time.Second
}

// readBody reads the request body. Its memory grows only with the bytes that arrive. It rejects a
// body that is too large or too slow.
func (c *call) readBody(limit int64) ([]byte, error) {
	body, err := c.body(limit)
	if err != nil {
		return nil, err
	}
	data := make([]byte, 0, 4*kib)
	for {
		if len(data) == cap(data) {
			if data, err = c.grow(data, limit); err != nil {
				return nil, err
			}
		}
		n, err := body.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		switch {
		case errors.Is(err, io.EOF):
			return data, nil
		case err != nil:
			return nil, err
		}
	}
}

// grow doubles the space for a body, up to its limit, and holds the memory for it.
func (c *call) grow(data []byte, limit int64) ([]byte, error) {
	size := min(2*int64(cap(data)), limit+1)
	if length := c.request.ContentLength; length >= 0 {
		size = min(size, length+1) // one more byte finds the end
	}
	if _, err := c.hold(c.request.Context(), size-int64(cap(data))); err != nil {
		return nil, err
	}
	return append(make([]byte, 0, size), data...), nil
}

// body returns a reader of the request body. Its errors are Problems: the reader rejects a body
// that is too large or too slow.
func (c *call) body(limit int64) (io.Reader, error) {
	if c.request.ContentLength > limit {
		return nil, c.tooLarge(limit)
	}
	if c.request.Header.Get("Content-Encoding") != "" {
		return nil, problem(http.StatusUnsupportedMediaType, codeMediaType, "Content-Encoding: expected none: send a compressed file unchanged, with a name such as stops.csv.gz")
	}
	return &pacedReader{call: c, limit: limit, credit: c.timeout}, nil
}

// readJSON reads a body whose content type must be JSON, which a form on another site's page cannot
// send.
func (c *call) readJSON(limit int64) ([]byte, error) {
	kind, _, _ := mime.ParseMediaType(c.request.Header.Get("Content-Type"))
	if kind != "application/json" {
		return nil, problem(http.StatusUnsupportedMediaType, codeMediaType, "Content-Type: expected application/json")
	}
	data, err := c.readBody(limit)
	if err == nil && !utf8.Valid(data) {
		err = &job.Fault{Code: job.BadJSON, Detail: "expected JSON in UTF-8"}
	}
	return data, err
}

// decodeBody reads a JSON body strictly into a struct. example shows the expected form.
func (c *call) decodeBody(limit int64, into any, example string) ([]byte, error) {
	data, err := c.readJSON(limit)
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return nil, &job.Fault{Code: job.BadJSON, Detail: budget.Message("expected JSON such as " + example + ": " + err.Error())}
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, &job.Fault{Code: job.BadJSON, Detail: "expected a single object, found more data after it"}
	}
	return data, nil
}

func (c *call) tooLarge(limit int64) error {
	return problem(http.StatusRequestEntityTooLarge, codeTooLarge, "the body is too large: expected at most %s", humanize.Bytes(limit)).With("Connection", "close")
}

// A pacedReader reads a request body. It counts the time for which it waits for the client. Every
// byte that arrives earns more time, as long as the client is not ahead by more than twice the
// timeout. A body of 256 MiB must therefore arrive within ten minutes, and without a pause of more
// than 20 seconds.
type pacedReader struct {
	*call
	limit  int64
	read   int64
	credit time.Duration // time that the client may still take
}

func (r *pacedReader) Read(to []byte) (int, error) {
	n, err := r.receive(to[:min(int64(len(to)), r.limit+1-r.read)])
	r.read += int64(n)
	r.received = r.read
	switch {
	case r.read > r.limit:
		return n, r.tooLarge(r.limit)
	case errors.Is(err, io.EOF):
		r.readBefore(time.Time{})
	case errors.Is(err, os.ErrDeadlineExceeded):
		err = problem(http.StatusRequestTimeout, codeTooSlow, "the body arrives too slowly: expected %s per second after %s, and %s per second after %s",
			humanize.Bytes(minRate), r.timeout, humanize.Bytes(longRate), humanize.Bytes(longBody)).With("Connection", "close")
	case err != nil:
		err = problem(http.StatusBadRequest, codeBadRequest, "the body is incomplete: %s", budget.Message(err.Error())).With("Connection", "close")
	}
	return n, err
}

// receive waits for bytes of the body.
func (r *pacedReader) receive(to []byte) (int, error) {
	r.conn.wait()
	defer r.conn.work()
	started := time.Now()
	r.readBefore(started.Add(r.credit))
	n, err := r.request.Body.Read(to)
	rate := int64(minRate)
	if r.read > longBody {
		rate = longRate
	}
	r.credit = min(r.credit-time.Since(started)+time.Duration(n)*time.Second/time.Duration(rate), 2*r.timeout)
	return n, err
}

// A pacedWriter writes a response in many parts and aborts it if the client reads too slowly. The
// time to produce the parts does not count.
type pacedWriter struct {
	*call
	waited time.Duration
	failed bool // the client has disconnected or is too slow
}

func (w *pacedWriter) Write(data []byte) (int, error) {
	started := time.Now()
	n, err := w.writeBefore(started.Add(w.timeFor(w.bytes+int64(len(data)))-w.waited), data)
	w.waited += time.Since(started)
	w.failed = w.failed || err != nil
	return n, err
}
