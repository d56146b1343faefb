package server

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/list"
)

func (s *Server) deadRoutes() {
	handle(s, access.JobsRead, huma.Operation{
		OperationID: "list-dead-letters", Method: http.MethodGet, Path: "/v1/dead", Tags: []string{"dead letters"},
		Summary:     "List dead letters, sorted by tenant and job",
		Description: "A dead letter is a job that failed for a reason that its owner cannot mend: it crashed its workers, made no progress, or had a wrong result.",
	}, s.deadLetters)
	handle(s, access.JobsRead, huma.Operation{
		OperationID: "get-dead-letter", Method: http.MethodGet, Path: "/v1/dead/{id}", Tags: []string{"dead letters"},
		Summary: "Get a dead letter", Errors: []int{http.StatusNotFound},
	}, s.deadLetter)
	handle(s, access.JobsWrite, huma.Operation{
		OperationID: "requeue-dead-letter", Method: http.MethodPost, Path: "/v1/dead/{id}/requeue", Tags: []string{"dead letters"},
		Summary: "Return the job of a dead letter to the queue and drop the letter", DefaultStatus: http.StatusAccepted,
		Errors: []int{http.StatusNotFound, http.StatusConflict, http.StatusTooManyRequests, http.StatusInsufficientStorage},
	}, s.requeue)
	handle(s, access.JobsWrite, huma.Operation{
		OperationID: "drop-dead-letter", Method: http.MethodDelete, Path: "/v1/dead/{id}", Tags: []string{"dead letters"},
		Summary: "Drop a dead letter; its job stays failed", Errors: []int{http.StatusNotFound},
	}, s.dropDeadLetter)
}

// allTenants is the value of the parameter tenant that selects all tenants.
const allTenants = "*"

// tenantOf returns the tenant that a request is about. Only an administrator may name another
// tenant.
func tenantOf(ctx context.Context, name string) (string, error) {
	who := callOf(ctx).identity
	switch {
	case name == "" || name == who.Tenant:
		return who.Tenant, nil
	case !who.May(access.Admin):
		return "", problem(http.StatusForbidden, codeForbidden, "tenant: the token does not have the scope %s, which other tenants require", access.Admin)
	}
	if err := access.CheckTenant(name); err != nil {
		return "", invalidField("tenant", "%s", strings.TrimPrefix(err.Error(), "tenant: "))
	}
	return name, nil
}

type deadPath struct {
	ID     string `path:"id" maxLength:"64" doc:"Job id."`
	Tenant string `query:"tenant" maxLength:"32" doc:"Another tenant; requires the scope admin."`
}

// letter returns the dead letter that a request names.
func (s *Server) letter(ctx context.Context, in *deadPath) (l cluster.DeadLetter, err error) {
	tenant, err := tenantOf(ctx, in.Tenant)
	if err != nil {
		return l, err
	}
	within, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	if err = cluster.ErrNotFound; isJobID(in.ID) {
		l, err = s.opt.Store.DeadLetter(within, tenant, in.ID)
	}
	if errors.Is(err, cluster.ErrNotFound) {
		err = problem(http.StatusNotFound, codeNotFound, "dead letter of job %s not found", budget.Quote(in.ID))
	}
	return l, err
}

// isJobID reports whether a text has the form of a job id, which may become part of a subject.
func isJobID(id string) bool {
	return id != "" && !strings.ContainsFunc(id, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
}

func letterOf(l cluster.DeadLetter) api.DeadLetter {
	return api.DeadLetter{Tenant: l.Record.Tenant, Written: l.Written, Claims: l.Record.Claims, Job: jobOf(cluster.View{Record: l.Record})}
}

type deadRequest struct {
	Tenant string `query:"tenant" maxLength:"32" doc:"Another tenant, or * for all tenants; requires the scope admin."`
	Limit  int    `query:"limit" minimum:"1" maximum:"1000" default:"50"`
	After  string `query:"after" maxLength:"200" doc:"Value of next in the previous page."`
}

func (s *Server) deadLetters(ctx context.Context, in *deadRequest) (*struct{ Body api.DeadLetters }, error) {
	tenant := ""
	var err error
	if in.Tenant != allTenants || !callOf(ctx).identity.May(access.Admin) {
		if tenant, err = tenantOf(ctx, in.Tenant); err != nil {
			return nil, err
		}
	}
	after, err := base64.RawURLEncoding.DecodeString(in.After)
	if err != nil {
		return nil, invalidField("after", "%v", cluster.ErrPosition)
	}
	within, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	letters, err := s.opt.Store.DeadLetters(within, tenant, string(after), in.Limit+1)
	if err != nil {
		return nil, err
	}
	page := api.DeadLetters{}
	if len(letters) > in.Limit {
		letters = letters[:in.Limit]
		page.Next = base64.RawURLEncoding.EncodeToString([]byte(letters[in.Limit-1].Record.Key()))
	}
	page.Letters = append([]api.DeadLetter{}, list.Map(letters, letterOf)...)
	return &struct{ Body api.DeadLetters }{page}, nil
}

func (s *Server) deadLetter(ctx context.Context, in *deadPath) (*struct{ Body api.DeadLetter }, error) {
	l, err := s.letter(ctx, in)
	return &struct{ Body api.DeadLetter }{letterOf(l)}, err
}

// requeue returns a job to the queue within the quota of its tenant.
func (s *Server) requeue(ctx context.Context, in *deadPath) (*struct{ Body api.Job }, error) {
	l, err := s.letter(ctx, in)
	if err != nil {
		return nil, err
	}
	within, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	release, err := s.reserve(within, l.Record.Tenant, s.quotaOf(l.Record.Tenant).Queued)
	if err != nil {
		return nil, err
	}
	defer release()
	r, err := s.opt.Store.Requeue(within, l.Record.Tenant, l.Record.ID)
	if err != nil {
		return nil, err
	}
	return &struct{ Body api.Job }{jobOf(cluster.View{Record: *r})}, nil
}

func (s *Server) dropDeadLetter(ctx context.Context, in *deadPath) (*struct{}, error) {
	l, err := s.letter(ctx, in)
	if err != nil {
		return nil, err
	}
	within, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	return nil, s.opt.Store.DropDeadLetter(within, l.Record.Tenant, l.Record.ID)
}
