package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/list"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

func problem(status int, code, format string, args ...any) *api.Problem {
	return &api.Problem{Type: "about:blank", Title: http.StatusText(status), Status: status, Code: code, Detail: fmt.Sprintf(format, args...)}
}

// Codes of problems that are not faults of a Spec.
const (
	codeBadRequest   = "bad_request"
	codeUnauthorised = "unauthorised"
	codeForbidden    = "forbidden"
	codeNoSession    = "no_session_needed"
	codeCrossOrigin  = "cross_origin"
	codeNotFound     = "not_found"
	codeMethod       = "method_not_allowed"
	codeTooSlow      = "too_slow"
	codeNotYet       = "no_result"
	codeNoTour       = "no_tour"
	codeNoTrails     = "no_trails"
	codeNoFrames     = "no_frames"
	codeOtherKind    = "other_kind"
	codeNoMap        = "no_basemap"
	codeBadRange     = "bad_range"
	codeKeyReused    = "idempotency_key_reused"
	codeState        = "wrong_state"
	codeInUse        = "instance_in_use"
	codeInstanceGone = "instance_gone"
	codeTooLarge     = job.TooLarge
	codeMediaType    = "unsupported_media_type"
	codeInvalid      = "invalid"
	codeQuota        = "quota_exceeded"
	codeInternal     = "internal"
	codeUnavailable  = "unavailable"
	codeBusy         = "busy"
	codeDraining     = "draining"
	codeFull         = "storage_full"
	codeDamaged      = "damaged"
)

// electionTime is the maximum time to elect a new leader.
const electionTime = 8 * time.Second

// problemOf returns the problem that a client receives for an error.
func problemOf(err error) *api.Problem {
	var p *api.Problem
	faults := job.Faults(err)
	switch {
	case errors.As(err, &p):
		return p
	case len(faults) > 0:
		return invalid(faults)
	case errors.Is(err, cluster.ErrNotFound):
		return problem(http.StatusNotFound, codeNotFound, "not found")
	case errors.Is(err, cluster.ErrKeyReused):
		return problem(http.StatusConflict, codeKeyReused, "Idempotency-Key: %v", err)
	case errors.Is(err, cluster.ErrState):
		return problem(http.StatusConflict, codeState, "%v", err)
	case errors.Is(err, protocol.ErrCorrupt):
		p = problem(http.StatusInternalServerError, codeDamaged, "the stored data is missing or damaged: restore it from a backup")
	case cluster.IsFull(err):
		p = problem(http.StatusInsufficientStorage, codeFull, "the server's disk is full")
	case cluster.IsUnavailable(err), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		p = problem(http.StatusServiceUnavailable, codeUnavailable, "the server cannot currently reach its store").Later(electionTime)
	default:
		p = problem(http.StatusInternalServerError, codeInternal, "internal error: see the server log")
	}
	p.Cause = err
	return p
}

func invalid(faults []job.Fault) *api.Problem {
	status, code := http.StatusUnprocessableEntity, codeInvalid
	if slices.ContainsFunc(faults, func(f job.Fault) bool { return f.Code == job.TooLarge }) {
		status = http.StatusRequestEntityTooLarge
	}
	if len(faults) == 1 {
		code = faults[0].Code
	}
	details := list.Map(faults, func(f job.Fault) string { return f.Detail })
	p := problem(status, code, "%s", strings.Join(details, "; "))
	p.Errors = faults
	return p
}

func invalidField(field, format string, args ...any) *api.Problem {
	return invalid([]job.Fault{{Code: job.BadField, Field: field, Detail: field + ": " + fmt.Sprintf(format, args...)}})
}

// translateError converts huma's parameter errors into Problems.
func translateError(_ huma.Context, _ string, v any) (any, error) {
	e, ok := v.(*huma.ErrorModel)
	if !ok {
		return v, nil
	}
	faults := list.Map(e.Errors, func(d *huma.ErrorDetail) job.Fault {
		field := d.Location[strings.IndexByte(d.Location, '.')+1:]
		return job.Fault{Code: job.BadField, Field: field, Detail: field + ": " + d.Message}
	})
	if len(faults) == 0 {
		return problem(e.Status, codeInternal, "%s", e.Detail), nil
	}
	p := invalid(faults)
	p.Status, p.Title = e.Status, http.StatusText(e.Status)
	return p, nil
}
