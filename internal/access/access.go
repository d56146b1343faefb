// Package access authenticates the users of a server. One file stores tokens with scopes, and
// tenants with quotas. A Store reads the file, and an Editor changes it. Session tokens are stored
// only in memory.
package access

import (
	"errors"
	"slices"
)

// A Scope is a permission that a token grants.
type Scope string

// Scopes of tokens.
const (
	JobsRead       Scope = "jobs:read"
	JobsWrite      Scope = "jobs:write" // submit and cancel jobs
	InstancesWrite Scope = "instances:write"
	MetricsRead    Scope = "metrics:read"
	Admin          Scope = "admin" // all permissions
)

// Scopes returns all scopes.
func Scopes() []Scope {
	return []Scope{JobsRead, JobsWrite, InstancesWrite, MetricsRead, Admin}
}

// A Quota limits the resources of a tenant. Zero means the server's default.
type Quota struct {
	Queued  int `json:"queued,omitempty"`  // maximum number of queued jobs
	Running int `json:"running,omitempty"` // maximum number of running jobs
	// maximum total size of the stored instances, in bytes
	Bytes   int64   `json:"bytes,omitempty"`
	Cities  int     `json:"cities,omitempty"`  // maximum size of an instance
	Seconds float64 `json:"seconds,omitempty"` // maximum duration of a job, in seconds
	// share of the workers relative to other tenants
	Weight float64 `json:"weight,omitempty"`
}

// An Identity is the authenticated sender of a request.
type Identity struct {
	Tenant  string
	Scopes  []Scope
	TokenID string
	Quota   Quota
}

// May reports whether the identity has a scope.
func (i Identity) May(s Scope) bool {
	return slices.Contains(i.Scopes, s) || slices.Contains(i.Scopes, Admin)
}

// Local returns the identity of all requests to a server without tokens. Its tenant is "default".
func Local() Identity {
	return Identity{Tenant: "default", Scopes: Scopes(), TokenID: "local"}
}

// Errors for rejected tokens.
var (
	ErrUnknown = errors.New("unknown token")
	ErrExpired = errors.New("the token has expired")
	ErrRevoked = errors.New("the token was revoked")
)
