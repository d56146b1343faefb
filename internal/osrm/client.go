// Package osrm requests the times, distances and roads between places from an Open Source Routing
// Machine server. Every request goes to the server that the caller specifies.
package osrm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/internal/retry"
)

const (
	// locations is the number of places in the first request. The default --max-table-size of 100
	// allows 100 sources and 100 destinations, but URLs would become long.
	locations = 100
	// atOnce is the number of concurrent requests.
	atOnce = 4
	// tries is the maximum number of attempts while the server is busy.
	tries = 5
	// patience is the time limit for one response.
	patience = time.Minute
	// longestPause is the longest pause that a server may request.
	longestPause = 30 * time.Second
	// largest is the size limit of a response in bytes. If the legs of a route take more, they are
	// requested in smaller groups.
	largest = 16 << 20
)

// A Client queries one server with one profile.
type Client struct {
	// Pause waits before a request is repeated.
	Pause func(context.Context, time.Duration) error
	// Progress, if not nil, is called after each request.
	Progress func(done, all int)

	server  *url.URL
	profile string
	http    *http.Client
}

var profiles = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// New returns a client for the server at an address such as "http://localhost:5000". Most servers
// ignore the name of the profile, because they have only one profile.
func New(address, profile string) (*Client, error) {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return nil, fmt.Errorf("expected a server address such as http://localhost:5000, found %s", budget.Quote(address))
	case u.RawQuery != "" || u.Fragment != "":
		return nil, fmt.Errorf("expected an address without a query or fragment, such as http://localhost:5000, found %s", budget.Quote(address))
	case !profiles.MatchString(profile):
		return nil, fmt.Errorf("expected a profile such as driving or car, found %s", budget.Quote(profile))
	}
	u.Path = strings.TrimRight(u.Path, "/")
	return &Client{
		Pause: pause, server: u, profile: profile,
		http: &http.Client{
			Timeout:       patience,
			CheckRedirect: stay,
			// without a proxy, so that no other server receives the places
			Transport: &http.Transport{MaxIdleConnsPerHost: atOnce},
		},
	}, nil
}

// pause waits for d or until ctx ends.
func pause(ctx context.Context, d time.Duration) error {
	retry.Sleep(ctx, d)
	return ctx.Err()
}

// stay follows only redirects within a server.
func stay(r *http.Request, via []*http.Request) error {
	switch first := via[0].URL; {
	case r.URL.Host != first.Host || r.URL.Scheme != first.Scheme:
		return fmt.Errorf("it redirects to %s: use that server instead", budget.Quote(r.URL.Scheme+"://"+r.URL.Host))
	case len(via) > 5:
		return errors.New("it redirects more than 5 times")
	}
	return nil
}

// An Error is an error response.
type Error struct {
	Server  string
	Status  int    // HTTP status
	Code    string // OSRM error code; may be empty
	Message string // OSRM error message
}

// Error returns the server's code and message.
func (e *Error) Error() string {
	switch {
	case e.Code == "":
		return fmt.Sprintf("%s responded with %d %s", e.Server, e.Status, http.StatusText(e.Status))
	case e.Message == "":
		return fmt.Sprintf("%s responded with %s", e.Server, budget.Quote(e.Code))
	}
	return fmt.Sprintf("%s responded with %s: %s", e.Server, e.Code, budget.Message(e.Message))
}

// answer holds the members that every response has.
type answer struct{ Code, Message string }

// get sends a request, repeats it while the server is busy, and decodes the response. said is the
// answer within into.
func (c *Client) get(ctx context.Context, q query, into any, said *answer) error {
	for try := 1; ; try++ {
		wait, err := c.ask(ctx, q, into, said)
		var e *Error
		if !errors.As(err, &e) || try == tries || e.Status != http.StatusTooManyRequests && e.Status < 500 {
			return err
		}
		if err := c.Pause(ctx, max(wait, 500*time.Millisecond<<(try-1))); err != nil {
			return err
		}
	}
}

// A query is a request to a service.
type query struct {
	service, places, options string
	most                     int64 // maximum size of the response in bytes
}

// ask sends a request once. wait is the pause that a busy server requests.
func (c *Client) ask(ctx context.Context, q query, into any, said *answer) (wait time.Duration, err error) {
	u := c.server.JoinPath(q.service, "v1", c.profile, q.places)
	u.RawQuery = q.options
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return 0, c.fault(err)
	}
	a, err := c.http.Do(r)
	if err != nil {
		return 0, c.fault(err)
	}
	defer a.Body.Close()
	body := budget.New(a.Body, q.most)
	err = json.NewDecoder(body).Decode(into)
	switch {
	case a.StatusCode != http.StatusOK || err == nil && said.Code != "Ok":
		// 0 if Retry-After is a date, which is not supported
		seconds, _ := strconv.Atoi(a.Header.Get("Retry-After"))
		wait = min(time.Duration(max(0, seconds))*time.Second, longestPause)
		return wait, &Error{c.server.Redacted(), a.StatusCode, said.Code, said.Message}
	case body.Err() != nil:
		return 0, fmt.Errorf("%s: its response is %w", c.server.Redacted(), body.Err())
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case late(err):
		return 0, c.fault(err)
	case err != nil:
		return 0, fmt.Errorf("%s: expected an OSRM response in JSON: %w", c.server.Redacted(), budget.PlainJSON(err))
	}
	return 0, nil
}

// fault returns an error that explains why there was no response. It omits the places, which the
// URL contains.
func (c *Client) fault(err error) error {
	var sent *url.Error
	if late(err) {
		return fmt.Errorf("%s: no response within %.0f s", c.server.Redacted(), c.http.Timeout.Seconds())
	}
	if errors.As(err, &sent) {
		err = sent.Err
	}
	return fmt.Errorf("%s: %w", c.server.Redacted(), err)
}

// late reports whether err is a timeout.
func late(err error) bool {
	var t interface{ Timeout() bool }
	return errors.As(err, &t) && t.Timeout()
}

// all makes count requests. It makes the first request alone, because an error in it usually
// affects all requests, and then makes the others, several at a time.
func (c *Client) all(ctx context.Context, count int, ask func(i int) error) error {
	var mu sync.Mutex
	done := 0
	one := func(i int) error {
		if err := ask(i); err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		if done++; c.Progress != nil {
			c.Progress(done, count)
		}
		return nil
	}
	if err := one(0); err != nil {
		return err
	}
	return parallel.Ranges(ctx, atOnce, count-1, 1, func(_, from, _ int) error { return one(from + 1) })
}

// adapt calls ask with fewer and fewer places per request as long as the server rejects the
// requests as too big, or its responses are too large.
func adapt(places int, ask func(most int) error) error {
	for most := min(locations, max(places, 2)); ; most /= 2 {
		err := ask(most)
		var e *Error
		tooBig := errors.As(err, &e) && e.Code == "TooBig" || errors.Is(err, budget.ErrTooLarge)
		if !tooBig || most < 4 {
			return err
		}
	}
}

// coordinates formats places as OSRM expects them: longitude first, to a tenth of a metre.
func coordinates(latlon []float64) string {
	var b []byte
	for i := 0; i < len(latlon); i += 2 {
		if i > 0 {
			b = append(b, ';')
		}
		b = strconv.AppendFloat(b, wrapped(latlon[i+1]), 'f', 6, 64)
		b = append(b, ',')
		b = strconv.AppendFloat(b, latlon[i], 'f', 6, 64)
	}
	return string(b)
}

// wrapped returns the longitude normalised to the range -180 to 180.
func wrapped(lon float64) float64 {
	switch {
	case lon > 180:
		return lon - 360
	case lon < -180:
		return lon + 360
	}
	return lon
}
