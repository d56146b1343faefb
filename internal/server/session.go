package server

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

func (s *Server) sessionRoutes() {
	handle(s, "", huma.Operation{
		OperationID: "open-session", Method: http.MethodPost, Path: "/v1/session", Tags: []string{"service"},
		Summary:     "Exchange a one-time code for a token",
		Description: "The code is in the URL of the page that the command line opened. It can be used once. A server without tokens needs no session and responds with 409.",
		RequestBody: sessionBody(),
		Errors:      []int{http.StatusUnauthorized, http.StatusRequestTimeout, http.StatusConflict, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusServiceUnavailable},
	}, s.openSession)
}

// A Session contains the token that was issued for a code.
type Session struct {
	Token   string     `json:"token" doc:"Token for the header Authorization: Bearer."`
	Expires *time.Time `json:"expires,omitempty" doc:"Expiry time; if missing, the token is valid until the server stops."`
}

func (s *Server) openSession(ctx context.Context, _ *struct{}) (*struct{ Body Session }, error) {
	c := callOf(ctx)
	code, err := readCode(c)
	switch {
	case err != nil:
		return nil, err
	case s.opt.Access == nil:
		return nil, problem(http.StatusConflict, codeNoSession, "no session is needed: this server does not use tokens")
	}
	text, token, err := s.opt.Access.Redeem(code, time.Now())
	if err != nil {
		return nil, problem(http.StatusUnauthorized, codeUnauthorised, "code: %v", err).With("WWW-Authenticate", "Bearer")
	}
	c.identity.Tenant, c.identity.TokenID = token.Tenant, token.ID // for the log
	session := Session{Token: text}
	if !token.Expires.IsZero() {
		session.Expires = &token.Expires
	}
	return &struct{ Body Session }{session}, nil
}

// maxCode is the maximum size in bytes of a request body that contains a code.
const maxCode = kib

func readCode(c *call) (string, error) {
	var request struct {
		Code string `json:"code"`
	}
	if _, err := c.decodeBody(maxCode, &request, `{"code": "…"}`); err != nil {
		return "", err
	}
	if request.Code == "" {
		return "", invalidField("code", "expected a code, found none")
	}
	return request.Code, nil
}

func sessionBody() *huma.RequestBody {
	code := &huma.Schema{Type: "string", MinLength: new(1), Description: "The part of the page's URL after #code=."}
	return jsonBody(&huma.Schema{
		Type: "object", Properties: map[string]*huma.Schema{"code": code}, Required: []string{"code"}, AdditionalProperties: false,
	}, nil)
}
