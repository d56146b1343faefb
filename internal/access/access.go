// Package access authenticates the users of a server: tokens with scopes and tenants with quotas,
// all in one file. A Store reads the file, an Editor changes it. The tokens of sessions are in
// memory only.
package access

import (
	"errors"
	"slices"
)

// A Scope is a permission of a token.
type Scope string

// The scopes.
const (
	JobsRead       Scope = "jobs:read"
	JobsWrite      Scope = "jobs:write" // submit and cancel
	InstancesWrite Scope = "instances:write"
	MetricsRead    Scope = "metrics:read"
	Admin          Scope = "admin" // everything
)

// Scopes lists all scopes.
func Scopes() []Scope {
	return []Scope{JobsRead, JobsWrite, InstancesWrite, MetricsRead, Admin}
}

// A Quota limits what a tenant may use. Zero means the server's default.
type Quota struct {
	Queued  int     `json:"queued,omitempty"`  // queued jobs
	Running int     `json:"running,omitempty"` // running jobs
	Bytes   int64   `json:"bytes,omitempty"`   // of stored instances
	Cities  int     `json:"cities,omitempty"`  // size of an instance
	Seconds float64 `json:"seconds,omitempty"` // of a job
}

// An Identity is the authenticated sender of a request.
type Identity struct {
	Tenant  string
	Scopes  []Scope
	TokenID string
	Quota   Quota
}

// May reports whether an identity has a scope.
func (i Identity) May(s Scope) bool {
	return slices.Contains(i.Scopes, s) || slices.Contains(i.Scopes, Admin)
}

// Local returns the identity of all requests to a server without tokens, as the tenant "default".
func Local() Identity {
	return Identity{Tenant: "default", Scopes: Scopes(), TokenID: "local"}
}

// Reasons why a token is rejected.
var (
	ErrUnknown = errors.New("unknown token")
	ErrExpired = errors.New("the token has expired")
	ErrRevoked = errors.New("the token was revoked")
)
