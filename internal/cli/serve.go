package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/flagvalue"
	"github.com/tourmaline-opt/tourmaline/internal/memory"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
	"github.com/tourmaline-opt/tourmaline/internal/service"
	"github.com/tourmaline-opt/tourmaline/internal/term"
	"github.com/tourmaline-opt/tourmaline/internal/tracing"
)

// serve is one run of the serve command.
type serve struct {
	streams
	service.Options
	logging
	certificate service.TLS

	ackWait, retain, stuck, checkpoint, longest, drain flagvalue.Duration
	maxStore, maxCheckpoint, maxInput, memory          flagvalue.Size
	ready                                              string
}

func newServe(s streams) *cobra.Command {
	v := &serve{streams: s}
	c := &cobra.Command{
		Use:   "serve",
		Short: "Run a service that accepts jobs over HTTP and solves them",
		Long: `Accept jobs over HTTP, store them on disk, and solve them: in this process, and by
workers on other machines if --engine-listen opens a port for them. An accepted job
survives a crash of this process: it resumes from its last checkpoint.

Without tokens, the service accepts requests only from this machine. A public address
needs --tls-cert, --tls-key and --tokens.

SIGTERM and Ctrl-C save the running jobs and stop the service; the jobs resume when it
starts again. A second signal stops it at once. Tokens, pools and certificates are
reloaded within two seconds when their files change, and immediately on SIGHUP. Behind a
load balancer, --drain keeps the port open until the balancer has seen that /readyz fails.

Three nodes keep three copies of all data: each needs --name, --cluster, --routes,
--replicas 3 and the same --nats-keys and --pools. A single machine needs no service:
see 'solve'.`,
		Example: `  tourmaline serve
  tourmaline serve --data /srv/tourmaline --engine-listen 127.0.0.1:4222
  tourmaline serve --listen 0.0.0.0:8443 --tls-cert s.pem --tls-key s.key --tokens tokens.json`,
		Args: args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error { return v.run(c) },
	}
	v.flags(c)
	return c
}

func (v *serve) flags(c *cobra.Command) {
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&v.Listen, "listen", "127.0.0.1:8080", "`address` for HTTP; port 0 selects a free port")
	f.StringVar(&v.Data, "data", "", "`folder` for jobs, instances and results (default: tourmaline in $XDG_STATE_HOME or ~/.local/state)")
	f.StringVar(&v.Tokens, "tokens", "", "token `file`: see 'tourmaline tokens'")
	f.StringVar(&v.certificate.Certificate, "tls-cert", "", "`file` with the server certificate, in PEM format")
	f.StringVar(&v.certificate.Key, "tls-key", "", "`file` with the private key of the certificate")
	f.StringVar(&v.certificate.CA, "tls-ca", "", "`file` with CA certificates (default: system roots)")
	workFlags(f, &v.Slots, &v.Threads, &v.checkpoint)
	f.Lookup("slots").Usage += "; 0 leaves all jobs to workers"
	f.StringVar(&v.BrokerListen, "engine-listen", "", "`address` for workers, such as 127.0.0.1:4222 (default: none)")
	f.StringVar(&v.NATS, "nats", "", "`URL` of NATS servers with JetStream to use instead of the embedded one")
	f.StringVar(&v.Keys, "nats-keys", "", "`file` with the keys for the embedded server or for --nats (default: engine.keys in the data folder)")
	f.StringVar(&v.Pools, "pools", "", "`file` with the keys of worker pools: see 'tourmaline pools' (default: pools.json beside the key file)")
	f.StringVar(&v.Name, "name", "", "`name` of this cluster node; must not change between restarts")
	f.StringVar(&v.Cluster, "cluster", "", "`address` at which the other nodes reach this node")
	f.StringSliceVar(&v.Routes, "routes", nil, "`addresses` of the other nodes, separated by commas")
	f.IntVar(&v.Replicas, "replicas", 0, "copies of all stored data, each on a different node: 1, 3 or 5 (default: the stored setting, or 1)")
	f.Var(&v.ackWait, "ack-wait", "time without a heartbeat after which a worker's jobs go to other workers (default: the stored setting, or 30s)")
	f.Var(&v.retain, "retain", "how long to keep jobs that have ended (default: the stored setting, or 7d)")
	f.Var(&v.stuck, "stuck-after", "time without progress after which a job is taken from its worker (default: the stored setting, or 30m)")
	f.BoolVar(&v.ChangeSettings, "change-settings", false, "store the given --replicas, --ack-wait, --retain and --stuck-after for the whole cluster")
	f.Var(&v.maxStore, "max-store", "maximum size on disk (default: the size of the disk minus a reserve)")
	f.Var(&v.maxCheckpoint, "max-checkpoint", "maximum size of a checkpoint; at most a quarter of the free space in any case (default: 16GiB)")
	f.Var(&v.maxInput, "max-input", "maximum unpacked size of an instance (default: 256MiB)")
	f.IntVar(&v.HTTP.Quota.Cities, "max-cities", 0, "maximum number of cities per instance (default: 10,000,000)")
	f.Var(&v.longest, "max-time", "maximum time per search (default: none)")
	f.IntVar(&v.HTTP.Quota.Queued, "max-queued", 0, "maximum number of waiting jobs per tenant (default: 10,000)")
	f.IntVar(&v.HTTP.Quota.Running, "max-running", 0, "maximum number of running jobs per tenant (default: none)")
	f.Var(&v.memory, "memory", "maximum memory for the bodies, files and results of concurrent requests (default: 512MiB)")
	f.IntVar(&v.Connections, "max-connections", 0, "maximum number of open HTTP connections (default: 8,192, or half of the process's file descriptors)")
	f.Var(&v.drain, "drain", "how long to keep the port open after SIGTERM while /readyz reports 503, so that load balancers turn to other servers (default: none)")
	f.BoolVar(&v.WebhooksPrivate, "webhooks-private", false, "allow webhooks at private addresses and without TLS, so that tenants can make this server send requests into its network")
	f.StringVar(&v.Basemap, "basemap", "", "PMTiles `file` with a map to draw tours on (default: none)")
	f.StringVar(&v.Reports, "reports", "", "`folder` with HTML reports of 'compare' that every tenant may read (default: none)")
	v.logging.flags(c)
	f.StringVar(&v.ready, "ready-file", "", "`file` to write the URLs to once the service accepts requests: one line for HTTP, one for workers")
}

func (v *serve) run(c *cobra.Command) error {
	if err := v.setOptions(); err != nil {
		return err
	}
	defer v.Tracer.Close()
	ctx, stop := term.UntilSignal(c.Context(), v.say)
	defer stop()
	hangups := make(chan os.Signal, 1)
	if reload := term.ReloadSignals(); len(reload) > 0 {
		signal.Notify(hangups, reload...)
	}
	var ready atomic.Bool
	v.Reload, v.Ready = hangups, func(at service.Addresses) error {
		ready.Store(true)
		return v.announceReady(at)
	}
	memory.LimitRuntime()
	return startError(service.Run(ctx, v.Options), ready.Load())
}

// startError adds the exit code to an error from a service or a worker. Before it is ready, an
// error is about its files, its addresses or its data folder.
func startError(err error, ready bool) error {
	err = serveError(err)
	if ready || err == nil || errors.Is(err, context.Canceled) || exitCode(err) != exitInternal {
		return err
	}
	return inputError(err)
}

// setOptions sets the service options from the flags.
func (v *serve) setOptions() (err error) {
	if v.Data, err = v.folder(); err != nil {
		return err
	}
	if v.Log, err = v.logger(v.err); err != nil {
		return err
	}
	if v.Tracer, err = tracer("tourmaline", v.Log); err != nil {
		return err
	}
	v.Threads = cmp.Or(v.Threads, runtime.NumCPU())
	if v.TLS, err = v.tls(); err != nil {
		return err
	}
	v.AckWait, v.Retain, v.Stuck = time.Duration(v.ackWait), time.Duration(v.retain), time.Duration(v.stuck)
	v.Checkpoint, v.Drain, v.HTTP.Memory = time.Duration(v.checkpoint), time.Duration(v.drain), int64(v.memory)
	v.MaxStore, v.MaxCheckpoint, v.HTTP.Upload, v.HTTP.Quota.Seconds = int64(v.maxStore), int64(v.maxCheckpoint), int64(v.maxInput), time.Duration(v.longest).Seconds()
	return nil
}

// tls returns the certificate files, or nil.
func (v *serve) tls() (*service.TLS, error) {
	t := v.certificate
	switch {
	case (t.Certificate == "") != (t.Key == ""):
		return nil, usageError("--tls-cert and --tls-key must be given together")
	case t.Certificate == "" && v.NATS == "" && t.CA != "":
		return nil, usageError("--tls-ca needs --tls-cert and --tls-key")
	case t == service.TLS{}:
		return nil, nil
	}
	return &t, nil
}

// folder returns the absolute path of the data folder.
func (v *serve) folder() (string, error) {
	state := os.Getenv("XDG_STATE_HOME")
	switch {
	case v.NATS != "":
		return "", nil
	case v.Data != "":
		return filepath.Abs(v.Data)
	case filepath.IsAbs(state):
		return filepath.Join(state, "tourmaline"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", usageError("no default data folder (%w): use --data FOLDER", err)
	}
	return filepath.Join(home, ".local", "state", "tourmaline"), nil
}

// announceReady prints the addresses of the service.
func (v *serve) announceReady(at service.Addresses) error {
	data := v.Data
	if v.NATS != "" {
		data = service.Redacted(v.NATS)
	}
	v.say("tourmaline: serving on %s, data in %s; submit jobs with: tourmaline jobs submit FILE --server %s\n", at.HTTP, data, at.HTTP)
	return v.writeReady(v.ready, at.HTTP, at.Broker)
}

// writeReady writes lines to the file whose existence signals readiness.
func (s streams) writeReady(path string, lines ...string) error {
	if path == "" {
		return nil
	}
	return s.create(path, func(w io.Writer) error {
		_, err := fmt.Fprintln(w, strings.TrimSpace(strings.Join(lines, "\n")))
		return err
	})
}

// serviceFlags maps service options to flags.
var serviceFlags = strings.NewReplacer(
	"BrokerListen", "--engine-listen", "Listen", "--listen", "NATS", "--nats", "Cluster", "--cluster", "Routes", "--routes",
	"Name", "--name", "Replicas", "--replicas", "Slots", "--slots", "AckWait", "--ack-wait", "Retain", "--retain", "Stuck", "--stuck-after", "ChangeSettings", "--change-settings", "a certificate and tokens", "--tls-cert, --tls-key and --tokens",
	"a certificate", "--tls-cert and --tls-key",
	"MetricsPublic", "--metrics-public", "MetricsListen", "--metrics-listen",
)

// serveError adds the exit code to an error from a service and replaces option names with flag
// names.
func serveError(err error) error {
	var misuse *service.OptionError
	switch {
	case errors.As(err, &misuse):
		return usageError("%s", serviceFlags.Replace(err.Error()))
	case errors.Is(err, service.ErrUnreachable), errors.Is(err, protocol.ErrVersion), errors.Is(err, protocol.ErrForbidden):
		return unreachable(err)
	}
	return err
}

// tracer returns the tracer that the environment asks for, or nil.
func tracer(program string, log *slog.Logger) (*tracing.Tracer, error) {
	t, err := tracing.New(program, tourmaline.Version(), os.Getenv, log)
	if err != nil {
		return nil, usageError("%w", err)
	}
	return t, nil
}

// logging holds the flags for the log of a long-running program.
type logging struct{ logFormat, logLevel string }

func (l *logging) flags(c *cobra.Command) {
	c.Flags().StringVar(&l.logFormat, "log-format", "text", "log format on standard error: text or json")
	c.Flags().StringVar(&l.logLevel, "log-level", "info", "lowest level to log: debug, info, warn or error")
}

// logger returns a logger configured by the flags.
func (l logging) logger(w io.Writer) (*slog.Logger, error) {
	var level slog.Level
	if level.UnmarshalText([]byte(l.logLevel)) != nil {
		return nil, usageError("--log-level %s: expected debug, info, warn or error", l.logLevel)
	}
	options := &slog.HandlerOptions{Level: level}
	switch l.logFormat {
	case "text":
		return slog.New(slog.NewTextHandler(w, options)), nil
	case "json":
		return slog.New(slog.NewJSONHandler(w, options)), nil
	}
	return nil, usageError("--log-format %s: expected text or json", l.logFormat)
}
