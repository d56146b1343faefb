package service

import (
	"context"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/access"
)

// tokenCheckEvery is the interval between checks of the token file.
const tokenCheckEvery = 2 * time.Second

func (o Options) tokenStore() (*access.Store, error) {
	if o.Tokens == "" {
		return o.Access, nil
	}
	return access.Open(o.Tokens)
}

// watchTokens reloads the tokens when their file changes or on request.
func (o Options) watchTokens(tokens *access.Store) task {
	return func(ctx context.Context) error {
		if tokens == nil {
			return nil
		}
		tick := time.NewTicker(tokenCheckEvery)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return nil
			case <-tick.C:
			case <-o.Reload:
			}
			o.reloadTokens(tokens)
		}
	}
}

// reloadTokens reloads the tokens and logs a change. If the file cannot be read, the tokens stay
// unchanged.
func (o Options) reloadTokens(tokens *access.Store) {
	changed, err := tokens.Reload()
	switch {
	case err != nil:
		o.Log.Error("cannot reload the tokens", "file", o.Tokens, "error", err)
	case changed:
		o.Log.Info("reloaded the tokens", "file", o.Tokens)
	}
}
