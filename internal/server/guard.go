package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/url"
	"path"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/loopback"
)

// ServeHTTP serves a request. It rejects requests that no operation handles, with the same error
// format as the operations.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c := s.newCall(w, r)
	s.startSpan(c)
	defer s.logCall(c)
	defer s.recover(c)
	defer c.begin()()
	setSecurityHeaders(c.Header(), c.id)
	if p := s.checkRequest(r); p != nil {
		c.writeProblem(p)
		return
	}
	s.mux.ServeHTTP(c, c.request)
}

// setSecurityHeaders sets the headers of every response. They forbid caching the response and
// rendering it as a page.
func setSecurityHeaders(h http.Header, id string) {
	h.Set("X-Request-Id", id)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
}

// recover responds to a request whose operation panicked. It aborts a partial response, so that the
// client does not mistake it for a complete one.
func (s *Server) recover(c *call) {
	what := recover()
	if what == nil {
		return
	}
	if what == http.ErrAbortHandler { //nolint:errorlint // a panic value
		panic(what) // the cause is logged with the request
	}
	s.opt.Log.Error("panic while handling a request", "request", c.id, "panic", what, "stack", string(debug.Stack()))
	if c.status != 0 {
		panic(http.ErrAbortHandler)
	}
	c.writeProblem(problemOf(fmt.Errorf("panic: %v", what)))
}

func (c *call) writeProblem(p *api.Problem) {
	c.cause = p.Cause
	maps.Copy(c.Header(), p.Headers)
	c.Header().Set("Content-Type", api.ProblemType)
	c.WriteHeader(p.Status)
	_ = json.NewEncoder(c).Encode(p) // fails if the client has disconnected
}

const noRoute = "unknown path: see /openapi.json"

// checkRequest returns the reason for rejecting a request before it is routed, or nil. Without
// tokens or without TLS, the server accepts requests only from its own machine.
func (s *Server) checkRequest(r *http.Request) *api.Problem {
	if (s.opt.Access == nil || r.TLS == nil) && !isLocal(r.Host) {
		return problem(http.StatusForbidden, codeCrossOrigin, "this server accepts requests only from its own machine: expected the host localhost, 127.0.0.1 or ::1")
	}
	if err := s.origins.Check(r); err != nil {
		return problem(http.StatusForbidden, codeCrossOrigin, "cross-origin requests are not allowed")
	}
	if clean := path.Clean(r.URL.Path); clean != r.URL.Path {
		return problem(http.StatusNotFound, codeNotFound, noRoute)
	}
	handler, pattern := s.mux.Handler(r)
	if pattern != "" && r.Method == http.MethodPost && draining(r.Context()) {
		return errDraining()
	}
	if pattern != "" {
		return checkQuery(r.URL.RawQuery)
	}
	p := &probe{header: http.Header{}}
	if handler.ServeHTTP(p, r); p.status == http.StatusMethodNotAllowed {
		return problem(p.status, codeMethod, "method %s is not allowed for this path", r.Method).With("Allow", p.header.Get("Allow"))
	}
	return problem(http.StatusNotFound, codeNotFound, noRoute)
}

// A probe records the status and headers of a response and discards its body. Only a response from
// the mux shows which methods a path allows.
type probe struct {
	header http.Header
	status int
}

func (p *probe) Header() http.Header            { return p.header }
func (p *probe) WriteHeader(status int)         { p.status = status }
func (p *probe) Write(data []byte) (int, error) { return len(data), nil }

// checkQuery returns an error for a query that is invalid for every operation. It rejects a
// parameter without a value, which would otherwise be treated as missing.
func checkQuery(query string) *api.Problem {
	values, err := url.ParseQuery(query)
	if err != nil {
		return problem(http.StatusBadRequest, codeBadRequest, "malformed query")
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if slices.Contains(values[name], "") {
			return invalidField(budget.Message(name), "expected a value, found none")
		}
	}
	return nil
}

// isLocal reports whether a Host header names this machine as localhost or by a loopback address.
// An attacker may have pointed any other name at this machine.
func isLocal(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	return loopback.Is(host)
}

// authorised returns the middleware that requires a scope; "" requires no scope.
func (s *Server) authorised(scope access.Scope) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		c := callOf(ctx.Context())
		if p := s.authorise(c, scope); p != nil {
			c.writeProblem(p)
			return
		}
		next(ctx)
	}
}

// authorise identifies the sender of a request and checks the scope.
func (s *Server) authorise(c *call, scope access.Scope) *api.Problem {
	if scope == "" {
		return nil
	}
	who, err := s.identify(c.request)
	if err != nil {
		return problem(http.StatusUnauthorized, codeUnauthorised, "Authorization: %v", err).With("WWW-Authenticate", "Bearer")
	}
	c.identity = who
	if !who.May(scope) {
		return problem(http.StatusForbidden, codeForbidden, "the token does not have the scope %s", scope)
	}
	return nil
}

var errNoToken = errors.New(`expected "Bearer" followed by a token`)

func (s *Server) identify(r *http.Request) (access.Identity, error) {
	if s.opt.Access == nil {
		return access.Local(), nil
	}
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") || token == "" {
		return access.Identity{}, errNoToken
	}
	return s.opt.Access.Identify(token, time.Now())
}
