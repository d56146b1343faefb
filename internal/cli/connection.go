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

// connection are the flags that say which service is asked.
type connection struct{ url, token, authority string }

func (n *connection) flags(c *cobra.Command, server string) {
	f := c.Flags()
	f.StringVar(&n.url, "server", "", server)
	f.StringVar(&n.token, "token", "", "`token` for the service; better in TOURMALINE_TOKEN, as others can see the flags of a program")
	f.StringVar(&n.authority, "tls-ca", "", "`file` with who signs the certificates of the servers (default: whom this machine trusts)")
}

// client asks the service.
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

// again are the flags that ask the same service; the token is no text for a screen.
func (n connection) again() string {
	if n.authority == "" {
		return "--server " + n.url
	}
	return "--server " + n.url + " --tls-ca " + n.authority
}

// unreachable is an error of a server that was not reached, with what helps.
func unreachable(err error) error {
	var stranger x509.UnknownAuthorityError
	if errors.As(err, &stranger) {
		err = fmt.Errorf("%w; --tls-ca FILE says who signs it", err)
	}
	return &exitError{exitServer, err}
}

// answered is an error of a service with its exit code, in the words of the command line.
func answered(err error) error {
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
		return usageError("the server says: %w; TOURMALINE_TOKEN or --token says who asks", refused)
	case http.StatusTooManyRequests, http.StatusInsufficientStorage, http.StatusInternalServerError:
		return &exitError{exitServer, refused}
	}
	if len(refused.Errors) > 0 {
		return inputError(errors.New(faultLine(refused.Errors)))
	}
	return inputError(refused)
}
