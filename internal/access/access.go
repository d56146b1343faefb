// Package access says who may do what on a server: tokens with scopes, tenants with
// quotas, all in one file. A Book reads the file and knows its tokens, an Editor changes
// it. Sessions have tokens that only the Book knows.
package access

import (
	"errors"
	"slices"
)

// A Scope is something that a token allows.
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

// A Quota is how much a tenant may use. Zero stands for the default of the server.
type Quota struct {
	Queued  int     `json:"queued,omitempty"`  // jobs that wait
	Running int     `json:"running,omitempty"` // jobs that run
	Bytes   int64   `json:"bytes,omitempty"`   // of stored instances
	Cities  int     `json:"cities,omitempty"`  // of an instance, or whatever else its size counts
	Seconds float64 `json:"seconds,omitempty"` // of a job
}

// An Identity is who sends a request.
type Identity struct {
	Tenant  string
	Scopes  []Scope
	TokenID string
	Quota   Quota
}

// May tells whether an identity has a scope.
func (i Identity) May(s Scope) bool {
	return slices.Contains(i.Scopes, s) || slices.Contains(i.Scopes, Admin)
}

// Local is who a server without tokens serves: whoever is on the same machine, as the
// tenant "default".
func Local() Identity {
	return Identity{Tenant: "default", Scopes: Scopes(), TokenID: "local"}
}

// Why a token is refused.
var (
	ErrUnknown = errors.New("the token is unknown")
	ErrExpired = errors.New("the token has expired")
	ErrRevoked = errors.New("the token was revoked")
)
