package cli

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

func newTokensList(s streams) *cobra.Command {
	var in tokenFile
	var form textOrJSON
	c := &cobra.Command{
		Use:     "list",
		Short:   "List tokens and tenants",
		Long:    "List tokens, without their secrets, and tenants with their quotas.",
		Example: "  tourmaline tokens list --file tokens.json",
		Args:    args(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			path, err := in.name()
			if err != nil {
				return err
			}
			if err := form.checkOverwrite(path); err != nil {
				return err
			}
			book, err := access.Open(path)
			if err != nil {
				return inputError(err)
			}
			list := listing(book, time.Now())
			return form.write(s, list, list.print)
		},
	}
	in.flags(c)
	form.flags(c)
	return c
}

// tokenList is the JSON form of a token file.
type tokenList struct {
	Tenants map[string]access.Quota `json:"tenants"`
	Tokens  []tokenRow              `json:"tokens"`
}

type tokenRow struct {
	access.Token
	State string `json:"state"`
}

func listing(book *access.Store, now time.Time) tokenList {
	list := tokenList{book.Tenants(), []tokenRow{}}
	for _, t := range book.Tokens() {
		list.Tokens = append(list.Tokens, tokenRow{t, tokenState(t.Valid(now))})
	}
	return list
}

// tokenState returns the state of a token.
func tokenState(refusal error) string {
	switch {
	case errors.Is(refusal, access.ErrRevoked):
		return "revoked"
	case errors.Is(refusal, access.ErrExpired):
		return "expired"
	}
	return "valid"
}

func (l tokenList) print(s streams) error {
	w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "token\ttenant\tstate\tcreated\texpires\tlabel\tscopes\n")
	for _, t := range l.Tokens {
		expires := "never"
		if !t.Expires.IsZero() {
			expires = t.Expires.Format(time.DateOnly)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n",
			t.ID, t.Tenant, t.State, t.Created.Format(time.DateOnly), expires, humanize.Printable(t.Label), strings.Join(scopeTexts(t.Scopes), ","))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(w, "\ntenant\tqueued\trunning\tbytes\tcities\tseconds\tweight\n")
	for _, name := range slices.Sorted(maps.Keys(l.Tenants)) {
		q := l.Tenants[name]
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", name,
			limited(q.Queued), limited(q.Running), limitedBytes(q.Bytes),
			limited(q.Cities), limited(q.Seconds), limited(q.Weight))
	}
	return w.Flush()
}

// limited returns the text of a quota, or "default" for one that is left to the server.
func limited[N int | float64](v N) string {
	if v == 0 {
		return "default"
	}
	return humanize.Number(float64(v))
}

func limitedBytes(n int64) string {
	if n == 0 {
		return "default"
	}
	return humanize.Bytes(n)
}
