package cli

import (
	"cmp"
	"maps"
	"slices"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/flagvalue"
)

func newTokensTenant(s streams) *cobra.Command {
	var in tokenFile
	var asked access.Quota
	c := &cobra.Command{
		Use:   "tenant NAME",
		Short: "Set the quotas of a tenant",
		Long: `Set the quotas of a tenant, and create the tenant if it does not exist. Quotas that are
not given do not change; 0 means the default of the server.`,
		Example: "  tourmaline tokens tenant acme --file tokens.json --queued 100 --running 4 --bytes 1GB --seconds 3600 --weight 2",
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, a []string) error {
			editor, err := in.editor(s)
			if err != nil {
				return err
			}
			if err := cmp.Or(access.CheckTenant(a[0]), asked.Check()); err != nil {
				return withCode(exitUsage, err)
			}
			set := func(q *access.Quota) { setQuota(c, q, asked) }
			if _, err = editor.SetTenant(a[0], set); err != nil {
				return changeError(err)
			}
			s.say("tenant %s written to %s\n", a[0], editor.Path)
			return nil
		},
	}
	in.flags(c)
	f := c.Flags()
	f.IntVar(&asked.Queued, "queued", 0, "maximum number of waiting jobs")
	f.IntVar(&asked.Running, "running", 0, "maximum number of running jobs")
	f.Var((*flagvalue.SizeOrZero)(&asked.Bytes), "bytes", "maximum total size of stored instances, such as 1GB")
	f.IntVar(&asked.Cities, "cities", 0, "maximum number of cities per instance")
	f.Float64Var(&asked.Seconds, "seconds", 0, "maximum time per job")
	f.Float64Var(&asked.Weight, "weight", 0, "share of the workers relative to other tenants, such as 2")
	return c
}

// setQuota copies the quotas that the command line sets from asked to q.
func setQuota(c *cobra.Command, q *access.Quota, asked access.Quota) {
	for name, set := range map[string]func(){
		"queued":  func() { q.Queued = asked.Queued },
		"running": func() { q.Running = asked.Running },
		"bytes":   func() { q.Bytes = asked.Bytes },
		"cities":  func() { q.Cities = asked.Cities },
		"seconds": func() { q.Seconds = asked.Seconds },
		"weight":  func() { q.Weight = asked.Weight },
	} {
		if c.Flags().Changed(name) {
			set()
		}
	}
}

// tenantNames completes the tenants in the token file.
func tenantNames(c *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	var words []string
	if book, err := tokenStore(c); err == nil {
		words = slices.Sorted(maps.Keys(book.Tenants()))
	}
	return words, cobra.ShellCompDirectiveNoFileComp
}
