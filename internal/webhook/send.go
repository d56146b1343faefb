package webhook

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
)

const (
	// sendTimeout is the time for a connection, a request and its response.
	sendTimeout = 15 * time.Second
	// maxResponse is the number of bytes of a response that are read.
	maxResponse = 4 << 10
	// maxRetryAfter is the longest pause that a receiver can request.
	maxRetryAfter = time.Hour
)

// A Message is sent to an endpoint. All attempts have the same id and body.
type Message struct {
	ID   string
	Body []byte
}

// An attempt is the outcome of sending a message.
type attempt struct {
	status int // 0 without a response
	took   time.Duration
	err    error         // nil if the receiver accepted the message
	after  time.Duration // pause that the receiver requests
	gone   bool          // the receiver wants no more messages
}

// A sender sends messages.
type sender struct {
	client *http.Client
	agent  string
}

func newSender(p Policy, version string) *sender {
	dialer := &net.Dialer{Timeout: sendTimeout, Control: p.control}
	transport := &http.Transport{
		DialContext: dialer.DialContext, TLSHandshakeTimeout: sendTimeout, TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12},
		MaxIdleConnsPerHost: 2, MaxIdleConns: 100, IdleConnTimeout: time.Minute, MaxResponseHeaderBytes: 16 << 10,
		ForceAttemptHTTP2: true, DisableCompression: true,
		// no Proxy: a proxy would connect to addresses that the policy forbids
	}
	return &sender{agent: "tourmaline/" + version, client: &http.Client{
		Transport: transport, Timeout: sendTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

func (s *sender) close() { s.client.CloseIdleConnections() }

// send sends a message once.
func (s *sender) send(ctx context.Context, e *Endpoint, m Message, now time.Time) attempt {
	began := time.Now()
	a := s.post(ctx, e, m, now)
	a.took = time.Since(began)
	return a
}

func (s *sender) post(ctx context.Context, e *Endpoint, m Message, now time.Time) attempt {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, e.URL, bytes.NewReader(m.Body))
	if err != nil {
		return attempt{err: err}
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", s.agent)
	r.Header.Set(idHeader, m.ID)
	r.Header.Set(timestampHeader, timestamp(now))
	r.Header.Set(signatureHeader, sign(e.Secrets, m.ID, now, m.Body))
	resp, err := s.client.Do(r)
	if err != nil {
		return attempt{err: plain(err)}
	}
	defer resp.Body.Close()
	// A connection can be used again only if its response was read.
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, maxResponse))
	return judge(resp)
}

// judge returns the outcome of a response.
func judge(resp *http.Response) attempt {
	a := attempt{status: resp.StatusCode}
	switch code := resp.StatusCode; {
	case code >= 200 && code < 300:
		return a
	case code >= 300 && code < 400:
		a.err = fmt.Errorf("the endpoint redirects (status %d): register its final URL", code)
	default:
		a.err = fmt.Errorf("the endpoint responded with status %d, expected 200 to 299", code)
	}
	a.gone = resp.StatusCode == http.StatusGone
	if seconds, err := strconv.ParseUint(resp.Header.Get("Retry-After"), 10, 31); err == nil {
		a.after = min(time.Duration(seconds)*time.Second, maxRetryAfter)
	}
	return a
}

// plain returns an error without the URL, which may contain a secret. It does not distinguish
// addresses that the policy forbids by whether they answer.
func plain(err error) error {
	if errors.Is(err, errPrivate) {
		return errPrivate
	}
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() {
		return fmt.Errorf("no response within %v", sendTimeout)
	}
	for inner := errors.Unwrap(err); inner != nil; inner = errors.Unwrap(inner) {
		err = inner
	}
	return errors.New("cannot connect: " + budget.Message(err.Error()))
}
