package webhook

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
)

// MaxEndpoints is the maximum number of endpoints of a tenant.
const MaxEndpoints = 10

// maxRecent is the number of deliveries that an endpoint retains.
const maxRecent = 20

// A Registration is a tenant's request for an endpoint.
type Registration struct {
	URL         string            `json:"url"`
	Description string            `json:"description,omitempty"`
	Labels      map[string]string `json:"labels,omitempty"` // labels that jobs must have
	States      []cluster.State   `json:"states,omitempty"` // states to report; nil means all final states
}

// An Endpoint is the stored form of an endpoint. Every change is a compare-and-swap.
type Endpoint struct {
	Registration
	Tenant  string    `json:"tenant"`
	ID      string    `json:"id"`
	Secrets []Secret  `json:"secrets"` // current one first
	Created time.Time `json:"created"`

	Position uint64 `json:"position"` // all changes up to it were reported
	// Holder is the server that sends messages until the lease ends.
	Holder string    `json:"holder,omitempty"`
	Until  time.Time `json:"until,omitzero"`

	Retry        *Retry     `json:"retry,omitempty"`        // nil if the last messages were accepted
	FailingSince time.Time  `json:"failing_since,omitzero"` // first failure since a message was accepted
	Disabled     time.Time  `json:"disabled,omitzero"`
	Reason       string     `json:"reason,omitempty"` // why the endpoint is disabled
	Recent       []Delivery `json:"recent,omitempty"` // latest first

	revision uint64
}

// A Retry describes messages that an endpoint has not accepted yet.
type Retry struct {
	Through  uint64    `json:"through"` // revision of the last message
	Since    time.Time `json:"since"`   // first attempt
	Next     time.Time `json:"next"`    // next attempt
	Attempts int       `json:"attempts"`
	Done     []string  `json:"done,omitempty"` // ids of messages up to Through that are not sent again
}

// Outcomes of a delivery.
const (
	Delivered = "delivered" // the endpoint accepted the message
	Failed    = "failed"    // the message will be sent again
	Dropped   = "dropped"   // the message will not be sent again
)

// A Delivery is an attempt to send a message.
type Delivery struct {
	Message string    `json:"message" doc:"Id of the message, which all its attempts share."`
	Type    string    `json:"type" doc:"Type of the message, such as job.done." example:"job.done"`
	Job     string    `json:"job,omitempty" doc:"Job id."`
	Time    time.Time `json:"time"`
	Outcome string    `json:"outcome" enum:"delivered,failed,dropped" doc:"A failed message is sent again; a dropped one is not."`
	Status  int       `json:"status,omitempty" doc:"HTTP status; missing without a response."`
	Seconds float64   `json:"seconds" doc:"Duration of the request."`
	Attempt int       `json:"attempt" doc:"Number of the attempt, from 1."`
	Error   string    `json:"error,omitempty"`
}

// Validate returns an error that starts with the name of an invalid field.
func (r Registration) Validate(p Policy) error {
	if err := p.CheckURL(r.URL); err != nil {
		return &FieldError{"url", err.Error()}
	}
	if len(r.Description) > 200 || strings.ContainsFunc(r.Description, unicode.IsControl) {
		return &FieldError{"description", "expected at most 200 bytes without control characters"}
	}
	if len(r.Labels) > 8 {
		return &FieldError{"labels", fmt.Sprintf("expected at most 8 labels, found %d", len(r.Labels))}
	}
	for name, value := range r.Labels {
		if len(name) > 200 || len(value) > 200 || name == "" {
			return &FieldError{"labels", "expected names and values of at most 200 bytes, found " + budget.Quote(name)}
		}
	}
	for i, s := range r.States {
		if s != cluster.Running && !s.Ended() || slices.Contains(r.States[:i], s) {
			return &FieldError{"states", fmt.Sprintf("expected running, done, failed or cancelled, each at most once, found %s", budget.Quote(string(s)))}
		}
	}
	return nil
}

// A FieldError describes an invalid field of a Registration.
type FieldError struct{ Field, Detail string }

func (e *FieldError) Error() string { return e.Field + ": " + e.Detail }

// ErrTooMany means that a tenant has the maximum number of endpoints.
var ErrTooMany = errors.New("too many endpoints")

// wants reports whether the endpoint receives a message for a change.
func (e *Endpoint) wants(c cluster.Change) bool {
	if len(e.States) == 0 && !c.State.Ended() || len(e.States) > 0 && !slices.Contains(e.States, c.State) {
		return false
	}
	for name, value := range e.Labels {
		if found, ok := c.Labels[name]; !ok || found != value {
			return false
		}
	}
	return true
}

// log adds the latest deliveries.
func (e *Endpoint) log(all ...Delivery) {
	slices.Reverse(all)
	e.Recent = append(all, e.Recent...)
	e.Recent = e.Recent[:min(len(e.Recent), maxRecent)]
}

// disable stops all messages until the tenant enables the endpoint again.
func (e *Endpoint) disable(now time.Time, reason string) {
	e.Disabled, e.Reason = now, reason
	e.Holder, e.Until = "", time.Time{}
}
