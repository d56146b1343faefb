// Package service assembles a service in one process, with broker, job store, sweeper, worker and
// HTTP server. It can also run a worker alone.
package service

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/broker"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/loopback"
	"github.com/tourmaline-opt/tourmaline/internal/server"
	"github.com/tourmaline-opt/tourmaline/internal/tracing"
	"github.com/tourmaline-opt/tourmaline/internal/worker"
)

// TLS holds the paths of certificate files.
type TLS = broker.TLS

// Options configures a service.
type Options struct {
	Listen string        // host:port for HTTP; port 0 means any free port
	Tokens string        // token file; if "", every client has all permissions
	Access *access.Store // used if Tokens is ""; may be nil
	TLS    *TLS          // for HTTP and the broker; nil for no TLS

	Data         string   // data folder of the broker
	BrokerListen string   // host:port for workers; "" for no port
	Name         string   // name of this node in a cluster
	Cluster      string   // host:port for the other nodes; "" for no cluster
	Routes       []string // host:port of the other nodes
	MaxStore     int64    // maximum bytes on disk; 0 means unlimited
	// MaxCheckpoint is the maximum size of a checkpoint in bytes; 0 means 16 GiB.
	MaxCheckpoint int64

	NATS string // URLs of NATS servers to use instead of the embedded broker, or ""
	Keys string // key file; "" means engine.keys in Data
	// file with the keys of worker pools; "" means pools.json in the folder of the key file
	Pools string

	// Settings of the whole cluster: 0 means the stored value, or the default if none is stored.
	Replicas int           // number of replicas of all stored data
	AckWait  time.Duration // maximum time between heartbeats of a worker
	Retain   time.Duration // how long to keep finished jobs
	Stuck    time.Duration // time without progress after which a job is taken from its worker
	// ChangeSettings stores the given settings in place of the stored ones. Otherwise, settings that
	// differ are an error.
	ChangeSettings bool

	Slots      int           // number of concurrent jobs in this process; 0 for no worker
	Threads    int           // threads that these jobs share
	Device     device.Device // used if an algorithm supports it; may be nil
	Checkpoint time.Duration // maximum time between checkpoints; 0 means 10 s

	WebhooksPrivate bool // allow webhooks at private addresses, and without TLS

	Basemap string // PMTiles file for the map behind tours, or ""
	Reports string // report folder, readable by all tenants, or ""

	Drain       time.Duration // how long to accept requests after the end of the context, except for new jobs
	Connections int           // maximum number of open HTTP connections; 0 means the default

	Tracer *tracing.Tracer // records traces of requests and jobs; nil for none

	HTTP   server.Limits // limits for requests, and for tenants without a quota
	Log    *slog.Logger
	Reload <-chan os.Signal      // signals to reload tokens, pools and certificates
	Ready  func(Addresses) error // called when the service accepts requests
}

// Addresses holds the URLs of a running service.
type Addresses struct {
	HTTP   string
	Broker string // URL for workers, or "" if no port is open
}

// An OptionError describes an invalid option.
type OptionError struct {
	Field  string
	Detail string // continues a sentence that starts with the field
}

func (m *OptionError) Error() string { return m.Field + " " + m.Detail }

func optionError(field, format string, args ...any) error {
	return &OptionError{field, fmt.Sprintf(format, args...)}
}

// Validate returns an error for options that cannot work or that would expose the service without
// protection.
func (o Options) Validate() error {
	return errors.Join(
		o.checkAddress("Listen", o.Listen, o.secure() && o.Tokens != "", "a certificate and tokens"),
		o.checkAddress("BrokerListen", o.BrokerListen, o.secure(), "a certificate"),
		o.checkAddress("Cluster", o.Cluster, o.secure(), "a certificate"),
		o.checkValues(),
	)
}

// checkValues returns an error for a value that is out of range or contradicts another option.
func (o Options) checkValues() error {
	switch {
	case o.NATS != "" && (o.BrokerListen != "" || o.Cluster != ""):
		return optionError("NATS", "%s replaces the embedded broker: do not set BrokerListen or Cluster", Redacted(o.NATS))
	case o.Cluster == "" && len(o.Routes) > 0:
		return optionError("Routes", "%s: without Cluster, the other nodes cannot reach this node", strings.Join(o.Routes, ","))
	case o.Cluster != "" && o.Name == "":
		return optionError("Cluster", "%s: a cluster node needs a unique Name", o.Cluster)
	case o.Cluster == "" && o.NATS == "" && o.Replicas > 1:
		return optionError("Replicas", "%d: several copies need Cluster or NATS", o.Replicas)
	case o.Replicas < 0 || o.Replicas > 5 || o.Replicas%2 == 0 && o.Replicas > 0:
		return optionError("Replicas", "%d: expected 1, 3 or 5", o.Replicas)
	case o.Slots < 0:
		return optionError("Slots", "%d: expected 0 or more", o.Slots)
	case o.AckWait > 0 && o.AckWait < minAckWait:
		return optionError("AckWait", "%v: expected %v or more", o.AckWait, minAckWait)
	}
	return nil
}

func (o Options) secure() bool { return o.TLS != nil && o.TLS.Certificate != "" }

// minAckWait is the minimum AckWait. It leaves time for three heartbeats.
const minAckWait = time.Second

// checkAddress returns an error if other machines can reach an address without the required
// protection.
func (o Options) checkAddress(field, address string, safe bool, needs string) error {
	if address == "" {
		return nil
	}
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return optionError(field, "%s: expected host:port", address)
	}
	if !safe && !loopback.Is(host) {
		return optionError(field, "%s accepts requests from other machines: it needs %s, or a local address such as 127.0.0.1", address, needs)
	}
	return nil
}

// workerOptions returns the options of the embedded worker. It sets no limit on the number of
// cities, because the server has already checked the job against the quota of its tenant.
func (o Options) workerOptions() worker.Options {
	limits := job.Limits{Bytes: o.HTTP.Upload}
	return worker.Options{Slots: o.Slots, Cores: o.Threads, Device: o.Device, Limits: limits, Log: o.Log, Tracer: o.Tracer, Checkpoint: o.Checkpoint}
}

// cacheFolder returns the folder for cached instance files, or "" for a temporary one. Without an
// embedded broker, several servers may have the same data folder.
func (o Options) cacheFolder() string {
	if o.Data == "" || o.NATS != "" {
		return ""
	}
	return filepath.Join(o.Data, "cache")
}
