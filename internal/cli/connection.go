package cli

import (
	"cmp"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"os"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/client"
)

// connection holds the flags for connecting to the service.
type connection struct {
	url, token, authority string
	service               *client.Client // set before a command that needs a service runs
}

func (n *connection) flags(c *cobra.Command, server string) {
	f := c.Flags()
	f.StringVar(&n.url, "server", "", server)
	f.StringVar(&n.token, "token", "", "`token` for the service; prefer TOURMALINE_TOKEN, because other users can see command-line flags")
	f.StringVar(&n.authority, "tls-ca", "", "`file` with CA certificates (default: system roots)")
}

// client returns a client for the service.
func (n connection) client() (*client.Client, error) {
	c, err := client.New(client.Options{URL: n.url, Token: cmp.Or(n.token, os.Getenv("TOURMALINE_TOKEN")), CA: n.authority})
	var authority *client.CAError
	switch {
	case errors.As(err, &authority):
		return nil, inputError(fmt.Errorf("--tls-ca: %w", err))
	case err != nil:
		return nil, usageError("--server: %w", err)
	}
	return c, nil
}

// arguments returns the flags that select this service, without the token.
func (n connection) arguments() string {
	if n.authority == "" {
		return "--server " + n.url
	}
	return "--server " + n.url + " --tls-ca " + n.authority
}

// unreachable returns the error for a server that cannot be reached, with a hint if the CA is
// unknown.
func unreachable(err error) error {
	var stranger x509.UnknownAuthorityError
	if errors.As(err, &stranger) {
		err = fmt.Errorf("%w; use --tls-ca FILE if the server has its own CA", err)
	}
	return &exitError{exitServer, err}
}

// serviceError adds the exit code to an error from a service and replaces field names with flag
// names.
func serviceError(err error) error {
	var refused *api.Problem
	switch {
	case err == nil, errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, client.ErrUnreachable):
		return unreachable(err)
	case !errors.As(err, &refused):
		return err
	}
	switch refused.Status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return usageError("the server denies access: %w; set TOURMALINE_TOKEN or --token", refused)
	case http.StatusTooManyRequests, http.StatusInsufficientStorage, http.StatusInternalServerError:
		return &exitError{exitServer, refused}
	}
	if len(refused.Errors) > 0 {
		return inputError(errors.New(faultLine(refused.Errors)))
	}
	return inputError(refused)
}
