package server

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/diskcache"
	"github.com/tourmaline-opt/tourmaline/internal/inputs"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/lru"
	"github.com/tourmaline-opt/tourmaline/internal/tracing"
	"github.com/tourmaline-opt/tourmaline/internal/web"
	"github.com/tourmaline-opt/tourmaline/internal/webhook"
)

// Options configures a server.
type Options struct {
	Store   *cluster.Store
	Hub     *cluster.Hub
	Access  *access.Store // if nil, every client on this machine has all permissions
	Limits  Limits
	Log     *slog.Logger // nil discards the log
	Version string
	Basemap string          // PMTiles file of the map behind tours; empty for no map
	Reports string          // folder of reports, which every tenant can read; empty for no reports
	Node    Node            // for metrics
	Tracer  *tracing.Tracer // nil records no traces
	Cache   string          // folder of uploads in progress and of cached instance files; empty for a temporary folder

	WebhooksPrivate bool           // allow webhooks at private addresses, and without TLS
	WebhookTiming   webhook.Timing // pauses and time limits of webhooks; zero fields mean the defaults
}

// A Server serves requests. While Run is running, it also gives jobs to workers.
type Server struct {
	opt     Options
	limits  Limits
	mux     *http.ServeMux
	api     huma.API
	origins *http.CrossOriginProtection

	dispatcher  *cluster.Dispatcher
	queue       *limiter // counts the jobs that are being submitted
	storedBytes byteCounter
	disk        *diskcache.Cache
	temporary   string // folder of disk to delete in the end; "" if the folder is permanent
	cache       *inputs.Cache
	results     *lru.Cache[string, checkedResult]
	snapshots   *snapshots
	packed      *lru.Cache[string, []byte]         // compressed frames
	coordinates *lru.Cache[instanceKey, []byte]    // encoded coordinates
	used        *lru.Cache[instanceKey, time.Time] // times of recent uses of instances
	spools      *limiter                           // limits uploads on the disk
	uploads     *limiter                           // limits uploads that are parsed and stored
	submissions *limiter
	watchers    *limiter
	drawings    *limiter // limits downloads and drawings
	memory      *memoryBudget
	storeCheck  storeCheck
	metrics     *serverMetrics
	webhooks    *webhook.Service
}

// storeTimeout is the time limit for a request to the store. It is longer than an election.
const storeTimeout = 10 * time.Second

// New returns a server.
func New(o Options) (*Server, error) {
	if o.Store == nil || o.Hub == nil {
		return nil, errors.New("a server needs a Store and a Hub")
	}
	disk, temporary, err := openCache(o.Cache, o.Limits.withDefaults().Disk)
	if err != nil {
		return nil, err
	}
	s := build(o, disk)
	s.temporary = temporary
	s.dispatcher = o.Hub.NewDispatcher(cluster.DispatchOptions{
		Share: s.shareOf, Cache: s.cache, Limits: job.Limits{Bytes: s.limits.Upload}, Version: o.Version, Log: s.opt.Log, Observer: observer{s},
	})
	s.webhooks = newWebhooks(s.opt)
	if err := s.prepare(); err != nil {
		s.closeCache()
		return nil, err
	}
	return s, nil
}

// prepare checks the files of the server and adds the pages to its routes.
func (s *Server) prepare() error {
	_, err := s.reports()
	if err := errors.Join(err, checkBasemap(s.opt.Basemap)); err != nil {
		return err
	}
	description, err := s.describe()
	if err != nil {
		return err
	}
	for _, pattern := range web.Routes() {
		s.mux.Handle(pattern, paced(web.Handler()))
	}
	s.mux.HandleFunc("GET /openapi.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/vnd.oai.openapi+json;version=3.1")
		_, _ = w.Write(description) // fails if the client has disconnected
	})
	return nil
}

func build(o Options, disk *diskcache.Cache) *Server {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &Server{opt: o, limits: o.Limits.withDefaults(), mux: http.NewServeMux(), origins: http.NewCrossOriginProtection()}
	s.storedBytes.store, s.storedBytes.tenants = o.Store, map[string]*byteCount{}
	s.disk = disk
	s.cache = inputs.New(s.limits.Cache, s.limits.Uploads, o.Store.Loader(disk)).LimitParsing(s.limits.Parsing)
	s.results = lru.New[string, checkedResult](s.limits.Cache / 4)
	s.snapshots = &snapshots{store: o.Store, latest: lru.New[string, snapshot](s.limits.Cache / 4)}
	s.packed = lru.New[string, []byte](s.limits.Cache / 4)
	s.coordinates = lru.New[instanceKey, []byte](s.limits.Cache / 4)
	s.used = lru.New[instanceKey, time.Time](maxUses)
	shared := o.Access != nil
	s.spools = newLimiter("uploads in progress", maxSpools, shared)
	s.uploads = newLimiter("uploads", s.limits.Uploads, shared)
	s.queue = newLimiter("", 0, false)
	s.submissions = newLimiter("submissions", s.limits.Submissions, shared)
	s.watchers = newLimiter("watchers", s.limits.Watchers, shared)
	s.drawings = newLimiter("downloads and drawings", s.limits.Drawings, shared)
	s.storeCheck.store = o.Store
	s.memory = newMemoryBudget(s.limits.Memory, shared)
	s.metrics = newMetrics(s)
	s.api = humago.New(s.mux, s.config())
	s.routes()
	return s
}

// Run runs background tasks until the context is cancelled: it gives jobs to workers and deletes
// old jobs.
func (s *Server) Run(ctx context.Context) error {
	var wg sync.WaitGroup
	defer s.closeCache()
	defer wg.Wait()
	wg.Go(func() { s.opt.Hub.Sweep(ctx, cluster.SweepOptions{Log: s.opt.Log}) })
	wg.Go(func() { s.webhooks.Run(ctx) })
	return s.dispatcher.Run(ctx)
}

// shareOf returns the share of the workers that a tenant has.
func (s *Server) shareOf(tenant string) cluster.Share {
	q := s.quotaOf(tenant)
	return cluster.Share{Weight: q.Weight, Running: q.Running}
}

// handle registers an operation that requires a scope.
func handle[I, O any](s *Server, scope access.Scope, op huma.Operation, do func(context.Context, *I) (*O, error)) {
	op.Middlewares = append(op.Middlewares, s.authorised(scope))
	s.declare(&op, scope)
	body := op.RequestBody
	op.RequestBody = nil // the call, not huma, reads the body, within limits
	huma.Register(s.api, op, func(ctx context.Context, in *I) (*O, error) {
		out, err := do(ctx, in)
		if err != nil {
			p := problemOf(err)
			callOf(ctx).cause = p.Cause
			return nil, p
		}
		return out, nil
	})
	if body != nil {
		s.api.OpenAPI().Paths[op.Path].Post.RequestBody = body
	}
}

// logCall counts a request and logs it without its token and content.
func (s *Server) logCall(c *call) {
	s.metrics.count(c)
	c.endSpan()
	level := slog.LevelInfo
	if c.cause != nil {
		level = slog.LevelWarn
	}
	attrs := []slog.Attr{
		slog.String("method", c.request.Method), slog.String("route", c.request.Pattern), slog.Int("status", c.status),
		slog.Int64("bytes", c.bytes), slog.Float64("ms", float64(time.Since(c.started).Microseconds())/1000),
		slog.String("tenant", c.identity.Tenant), slog.String("token", c.identity.TokenID), slog.String("request", c.id),
	}
	if id := c.job.Load(); id != nil {
		attrs = append(attrs, slog.String("job", *id))
	}
	if c.cause != nil {
		attrs = append(attrs, slog.Any("error", c.cause))
	}
	s.opt.Log.LogAttrs(c.request.Context(), level, "request", attrs...)
}
