package service

import (
	"context"
	"errors"
	"io"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/broker"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
)

// A Backend locates the stored data of a running service.
type Backend struct {
	Server string // comma-separated URLs of the port for workers
	Keys   string // key file with the key of the servers
	CA     string // file with CA certificates; "" means the system roots
}

// connect connects with all permissions of a server.
func (b Backend) connect(ctx context.Context) (*nats.Conn, error) {
	options, err := broker.ServerOptions(b.Keys)
	if err == nil {
		options, err = withCA(options, b.CA)
	}
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, ConnectTimeout)
	defer cancel()
	return dial(ctx, b.Server, options...)
}

// Backup writes all stored data to w while the service runs.
func (b Backend) Backup(ctx context.Context, w io.Writer) error {
	conn, err := b.connect(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	store, err := cluster.Open(ctx, conn)
	if err != nil {
		return err
	}
	return store.Backup(ctx, w, tourmaline.Version())
}

// Restore restores a backup into a running service without data and workers.
func (b Backend) Restore(ctx context.Context, file io.ReaderAt, size int64) (cluster.Restored, error) {
	conn, err := b.connect(ctx)
	if err != nil {
		return cluster.Restored{}, err
	}
	defer conn.Close()
	done, err := cluster.Restore(ctx, conn, file, size)
	if differ, ok := errors.AsType[*cluster.SettingsError](err); ok {
		field := strings.Replace(differ.Field, "Lease", "AckWait", 1)
		return done, optionError(field, "%v: the service uses %v: start it with the setting of the backup", differ.Given, differ.Stored)
	}
	return done, err
}
