package cli

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/flagvalue"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/list"
)

// tokensVariable is the environment variable that names the token file if no flag does.
const tokensVariable = "TOURMALINE_TOKENS"

func newTokens(s streams) *cobra.Command {
	c := &cobra.Command{
		Use:   "tokens",
		Short: "Manage access tokens, tenants and quotas",
		Long: `Manage access to a server. A token belongs to a tenant, has scopes, and is sent with
every request. One file, which only its owner may read, contains all tenants and the
hashes of all tokens, never the tokens themselves. A running server reloads the file
when it changes.

The file is given by --file or by the environment variable ` + tokensVariable + `.`,
		Example:                    "  tourmaline tokens create --file tokens.json --tenant acme --scopes jobs:read,jobs:write --expires 90d",
		Args:                       rejectUnknown,
		RunE:                       func(c *cobra.Command, _ []string) error { return c.Help() },
		SuggestionsMinimumDistance: 2,
	}
	c.AddCommand(newTokensCreate(s), newTokensList(s), newTokensRevoke(s), newTokensTenant(s))
	return c
}

// tokenFile holds the flag for the token file.
type tokenFile struct{ path string }

func (f *tokenFile) flags(c *cobra.Command) {
	c.Flags().StringVar(&f.path, "file", "", "token `file` (default: $"+tokensVariable+")")
}

func (f tokenFile) name() (string, error) {
	path := cmp.Or(f.path, os.Getenv(tokensVariable))
	if path == "" {
		return "", usageError("no token file given: use --file FILE or the environment variable %s", tokensVariable)
	}
	return path, nil
}

func (f tokenFile) editor(s streams) (access.Editor, error) {
	path, err := f.name()
	return access.Editor{Path: path, Files: s.files}, err
}

// changeError adds the exit code to an error from editing the token file.
func changeError(err error) error {
	var unwritten *access.WriteError
	if errors.As(err, &unwritten) {
		return outputError(err)
	}
	return inputError(err)
}

func newTokensCreate(s streams) *cobra.Command {
	var in tokenFile
	var grant access.Grant
	var scopes []string
	var life flagvalue.Duration
	c := &cobra.Command{
		Use:   "create",
		Short: "Create a token and print it once",
		Long: `Create a token and print it once, on standard output: the file contains only its hash.
A missing tenant or file is created.

Scopes are ` + strings.Join(scopeNames(), ", ") + `.
jobs:write allows submitting and cancelling jobs; admin allows everything.`,
		Example: "  tourmaline tokens create --file tokens.json --tenant acme --scopes jobs:read,jobs:write --expires 90d --label ci",
		Args:    args(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			editor, err := in.editor(s)
			if err != nil {
				return err
			}
			grant.Lifetime = time.Duration(life)
			grant.Scopes = list.Map(scopes, func(s string) access.Scope { return access.Scope(s) })
			return createToken(s, editor, grant)
		},
	}
	in.flags(c)
	c.Flags().StringVar(&grant.Tenant, "tenant", "", "`name` of the tenant: at most 32 characters from a-z, 0-9 and -")
	c.Flags().StringSliceVar(&scopes, "scopes", nil, "scopes of the token, a `list` separated by commas")
	c.Flags().Var(&life, "expires", "lifetime of the token, such as 90d (default: unlimited)")
	c.Flags().StringVar(&grant.Label, "label", "", "`text` that describes the purpose of the token")
	return c
}

func createToken(s streams, editor access.Editor, grant access.Grant) error {
	now := time.Now()
	if _, err := grant.Token(now); err != nil {
		return withCode(exitUsage, err)
	}
	text, token, err := editor.Create(grant, now)
	if err != nil {
		return changeError(err)
	}
	if _, err := fmt.Fprintln(s.out, text); err != nil {
		return outputError(fmt.Errorf("created token %s but cannot print it: revoke it: %w", token.ID, err))
	}
	end := "the token never expires"
	if !token.Expires.IsZero() {
		end = "the token expires on " + token.Expires.Format(time.DateTime) + " UTC"
	}
	s.say("token %s of %s written to %s: %s and is not shown again\n", token.ID, token.Tenant, editor.Path, end)
	return nil
}

func newTokensRevoke(s streams) *cobra.Command {
	var in tokenFile
	c := &cobra.Command{
		Use:     "revoke ID",
		Short:   "Revoke a token",
		Long:    "Revoke a token: the server rejects it from now on, but 'tokens list' still shows it, with its id.",
		Example: "  tourmaline tokens revoke 3f9a01c2 --file tokens.json",
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(_ *cobra.Command, a []string) error {
			editor, err := in.editor(s)
			if err != nil {
				return err
			}
			token, err := editor.Revoke(a[0], time.Now())
			if err == nil {
				s.say("revoked token %s of %s\n", token.ID, token.Tenant)
			}
			return changeError(err)
		},
	}
	in.flags(c)
	return c
}

func scopeNames() []string { return scopeTexts(access.Scopes()) }

func scopeTexts(scopes []access.Scope) []string {
	return list.Map(scopes, func(s access.Scope) string { return string(s) })
}

// tokenStore opens the token file that --file or the environment variable names.
func tokenStore(c *cobra.Command) (*access.Store, error) {
	path, _ := c.Flags().GetString("file")
	path, err := tokenFile{path}.name()
	if err != nil {
		return nil, err
	}
	return access.Open(path)
}

// tokenIDs completes the IDs of tokens that can be revoked.
func tokenIDs(c *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	var words []string
	if book, err := tokenStore(c); err == nil {
		for _, t := range book.Tokens() {
			if t.Revoked.IsZero() {
				words = append(words, t.ID+"\t"+strings.TrimSpace(t.Tenant+" "+humanize.Printable(t.Label)))
			}
		}
	}
	return words, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}
