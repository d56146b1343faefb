package server

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/diskcache"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

func (s *Server) instanceRoutes() {
	handle(s, access.InstancesWrite, huma.Operation{
		OperationID: "upload-instance", Method: http.MethodPost, Path: "/v1/instances", Tags: []string{"instances"},
		Summary:     "Upload an instance",
		Description: "The body is the unchanged file, in any format that solve reads, compressed or not. Errors in the file are reported at once.",
		RequestBody: fileBody(), DefaultStatus: http.StatusCreated, Responses: s.alsoOK(Uploaded{}),
		Errors: []int{http.StatusRequestTimeout, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusTooManyRequests, http.StatusInsufficientStorage},
	}, s.upload)
	handle(s, access.JobsRead, huma.Operation{
		OperationID: "list-instances", Method: http.MethodGet, Path: "/v1/instances", Tags: []string{"instances"},
		Summary: "List instances, latest first",
	}, s.instances)
	handle(s, access.JobsRead, huma.Operation{
		OperationID: "get-instance", Method: http.MethodGet, Path: "/v1/instances/{hash}", Tags: []string{"instances"},
		Summary: "Get an instance", Errors: []int{http.StatusNotFound},
	}, s.instance)
	handle(s, access.InstancesWrite, huma.Operation{
		OperationID: "delete-instance", Method: http.MethodDelete, Path: "/v1/instances/{hash}", Tags: []string{"instances"},
		Summary: "Delete an instance that no unfinished job uses", Errors: []int{http.StatusNotFound, http.StatusConflict, http.StatusInsufficientStorage},
	}, s.deleteInstance)
}

// An uploadRequest contains the parameters of an upload, with the names that they have in a Spec.
type uploadRequest struct {
	File        string   `query:"file" required:"true" minLength:"1" maxLength:"255" doc:"File name; its extension determines the format." example:"stops.csv"`
	Problem     string   `query:"problem" doc:"Kind of problem; by default, the file name determines it."`
	Metric      string   `query:"metric" doc:"Tours: the metric for distances between coordinates."`
	Format      string   `query:"format" doc:"Tours: the file format, if the file name does not determine it."`
	Unit        string   `query:"unit" doc:"Tours: the distance unit."`
	Columns     []string `query:"columns,explode" doc:"Tables: the meaning of a column, such as lat=Breite; repeatable."`
	Sheet       string   `query:"sheet" doc:"Workbooks: the sheet name."`
	SkipInvalid bool     `query:"skip_invalid" doc:"Skip rows without valid coordinates."`
	Preview     bool     `query:"preview" doc:"Tours: also return how the file was read, with places and names for a page."`
}

// Uploaded describes a stored instance.
type Uploaded struct {
	cluster.Upload
	Problem string   `json:"problem"`
	N       int      `json:"n" doc:"Size: the number of cities, facilities, signs or vertices."`
	Notes   []string `json:"notes" doc:"Warnings, such as skipped rows or places far from all others."`
	Preview *Preview `json:"preview,omitempty" doc:"How the file was read, if it was requested."`
}

type uploadAnswer struct {
	Status   int
	Location string `header:"Location"`
	Body     Uploaded
}

func (u *uploadRequest) spec(hash string) (job.Spec, error) {
	s := job.Spec{
		Instance: hash, File: u.File, Problem: u.Problem,
		Reading: job.Reading{Metric: u.Metric, Format: u.Format, Unit: u.Unit, Sheet: u.Sheet, SkipInvalid: u.SkipInvalid},
	}
	for _, c := range u.Columns {
		role, column, ok := strings.Cut(c, "=")
		if !ok {
			return s, invalidField("columns", "expected a pair such as lat=Breite, found %s", budget.Quote(c))
		}
		if s.Reading.Columns == nil {
			s.Reading.Columns = map[string]string{}
		}
		s.Reading.Columns[role] = column
	}
	return s, nil
}

// upload writes a file to the disk, where it takes no memory and may wait for other uploads.
func (s *Server) upload(ctx context.Context, in *uploadRequest) (*uploadAnswer, error) {
	c := callOf(ctx)
	release, err := s.spools.acquire(ctx, c.identity.Tenant, acquireTimeout)
	if err != nil {
		return nil, err
	}
	defer release()
	spool, err := s.spool(c)
	if err != nil {
		return nil, err
	}
	defer spool.Discard()
	releaseUpload, err := s.uploads.acquire(ctx, c.identity.Tenant, uploadTimeout)
	if err != nil {
		return nil, err
	}
	defer releaseUpload()
	return s.storeSpool(ctx, in, spool)
}

// storeSpool parses and stores a file that was uploaded.
func (s *Server) storeSpool(ctx context.Context, in *uploadRequest, spool *diskcache.Spool) (*uploadAnswer, error) {
	file, err := spool.File()
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // the file was only read
	// If the disk fails, reading the mapped file panics instead of ending the process.
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	spec, err := in.spec(file.Hash())
	if err != nil {
		return nil, err
	}
	answer, err := s.readAndStore(ctx, spec, file.Bytes(), in.Preview)
	if err == nil {
		err = spool.Keep()
	}
	return answer, err
}

// readAndStore parses an instance, in order to report errors, and stores it.
func (s *Server) readAndStore(ctx context.Context, spec job.Spec, data []byte, preview bool) (*uploadAnswer, error) {
	tenant := callOf(ctx).identity.Tenant
	limits := s.limits.job(s.quotaOf(tenant))
	if err := spec.Validate(limits); err != nil {
		return nil, err
	}
	input, err := s.cache.OpenBytes(ctx, tenant, spec, limits, data)
	if err != nil {
		return nil, err
	}
	u, known, err := s.storeInstance(ctx, tenant, spec, data)
	if err != nil {
		return nil, err
	}
	a := &uploadAnswer{Status: http.StatusCreated, Location: "/v1/instances/" + u.Hash, Body: Uploaded{u, spec.Kind(), input.Info.N, notes(input), nil}}
	if preview {
		a.Body.Preview = previewOf(spec.Kind(), input)
	}
	if known {
		a.Status = http.StatusOK
	}
	return a, nil
}

// storeInstance stores an instance unless it is already stored for the tenant.
func (s *Server) storeInstance(ctx context.Context, tenant string, spec job.Spec, data []byte) (u cluster.Upload, known bool, err error) {
	u, err = s.opt.Store.UseInstance(ctx, tenant, spec.Instance)
	if err == nil || !errors.Is(err, cluster.ErrNotFound) {
		return u, err == nil, err
	}
	settle, err := s.storedBytes.reserve(ctx, tenant, int64(len(data)), s.quotaOf(tenant).Bytes)
	if err != nil {
		return u, false, err
	}
	defer settle()
	if u, err = s.opt.Store.PutInstance(ctx, tenant, spec.File, data); err != nil {
		s.storedBytes.invalidate(tenant)
	}
	return u, false, err
}

const (
	// useAge is the time for which further submissions of an instance do not ask the store for it.
	useAge = time.Minute
	// maxUses is the maximum number of recently used instances.
	maxUses = 10_000
)

// openSubmitted returns the instance of a submission and records its use.
func (s *Server) openSubmitted(ctx context.Context, tenant string, spec job.Spec, limits job.Limits) (*job.Input, error) {
	key := instanceKey{tenant: tenant, hash: spec.Instance}
	if at, ok := s.used.Get(key); !ok || time.Since(at) > useAge {
		if _, err := s.opt.Store.UseInstance(ctx, tenant, spec.Instance); err != nil {
			return nil, err
		}
		s.used.Put(key, time.Now(), 1)
	}
	return s.cache.Open(ctx, tenant, spec, limits)
}

func notes(in *job.Input) []string {
	all := []string{}
	doc := cmp.Or(in.Document, in.Table)
	if doc == nil {
		return all
	}
	found := slices.Concat(doc.Skipped, doc.Doubts)
	for _, e := range found[:min(len(found), maxNotes)] {
		all = append(all, budget.Message(job.Note(e, "reading.sheet")))
	}
	return all
}

const maxNotes = 100

type hashPath struct {
	Hash string `path:"hash" pattern:"^sha256:[0-9a-f]{64}$" doc:"Instance hash."`
}

// Uploads is a page of instances.
type Uploads struct {
	Instances []cluster.Upload `json:"instances"`
	Next      string           `json:"next,omitempty" doc:"Value of the parameter after for the next page."`
}

type instancesRequest struct {
	Limit int    `query:"limit" minimum:"1" maximum:"1000" default:"50"`
	After string `query:"after" maxLength:"100" doc:"Value of next in the previous page."`
}

func (s *Server) instances(ctx context.Context, in *instancesRequest) (*struct{ Body Uploads }, error) {
	within, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	all, err := s.opt.Store.Instances(within, callOf(ctx).identity.Tenant)
	if err != nil {
		return nil, err
	}
	page, err := pageOf(all, in.After, in.Limit)
	return &struct{ Body Uploads }{page}, err
}

// pageOf returns up to limit instances after a position. A position stays valid when its instance
// is deleted.
func pageOf(all []cluster.Upload, after string, limit int) (Uploads, error) {
	from := 0
	if after != "" {
		last, err := parsePosition(after)
		if err != nil {
			return Uploads{}, err
		}
		from, _ = slices.BinarySearchFunc(all, last, cluster.CompareUploads)
		if from < len(all) && cluster.CompareUploads(all[from], last) == 0 {
			from++
		}
	}
	page := Uploads{Instances: append([]cluster.Upload{}, all[from:min(from+limit, len(all))]...)}
	if from+limit < len(all) {
		page.Next = position(page.Instances[limit-1])
	}
	return page, nil
}

// position returns the position of an instance in a list: its time and hash.
func position(u cluster.Upload) string {
	return strconv.FormatInt(u.Uploaded.UnixNano(), 10) + "." + u.Hash
}

func parsePosition(text string) (u cluster.Upload, err error) {
	nanos, hash, _ := strings.Cut(text, ".")
	at, err := strconv.ParseInt(nanos, 10, 64)
	if err != nil || hash == "" {
		return u, invalidField("after", "expected the value of next in the previous page, found %s", budget.Quote(text))
	}
	return cluster.Upload{Hash: hash, Uploaded: time.Unix(0, at)}, nil
}

func (s *Server) instance(ctx context.Context, in *hashPath) (*struct{ Body cluster.Upload }, error) {
	within, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	u, err := s.opt.Store.Instance(within, callOf(ctx).identity.Tenant, in.Hash)
	return &struct{ Body cluster.Upload }{u}, instanceNotFound(in.Hash, err)
}

func instanceNotFound(hash string, err error) error {
	if errors.Is(err, cluster.ErrNotFound) {
		return problem(http.StatusNotFound, codeNotFound, "instance %s not found", hash)
	}
	return err
}

// deleteInstance deletes an instance unless a job still needs it.
func (s *Server) deleteInstance(ctx context.Context, in *hashPath) (*struct{}, error) {
	tenant := callOf(ctx).identity.Tenant
	for _, r := range s.opt.Hub.Unfinished(tenant) {
		if r.Spec.Instance == in.Hash {
			return nil, problem(http.StatusConflict, codeInUse, "job %s uses this instance: cancel the job first", r.ID)
		}
	}
	within, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	s.cache.Remove(tenant, in.Hash)
	of := func(k instanceKey) bool { return k.tenant == tenant && k.hash == in.Hash }
	s.coordinates.Remove(of)
	s.used.Remove(of)
	defer s.storedBytes.invalidate(tenant)
	return nil, instanceNotFound(in.Hash, s.opt.Store.DeleteInstance(within, tenant, in.Hash))
}
