package cli

import (
	"cmp"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/tourmaline-opt/tourmaline/internal/flagvalue"
	"github.com/tourmaline-opt/tourmaline/internal/memory"
	"github.com/tourmaline-opt/tourmaline/internal/service"
	"github.com/tourmaline-opt/tourmaline/internal/term"
)

// worker is one run of the worker command.
type worker struct {
	streams
	service.Worker
	logging
	checkpoint flagvalue.Duration
	cacheSize  flagvalue.Size
	ready      string
}

func newWorker(s streams) *cobra.Command {
	v := &worker{streams: s}
	c := &cobra.Command{
		Use:   "worker --server nats://HOST:4222 --keys FILE",
		Short: "Solve jobs for a service on a different machine",
		Long: `Fetch jobs from a service, solve them, and send back the results. The service opens a
port for workers with 'serve --engine-listen'. Copy the file worker.key from its data
folder to the worker's machine, or a key file of 'tourmaline pools create', and make it
readable by its owner only.

Workers can start and stop at any time. SIGTERM and Ctrl-C save the running jobs and
return them to the queue. If a worker crashes, another worker resumes its jobs from
their last checkpoints. While the server is unreachable, a worker waits for it.`,
		Example: `  tourmaline worker --server nats://10.0.0.1:4222 --keys worker.key --tls-ca ca.pem
  tourmaline worker --server nats://127.0.0.1:4222 --keys ~/.local/state/tourmaline/worker.key --slots 2`,
		Args: args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error { return v.run(c) },
	}
	v.flags(c)
	return c
}

func (v *worker) flags(c *cobra.Command) {
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&v.Server, "server", "", "`URL` of the service's worker port, nats://HOST:4222; separate several nodes by commas")
	f.StringVar(&v.Keys, "keys", "", "`file` with the worker key: worker.key in the service's data folder, or from 'tourmaline pools create'")
	f.StringVar(&v.CA, "tls-ca", "", "`file` with CA certificates (default: system roots)")
	f.StringVar(&v.Name, "name", "", "unique `name` of this process (default: the machine name and random letters)")
	workFlags(f, &v.Slots, &v.Cores, &v.checkpoint)
	f.StringVar(&v.CacheDir, "cache", "", "`folder` for copies of instance files, used by no other process (default: none are kept)")
	f.Var(&v.cacheSize, "cache-size", "maximum size of this folder (default: 4GiB)")
	f.BoolVar(&v.Wait, "wait", false, "at the start, wait for the server without a time limit (default: 10 s)")
	f.StringVar(&v.MetricsListen, "metrics-listen", "", "`address` for /metrics, /healthz and /readyz over plain HTTP, such as 127.0.0.1:9090 (default: none)")
	f.BoolVar(&v.MetricsPublic, "metrics-public", false, "allow an address for --metrics-listen that other machines can reach; everybody who can reach it may read the metrics")
	v.logging.flags(c)
	f.StringVar(&v.ready, "ready-file", "", "`file` to write the worker's name to once it accepts jobs")
}

// workFlags defines the flags for running jobs in this process.
func workFlags(f *pflag.FlagSet, slots, threads *int, checkpoint *flagvalue.Duration) {
	f.IntVar(slots, "slots", runtime.NumCPU(), "number of jobs to run in parallel in this process")
	f.Lookup("slots").DefValue = "the number of cores"
	f.IntVarP(threads, "threads", "j", 0, "number of threads that these jobs share; affects the speed, never the result (default: all cores)")
	*checkpoint = flagvalue.Duration(10 * time.Second)
	f.Var(checkpoint, "checkpoint-every", "time between checkpoints")
}

func (v *worker) run(c *cobra.Command) (err error) {
	if err := v.check(); err != nil {
		return err
	}
	if v.Log, err = v.logger(v.err); err != nil {
		return err
	}
	if v.Tracer, err = tracer("tourmaline-worker", v.Log); err != nil {
		return err
	}
	defer v.Tracer.Close()
	v.Cores = cmp.Or(v.Cores, runtime.NumCPU())
	v.Checkpoint, v.DirSize = time.Duration(v.checkpoint), int64(v.cacheSize)
	v.Ready = func(name string) error {
		v.say("tourmaline: worker %s is taking jobs from %s\n", name, service.Redacted(v.Server))
		return v.writeReady(v.ready, name)
	}
	ctx, stop := term.UntilSignal(c.Context(), v.say)
	defer stop()
	memory.LimitRuntime()
	return serveError(v.Run(ctx))
}

// check rejects invalid flags.
func (v *worker) check() error {
	switch {
	case v.Server == "":
		return usageError("expected --server nats://HOST:4222, the worker port that 'tourmaline serve --engine-listen' opens")
	case strings.HasPrefix(v.Server, "http"):
		return usageError("--server %s is the address for submitting jobs: expected nats://HOST:4222, the worker port that 'tourmaline serve --engine-listen' opens", service.Redacted(v.Server))
	case v.Keys == "":
		return usageError("expected --keys FILE, the file worker.key in the service's data folder")
	case v.Slots < 1:
		return usageError("--slots %d: expected 1 or more", v.Slots)
	}
	return nil
}
