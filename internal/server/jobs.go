package server

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/list"
)

func (s *Server) jobRoutes() {
	handle(s, access.JobsWrite, huma.Operation{
		OperationID: "submit-job", Method: http.MethodPost, Path: "/v1/jobs", Tags: []string{"jobs"},
		Summary:     "Submit a job",
		Description: "Once the server has responded, the job survives crashes and restarts.",
		RequestBody: submissionBody(), DefaultStatus: http.StatusAccepted, Responses: s.alsoOK(api.Job{}),
		Errors: []int{http.StatusRequestTimeout, http.StatusConflict, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusTooManyRequests, http.StatusInsufficientStorage},
	}, s.submit)
	handle(s, access.JobsRead, huma.Operation{
		OperationID: "list-jobs", Method: http.MethodGet, Path: "/v1/jobs", Tags: []string{"jobs"},
		Summary: "List jobs, latest first",
	}, s.list)
	handle(s, access.JobsRead, huma.Operation{
		OperationID: "get-job", Method: http.MethodGet, Path: "/v1/jobs/{id}", Tags: []string{"jobs"},
		Summary: "Get a job", Errors: []int{http.StatusNotFound},
	}, s.get)
	handle(s, access.JobsWrite, huma.Operation{
		OperationID: "cancel-job", Method: http.MethodDelete, Path: "/v1/jobs/{id}", Tags: []string{"jobs"},
		Summary:       "Cancel a job and keep its best solution",
		DefaultStatus: http.StatusAccepted, Responses: s.alsoOK(api.Job{}), Errors: []int{http.StatusNotFound, http.StatusInsufficientStorage},
	}, s.cancel)
}

type jobPath struct {
	ID string `path:"id" maxLength:"64" doc:"Job id."`
}

type jobAnswer struct {
	Status   int
	Location string `header:"Location"`
	Applied  string `header:"Preference-Applied"`
	Body     api.Job
}

type submitRequest struct {
	Key    string `header:"Idempotency-Key" maxLength:"200" pattern:"^[!-~]*$" doc:"At most 200 visible ASCII characters. Submitting the same job with the same key again returns the existing job; a different job with the same key is rejected."`
	Prefer string `header:"Prefer" doc:"Time to wait for the job to end: wait=5 waits up to five seconds." example:"wait=5"`
}

func (s *Server) submit(ctx context.Context, in *submitRequest) (*jobAnswer, error) {
	wait, err := s.preferredWait(in.Prefer)
	if err != nil {
		return nil, err
	}
	r, err := s.receive(ctx, in.Key)
	if err != nil {
		return nil, err
	}
	callOf(ctx).releaseMemory() // the submission is stored
	return s.jobResponse(ctx, r, wait), nil
}

// receive reads a submission and records it within the limit of concurrent submissions. A client
// that sends slowly does not count.
func (s *Server) receive(ctx context.Context, key string) (*cluster.Record, error) {
	c := callOf(ctx)
	spec, content, err := s.readSubmission(c)
	if err != nil {
		return nil, err
	}
	release, err := s.submissions.acquire(ctx, c.identity.Tenant, acquireTimeout)
	if err != nil {
		return nil, err
	}
	defer release()
	return s.accept(ctx, cluster.Submission{Tenant: c.identity.Tenant, Key: key, Spec: spec}, content)
}

func (s *Server) preferredWait(prefer string) (time.Duration, error) {
	for preference := range strings.SplitSeq(prefer, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(preference), "=")
		if !strings.EqualFold(strings.TrimSpace(name), "wait") {
			continue
		}
		seconds, err := strconv.ParseUint(strings.TrimSpace(value), 10, 31)
		if err != nil {
			return 0, invalidField("Prefer", "expected whole seconds such as wait=5, found %s", budget.Quote(preference))
		}
		return min(time.Duration(seconds)*time.Second, s.limits.Wait), nil
	}
	return 0, nil
}

func (s *Server) readSubmission(c *call) (job.Spec, []byte, error) {
	data, err := c.readJSON(4*s.limits.Content + mib) // JSON escapes make the content and the start solution longer
	if err != nil {
		return job.Spec{}, nil, err
	}
	return s.decodeSubmission(data)
}

func (s *Server) decodeSubmission(data []byte) (job.Spec, []byte, error) {
	spec, content, err := job.DecodeSubmission(data)
	if int64(len(content)) > s.limits.Content {
		return job.Spec{}, nil, &job.Fault{Code: job.TooLarge, Field: "content", Detail: "content: expected at most " + humanize.Bytes(s.limits.Content) + ": upload a larger file as an instance"}
	}
	if err == nil {
		err = s.checkStartSize(spec.StartFrom)
	}
	return spec, content, err
}

// accept checks a job against its instance and the quotas of its tenant, and submits it.
func (s *Server) accept(ctx context.Context, sub cluster.Submission, content []byte) (*cluster.Record, error) {
	within, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	if r, err := s.opt.Store.FindSubmission(within, sub); err == nil || !errors.Is(err, cluster.ErrNotFound) {
		return r, err
	}
	quota := s.quotaOf(sub.Tenant)
	limits := s.limits.job(quota)
	if err := sub.Spec.Validate(limits); err != nil {
		return nil, err
	}
	input, err := s.input(ctx, sub, content, limits) // reading may take longer than a request to the store
	if err != nil {
		return nil, err
	}
	if sub.Start, err = s.startSolution(ctx, sub.Tenant, sub.Spec.StartFrom, input); err != nil {
		return nil, err
	}
	within, cancel = context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	sub.N, sub.Unit, sub.MaxSeconds, sub.Request = input.Info.N, input.Info.Unit, quota.Seconds, callOf(ctx).id
	release, err := s.reserve(within, sub.Tenant, quota.Queued)
	if err != nil {
		return nil, err
	}
	defer release()
	r, err := s.store(within, sub)
	if err != nil {
		return nil, err
	}
	s.waitForHub(within, r)
	return r, nil
}

// input returns the instance of a submission. It stores a file that is part of the submission.
func (s *Server) input(ctx context.Context, sub cluster.Submission, content []byte, limits job.Limits) (*job.Input, error) {
	if content == nil {
		in, err := s.openSubmitted(ctx, sub.Tenant, sub.Spec, limits)
		if errors.Is(err, cluster.ErrNotFound) {
			return nil, invalidField("instance", "unknown hash: upload the instance first")
		}
		return in, err
	}
	in, err := s.cache.OpenBytes(ctx, sub.Tenant, sub.Spec, limits, content)
	if err != nil {
		return nil, err
	}
	_, _, err = s.storeInstance(ctx, sub.Tenant, sub.Spec, content)
	return in, err
}

// jobResponse returns the response for a submitted job. If wait is not 0, it first waits up to that
// long for the job to end.
func (s *Server) jobResponse(ctx context.Context, r *cluster.Record, wait time.Duration) *jobAnswer {
	a := &jobAnswer{Status: http.StatusAccepted, Location: "/v1/jobs/" + r.ID, Body: jobOf(cluster.View{Record: *r})}
	if wait == 0 {
		return a
	}
	a.Applied = "wait=" + strconv.Itoa(int(wait.Seconds()))
	waiting, cancel := untilShutdown(ctx)
	defer cancel()
	waiting, end := context.WithTimeout(waiting, wait)
	defer end()
	err := s.opt.Hub.Wait(waiting, r.Tenant, r.ID)
	if v, ok := s.opt.Hub.View(r.Tenant, r.ID, cluster.NoEvents); ok {
		a.Body = jobOf(v)
	}
	if err == nil {
		a.Status = http.StatusOK
	}
	return a
}

// find returns a job of the caller.
func (s *Server) find(ctx context.Context, id string) (cluster.View, error) {
	if err := s.checkFresh(); err != nil {
		return cluster.View{}, err
	}
	tenant := callOf(ctx).identity.Tenant
	if v, ok := s.opt.Hub.View(tenant, id, cluster.NoEvents); ok {
		return v, nil
	}
	within, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	r, err := s.opt.Store.Get(within, tenant, id)
	if err != nil {
		return cluster.View{}, jobNotFound(id, err)
	}
	return cluster.View{Record: *r}, nil
}

func jobNotFound(id string, err error) error {
	if errors.Is(err, cluster.ErrNotFound) {
		return problem(http.StatusNotFound, codeNotFound, "job %s not found", budget.Quote(id))
	}
	return err
}

func (s *Server) get(ctx context.Context, in *jobPath) (*struct{ Body api.Job }, error) {
	v, err := s.find(ctx, in.ID)
	return &struct{ Body api.Job }{jobOf(v)}, err
}

func (s *Server) cancel(ctx context.Context, in *jobPath) (*jobAnswer, error) {
	v, err := s.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if v.Record.State.Ended() {
		return &jobAnswer{Status: http.StatusOK, Body: jobOf(v)}, nil
	}
	within, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	r, err := s.opt.Store.Cancel(within, v.Record.Tenant, v.Record.ID)
	if err != nil {
		return nil, jobNotFound(in.ID, err)
	}
	a := &jobAnswer{Status: http.StatusAccepted, Body: jobOf(cluster.View{Record: *r, Latest: v.Latest})}
	if r.State.Ended() {
		a.Status = http.StatusOK
	}
	return a, nil
}

type listRequest struct {
	State  string   `query:"state" enum:"queued,running,done,failed,cancelled"`
	Limit  int      `query:"limit" minimum:"1" maximum:"1000" default:"50"`
	After  string   `query:"after" maxLength:"200" doc:"Value of next from the previous page."`
	Labels []string `query:"label,explode" maxItems:"8" doc:"Label that the jobs must have, such as team=north; repeatable."`
	Tenant string   `query:"tenant" maxLength:"32" doc:"Another tenant; requires the scope admin."`
}

func (s *Server) list(ctx context.Context, in *listRequest) (*struct{ Body api.Jobs }, error) {
	tenant, err := tenantOf(ctx, in.Tenant)
	if err != nil {
		return nil, err
	}
	if err := cmp.Or(checkLabels("label", in.Labels), s.checkFresh()); err != nil {
		return nil, err
	}
	within, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	page, err := s.opt.Hub.Page(within, tenant, cluster.Filter{
		State: cluster.State(in.State), Labels: in.Labels, After: in.After, Limit: in.Limit,
	})
	if errors.Is(err, cluster.ErrPosition) {
		return nil, invalidField("after", "%v", err)
	}
	if err != nil {
		return nil, err
	}
	jobs := list.Map(page.Jobs, func(r cluster.Record) api.Job { return jobOf(cluster.View{Record: r}) })
	return &struct{ Body api.Jobs }{api.Jobs{Jobs: append([]api.Job{}, jobs...), Next: page.Next}}, nil
}

func jobOf(v cluster.View) api.Job {
	r := v.Record
	j := api.Job{
		ID: r.ID, Label: r.Spec.Label, State: r.State, Problem: r.Spec.Kind(),
		Instance: api.Instance{Hash: r.Spec.Instance, File: r.Spec.File, N: r.N, Unit: r.Unit}, Spec: r.Spec,
		Created: r.Created, Started: when(r.Started), Ended: when(r.Ended), QueueSeconds: queued(r).Seconds(),
		Request: r.Request, Worker: r.Worker, Cancel: r.Cancel, Kept: r.Kept, Digest: r.Digest, Faults: r.Faults,
	}
	if !r.State.Ended() {
		j.Progress = v.Latest.Progress
	}
	return j
}

func when(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// queued returns how long a job waited before a worker claimed it.
func queued(r cluster.Record) time.Duration {
	until := cmp.Or(r.Started, r.Ended, time.Now())
	return max(until.Sub(r.Created), 0)
}
