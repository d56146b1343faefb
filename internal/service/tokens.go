package service

import (
	"context"
	"log/slog"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/certs"
)

// fileCheckEvery is the interval between checks of files that are read again.
const fileCheckEvery = 2 * time.Second

func (o Options) tokenStore() (*access.Store, error) {
	if o.Tokens == "" {
		return o.Access, nil
	}
	return access.Open(o.Tokens)
}

// A reloadable is a file, or a set of files, that is read again when it changes.
type reloadable struct {
	what   string
	reload func() (changed bool, err error)
	fault  string // last error, or ""
}

// watchFiles reloads files when they change or on request. The tokens and the certificate may be
// nil.
func (o Options) watchFiles(files []reloadable, tokens *access.Store, certificate *certs.Store) task {
	if tokens != nil {
		files = append(files, reloadable{what: "the tokens", reload: tokens.Reload})
	}
	if certificate != nil {
		files = append(files, reloadable{what: "the certificate for HTTP", reload: certificate.Reload})
	}
	return func(ctx context.Context) error {
		tick := time.NewTicker(fileCheckEvery)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return nil
			case <-tick.C:
			case <-o.Reload:
			}
			for i := range files {
				files[i].check(o.Log)
			}
		}
	}
}

// check reloads a file and logs a change. If the file cannot be read, its old content stays in use.
// An error is logged once until it goes away or changes.
func (r *reloadable) check(log *slog.Logger) {
	changed, err := r.reload()
	if changed {
		log.Info("reloaded " + r.what)
	}
	fault := ""
	if err != nil {
		fault = err.Error()
	}
	if fault != "" && fault != r.fault {
		log.Error("cannot reload "+r.what+": the old content stays in use", "error", err)
	}
	r.fault = fault
}
