// Package client implements the HTTP client of a service. All requests are idempotent: the client
// repeats them when a connection breaks or a server restarts.
package client

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/certs"
	"github.com/tourmaline-opt/tourmaline/internal/loopback"
	"github.com/tourmaline-opt/tourmaline/internal/retry"
)

// ErrUnreachable means that the server does not respond.
var ErrUnreachable = errors.New("cannot reach the server")

// A CAError describes a fault in the file that Options.CA names.
type CAError struct{ error }

func (e *CAError) Unwrap() error { return e.error }

// Options specify the address of the service and the credentials.
type Options struct {
	URL   string
	Token string // if empty, requests have no token
	CA    string // file of CA certificates; if empty, the system roots are used

	FirstTimeout time.Duration // time limit for the first response; 0 means 10 s
	// time limit for later responses, during which a server may restart; 0 means 2 min
	Timeout time.Duration
}

// A Client sends requests to a service. It is safe for concurrent use.
type Client struct {
	opt      Options
	base     *url.URL
	http     *http.Client
	answered atomic.Bool
}

// New returns a client. It does not send a request.
func New(o Options) (*Client, error) {
	base, err := url.Parse(strings.TrimSuffix(o.URL, "/"))
	if err != nil || base.Scheme != "http" && base.Scheme != "https" || base.Host == "" || base.User != nil {
		shown := o.URL[strings.LastIndexByte(o.URL, '@')+1:] // without user name and password
		return nil, fmt.Errorf("%q: expected a server URL such as http://127.0.0.1:8080", shown)
	}
	if o.Token != "" && base.Scheme == "http" && !loopback.Is(base.Hostname()) {
		return nil, fmt.Errorf("%s: refusing to send the token in plain text: expected https://", o.URL)
	}
	config, err := tlsConfig(o.CA)
	if err != nil {
		return nil, &CAError{err}
	}
	o.FirstTimeout = cmp.Or(o.FirstTimeout, 10*time.Second)
	o.Timeout = cmp.Or(o.Timeout, 2*time.Minute)
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = config
	transport.ResponseHeaderTimeout = 2 * time.Minute
	return &Client{opt: o, base: base, http: &http.Client{
		Transport: transport,
		// the token must not go to a different server
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

// tlsConfig returns TLS settings with the CA certificates from a file, or nil if file is empty.
func tlsConfig(file string) (*tls.Config, error) {
	if file == "" {
		return nil, nil
	}
	pool, err := certs.Pool(file)
	if err != nil {
		return nil, err
	}
	return &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}, nil
}

// A call is a request that can be repeated.
type call struct {
	method, path string
	query        url.Values
	header       http.Header
	body         []byte
	maxBytes     int64 // maximum size of the response; 0 means maxJSON
}

const (
	maxJSON   = 64 << 20
	maxResult = 4 << 30
)

func (c *Client) newRequest(ctx context.Context, k call) (*http.Request, error) {
	to := c.base.JoinPath(k.path)
	to.RawQuery = k.query.Encode()
	r, err := http.NewRequestWithContext(ctx, k.method, to.String(), bytes.NewReader(k.body))
	if err != nil {
		return nil, err
	}
	maps.Copy(r.Header, k.header)
	if c.opt.Token != "" {
		r.Header.Set("Authorization", "Bearer "+c.opt.Token)
	}
	return r, nil
}

// do sends a call, repeats it after temporary failures, and returns the response body.
func (c *Client) do(ctx context.Context, k call) (data []byte, err error) {
	err = c.retry(ctx, func() error {
		data, err = c.attempt(ctx, k)
		return err
	})
	return data, err
}

// retry calls try until it succeeds, fails permanently, or the server has not responded for too
// long.
func (c *Client) retry(ctx context.Context, try func() error) error {
	began, wait := time.Now(), 50*time.Millisecond
	var failed *temporary
	call := func() (any, error) { return nil, try() }
	_, err := retry.Do(ctx, call, func(err error) (time.Duration, bool) {
		if !errors.As(err, &failed) {
			return 0, false
		}
		wait = min(max(2*wait, failed.after), 2*time.Second)
		return wait, ctx.Err() == nil && time.Since(began)+wait <= c.timeout()
	})
	switch {
	case !errors.As(err, &failed):
		return err
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return fmt.Errorf("%w: %s: %w", ErrUnreachable, c.opt.URL, failed.err)
}

// timeout returns the time for which the server may be unreachable.
func (c *Client) timeout() time.Duration {
	if c.answered.Load() {
		return c.opt.Timeout
	}
	return c.opt.FirstTimeout
}

// A temporary failure may disappear if the request is repeated.
type temporary struct {
	err   error
	after time.Duration
}

func (r *temporary) Error() string { return r.err.Error() }
func (r *temporary) Unwrap() error { return r.err }

// attempt sends a call once and reads the response.
func (c *Client) attempt(ctx context.Context, k call) ([]byte, error) {
	a, err := c.send(ctx, k)
	if err != nil {
		return nil, err
	}
	defer a.Body.Close()
	data, err := budget.ReadAll(a.Body, cmp.Or(k.maxBytes, maxJSON))
	switch {
	case errors.Is(err, budget.ErrTooLarge):
		return nil, fmt.Errorf("%s: the response is %w", c.opt.URL, err)
	case err != nil:
		return nil, &temporary{err: err}
	}
	return data, nil
}

// send sends a call once. It returns an error for any status other than success.
func (c *Client) send(ctx context.Context, k call) (*http.Response, error) {
	r, err := c.newRequest(ctx, k)
	if err != nil {
		return nil, err
	}
	a, err := c.http.Do(r)
	var certificate *tls.CertificateVerificationError
	switch {
	case errors.As(err, &certificate):
		return nil, fmt.Errorf("%w: %s: %w", ErrUnreachable, c.opt.URL, certificate)
	case err != nil:
		if of := (*url.Error)(nil); errors.As(err, &of) {
			err = of.Err // without the request
		}
		return nil, &temporary{err: err}
	case a.StatusCode < 300:
		c.answered.Store(true)
		return a, nil
	}
	defer a.Body.Close()
	return nil, c.responseError(a)
}

func (c *Client) responseError(a *http.Response) error {
	// an incomplete body cannot be decoded as a Problem
	text, _ := budget.ReadAll(a.Body, budget.Small)
	p := new(api.Problem)
	if json.Unmarshal(text, p) != nil || p.Status != a.StatusCode {
		p = &api.Problem{Status: a.StatusCode, Detail: "not a Tourmaline server: " + a.Status + ", " + budget.Quote(bytes.TrimSpace(text))}
	}
	switch a.StatusCode {
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		seconds, _ := strconv.Atoi(a.Header.Get("Retry-After")) // 0 if the header is missing
		return &temporary{p, time.Duration(seconds) * time.Second}
	}
	c.answered.Store(true)
	return p
}
