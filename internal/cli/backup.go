package cli

import (
	"errors"
	"io"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/outfile"
	"github.com/tourmaline-opt/tourmaline/internal/secretfile"
	"github.com/tourmaline-opt/tourmaline/internal/service"
	"github.com/tourmaline-opt/tourmaline/internal/term"
)

func newBackup(s streams) *cobra.Command {
	var from service.Backend
	var output string
	c := &cobra.Command{
		Use:   "backup --server nats://HOST:4222 --keys FILE -o FILE",
		Short: "Save all jobs, results and instances of a running service",
		Long: `Save all jobs, results, checkpoints, instances and dead letters of a running service in
one file. The service keeps running, with one node or with three. Events, tokens, keys
and certificates are not included. Only the owner can read the file.

To restore a backup, see 'tourmaline restore'.`,
		Example: "  tourmaline backup --server nats://127.0.0.1:4222 --keys ~/.local/state/tourmaline/engine.keys -o tourmaline.backup",
		Args:    args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error {
			if output == "" {
				return usageError("expected -o FILE")
			}
			if err := checkBackend(from); err != nil {
				return err
			}
			ctx, stop := term.UntilSignal(c.Context(), s.say)
			defer stop()
			files := secretfile.Private(s.files)
			if err := writeBackup(files, output, func(w io.Writer) error { return from.Backup(ctx, w) }); err != nil {
				return err
			}
			s.say("backup written to %s\n", output)
			return nil
		},
	}
	backendFlags(c.Flags(), &from)
	c.Flags().StringVarP(&output, "output", "o", "", "`file` to write the backup to")
	return c
}

func newRestore(s streams) *cobra.Command {
	var into service.Backend
	c := &cobra.Command{
		Use:   "restore FILE --server nats://HOST:4222 --keys FILE",
		Short: "Restore a backup into an empty service",
		Long: `Restore a file of 'tourmaline backup' into a running service without data and without
workers. The service may have another number of nodes than the one that was saved.

Start all nodes with empty data folders and --slots 0, restore the backup, and restart
the nodes without --slots 0. Open jobs continue from their last checkpoints. The file is
verified before anything is written. If the restore fails, empty the data folders and
start again.`,
		Example: "  tourmaline restore tourmaline.backup --server nats://127.0.0.1:4222 --keys ~/.local/state/tourmaline/engine.keys",
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, a []string) error {
			if err := checkBackend(into); err != nil {
				return err
			}
			ctx, stop := term.UntilSignal(c.Context(), s.say)
			defer stop()
			f, err := os.Open(a[0])
			if err != nil {
				return inputError(err)
			}
			defer f.Close()
			info, err := f.Stat()
			if err != nil {
				return inputError(err)
			}
			done, err := into.Restore(ctx, f, info.Size())
			if err != nil {
				return backendError(err)
			}
			s.say("restored %s of %s, %d of them open: restart the servers\n", humanize.Count(done.Jobs, "job"), done.Taken.Format("2006-01-02 15:04:05 MST"), done.Open)
			if done.Incomplete > 0 {
				s.say("%s changed during the backup and begin again, or were deleted\n", humanize.Count(done.Incomplete, "job"))
			}
			return nil
		},
	}
	backendFlags(c.Flags(), &into)
	return c
}

// writeBackup writes a backup to a file.
func writeBackup(files outfile.System, path string, backup func(io.Writer) error) error {
	var to stdout
	var failure error
	err := files.Write(path, func(w io.Writer) error {
		to.Writer = w
		failure = backup(&to)
		return failure
	})
	if err != nil && (failure == nil || to.fault != nil) {
		return outputError(err)
	}
	return backendError(err)
}

// backendError adds the exit code to an error from the stored data of a service.
func backendError(err error) error {
	for _, refusal := range []error{cluster.ErrNotEmpty, cluster.ErrWorkers, cluster.ErrNoService} {
		if errors.Is(err, refusal) {
			return &exitError{exitServer, err}
		}
	}
	return startError(err, false)
}

// backendFlags defines the flags for access to the stored data of a service.
func backendFlags(f *pflag.FlagSet, b *service.Backend) {
	f.SortFlags = false
	f.StringVar(&b.Server, "server", "", "`URL` of the service's worker port, nats://HOST:4222; separate several nodes by commas")
	f.StringVar(&b.Keys, "keys", "", "`file` with the keys of the servers: engine.keys in the service's data folder")
	f.StringVar(&b.CA, "tls-ca", "", "`file` with CA certificates (default: system roots)")
}

func checkBackend(b service.Backend) error {
	switch {
	case b.Server == "":
		return usageError("expected --server nats://HOST:4222, the worker port that 'tourmaline serve --engine-listen' opens")
	case b.Keys == "":
		return usageError("expected --keys FILE, the file engine.keys in the service's data folder")
	}
	return nil
}
