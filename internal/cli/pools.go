package cli

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/broker"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/pools"
	"github.com/tourmaline-opt/tourmaline/internal/secretfile"
)

// poolsVariable is the environment variable that names the pool file if no flag does.
const poolsVariable = "TOURMALINE_POOLS"

func newPools(s streams) *cobra.Command {
	c := &cobra.Command{
		Use:   "pools",
		Short: "Manage the keys of worker pools",
		Long: `Manage the keys of worker pools. A pool is a set of workers with the same keys, and has
no access to other pools. The pool file contains only public keys. By default, a server
reads pools.json beside its key file, and reloads it when it changes: new keys work at
once, and workers with a revoked key are disconnected. All nodes of a cluster need the
same file. The key in worker.key belongs to the pool ` + pools.Default + `.

To replace a key, create a second one, restart the workers with it, and revoke the first.
The file is given by --file or by the environment variable ` + poolsVariable + `.`,
		Example:                    "  tourmaline pools create gpu --file ~/.local/state/tourmaline/pools.json -o gpu.key",
		Args:                       rejectUnknown,
		RunE:                       func(c *cobra.Command, _ []string) error { return c.Help() },
		SuggestionsMinimumDistance: 2,
	}
	c.AddCommand(newPoolsCreate(s), newPoolsList(s), newPoolsRevoke(s))
	return c
}

// onPools adds the flag for the pool file to a command that edits this file.
func onPools(s streams, c *cobra.Command, run func(pools.Editor, []string) error) *cobra.Command {
	c.Flags().String("file", "", "pool `file` (default: $"+poolsVariable+")")
	c.RunE = func(c *cobra.Command, a []string) error {
		editor, err := poolEditor(c, s)
		if err != nil {
			return err
		}
		return run(editor, a)
	}
	return c
}

func poolEditor(c *cobra.Command, s streams) (e pools.Editor, err error) {
	path, _ := c.Flags().GetString("file")
	if path = cmp.Or(path, os.Getenv(poolsVariable)); path == "" {
		return e, usageError("no pool file given: use --file FILE or the environment variable %s", poolsVariable)
	}
	e, err = broker.PoolEditor(path, s.files)
	return e, inputError(err)
}

func newPoolsCreate(s streams) *cobra.Command {
	var label, output string
	c := &cobra.Command{
		Use:   "create POOL",
		Short: "Create a key for a pool and print it once",
		Long: `Create a key for a pool, and write the private key once, as a key file for 'worker --keys'.
A missing pool or pool file is created.`,
		Example: "  tourmaline pools create gpu --file pools.json --label 'rack 4' -o gpu.key",
		Args:    args(cobra.ExactArgs(1)),
	}
	c.Flags().StringVar(&label, "label", "", "`text` that describes the purpose of the key")
	c.Flags().StringVarP(&output, "output", "o", "-", "`file` to write the private key to")
	return onPools(s, c, func(editor pools.Editor, a []string) error {
		seed, key, err := pools.New(a[0], label, time.Now())
		if err != nil {
			return withCode(exitUsage, err)
		}
		if err := editor.Add(key); err != nil {
			return changeError(err)
		}
		if err := s.writeKey(output, broker.PoolKey(key.Pool, seed)); err != nil {
			return outputError(fmt.Errorf("created key %s but cannot write it: revoke it: %w", key.ID, err))
		}
		s.say("key %s of the pool %s written to %s: the private key is not shown again\n", key.ID, key.Pool, editor.Path)
		return nil
	})
}

// writeKey prints a private key, or writes it to a file that only its owner can read.
func (s streams) writeKey(path, text string) error {
	if path != "-" {
		return secretfile.Write(s.files, path, []byte(text))
	}
	_, err := io.WriteString(s.out, text)
	return err
}

func newPoolsList(s streams) *cobra.Command {
	var form textOrJSON
	c := &cobra.Command{
		Use:     "list",
		Short:   "List the keys of all pools",
		Long:    "List the public keys of all pools, including revoked ones.",
		Example: "  tourmaline pools list --file pools.json",
		Args:    args(cobra.NoArgs),
	}
	form.flags(c)
	return onPools(s, c, func(editor pools.Editor, _ []string) error {
		if err := form.checkOverwrite(editor.Path); err != nil {
			return err
		}
		keys, err := editor.Keys()
		if err != nil {
			return inputError(err)
		}
		return form.write(s, map[string]any{"keys": keys}, func(s streams) error {
			w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
			fmt.Fprintf(w, "key\tpool\tstate\tcreated\tlabel\tpublic key\n")
			for _, k := range keys {
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", k.ID, k.Pool, k.State(), k.Day(), humanize.Printable(k.Label), k.Public)
			}
			return w.Flush()
		})
	})
}

func newPoolsRevoke(s streams) *cobra.Command {
	return onPools(s, &cobra.Command{
		Use:     "revoke ID",
		Short:   "Revoke a key",
		Long:    "Revoke a key: servers disconnect the workers that use it and refuse it from now on.",
		Example: "  tourmaline pools revoke 3f9a01c2 --file pools.json",
		Args:    args(cobra.ExactArgs(1)),
	}, func(editor pools.Editor, a []string) error {
		key, err := editor.Revoke(a[0], time.Now())
		if err == nil {
			s.say("revoked key %s of the pool %s\n", key.ID, key.Pool)
		}
		return changeError(err)
	})
}

// keyIDs completes the IDs of keys that can be revoked.
func keyIDs(c *cobra.Command, _ []string, _ string) (words []string, _ cobra.ShellCompDirective) {
	if editor, err := poolEditor(c, streams{}); err == nil {
		keys, _ := editor.Keys() // none if the file cannot be read
		for _, k := range keys {
			if k.Revoked.IsZero() {
				words = append(words, k.ID+"\t"+strings.TrimSpace(k.Pool+" "+humanize.Printable(k.Label)))
			}
		}
	}
	return words, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}
