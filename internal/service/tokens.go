package service

import (
	"context"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/access"
)

// lookEvery is the time between two looks at the file of tokens.
const tokenCheckEvery = 2 * time.Second

// book has the tokens, nil if there are none.
func (o Options) tokenStore() (*access.Store, error) {
	if o.Tokens == "" {
		return o.Access, nil
	}
	return access.Open(o.Tokens)
}

// reload reads the tokens again when their file has changed, or somebody asks for it.
func (o Options) watchTokens(book *access.Store) task {
	return func(ctx context.Context) error {
		if book == nil {
			<-ctx.Done()
			return nil
		}
		look := time.NewTicker(tokenCheckEvery)
		defer look.Stop()
		for {
			select {
			case <-ctx.Done():
				return nil
			case <-look.C:
			case <-o.Reload:
			}
			o.reloadTokens(book)
		}
	}
}

// reread tells of a change. A file that cannot be read leaves the tokens what they were.
func (o Options) reloadTokens(book *access.Store) {
	changed, err := book.Reload()
	switch {
	case err != nil:
		o.Log.Error("the tokens stay what they were", "file", o.Tokens, "error", err)
	case changed:
		o.Log.Info("the tokens were read again", "file", o.Tokens)
	}
}
