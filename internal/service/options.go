// Package service assembles a service: broker, job store, sweeper, worker and HTTP server in one
// process, or a worker alone.
package service

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strings"
	"time"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/broker"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/loopback"
	"github.com/tourmaline-opt/tourmaline/internal/server"
)

// TLS names certificate files.
type TLS = broker.TLS

// Options configure a service.
type Options struct {
	Listen string        // host:port for HTTP; port 0: any free port
	Tokens string        // token file; "": every client has all permissions
	Access *access.Store // used instead of Tokens; nil: none
	TLS    *TLS          // of HTTP and of the broker; nil: none

	Data         string   // folder of the broker
	BrokerListen string   // host:port for workers; "": none
	Name         string   // of this node of a cluster
	Cluster      string   // host:port for the other nodes; "": no cluster
	Routes       []string // host:port of the other nodes
	MaxStore     int64    // bytes on disk; 0: unlimited

	NATS string // URLs of NATS servers to use instead of the broker; "": none
	Keys string // key file; "": engine.keys in Data

	Replicas   int           // of everything on disk; 0 = 1
	AckWait    time.Duration // how long a worker may send no heartbeat; 0 = 30 s
	Retain     time.Duration // how long ended jobs are kept; 0 = a week
	Slots      int           // jobs at the same time in this process; 0: none
	Threads    int           // shared by these jobs
	Device     device.Device // used where an algorithm supports it; nil: none
	Checkpoint time.Duration // longest time between checkpoints; 0 = 10 s

	Basemap string // PMTiles file of the map behind tours; "": none
	Reports string // folder of reports, readable by all tenants; "": none

	HTTP   server.Limits // of requests and of tenants without their own quota
	Log    *slog.Logger
	Reload <-chan os.Signal      // reloads the tokens
	Ready  func(Addresses) error // called once the service accepts requests
}

// Addresses are the URLs of a running service.
type Addresses struct {
	HTTP   string
	Broker string // for workers; "": no port is open
}

// An OptionError says what is wrong with the value of an option.
type OptionError struct {
	Field  string
	Detail string // continues the sentence that begins with the field
}

func (m *OptionError) Error() string { return m.Field + " " + m.Detail }

func optionError(field, format string, args ...any) error {
	return &OptionError{field, fmt.Sprintf(format, args...)}
}

// Validate rejects options that cannot work or would expose the service without protection.
func (o Options) Validate() error {
	faults := []error{
		o.checkAddress("Listen", o.Listen, o.secure() && o.Tokens != "", "a certificate and tokens"),
		o.checkAddress("BrokerListen", o.BrokerListen, o.secure(), "a certificate"),
		o.checkAddress("Cluster", o.Cluster, o.secure(), "a certificate"),
	}
	switch {
	case o.NATS != "" && (o.BrokerListen != "" || o.Cluster != ""):
		faults = append(faults, optionError("NATS", "%s replaces the embedded broker: do not set BrokerListen or Cluster", Redacted(o.NATS)))
	case o.Cluster == "" && len(o.Routes) > 0:
		faults = append(faults, optionError("Routes", "%s: without Cluster, the other nodes cannot reach this node", strings.Join(o.Routes, ",")))
	case o.Cluster != "" && o.Name == "":
		faults = append(faults, optionError("Cluster", "%s: a cluster node needs a unique Name", o.Cluster))
	case o.Cluster == "" && o.NATS == "" && o.Replicas > 1:
		faults = append(faults, optionError("Replicas", "%d: several copies need Cluster or NATS", o.Replicas))
	case o.Replicas < 0 || o.Replicas > 5 || o.Replicas%2 == 0 && o.Replicas > 0:
		faults = append(faults, optionError("Replicas", "%d: expected 1, 3 or 5", o.Replicas))
	case o.Slots < 0:
		faults = append(faults, optionError("Slots", "%d: expected 0 or more", o.Slots))
	case o.AckWait > 0 && o.AckWait < minAckWait:
		faults = append(faults, optionError("AckWait", "%v: expected %v or more", o.AckWait, minAckWait))
	}
	return errors.Join(faults...)
}

func (o Options) secure() bool { return o.TLS != nil && o.TLS.Certificate != "" }

// minAckWait leaves time for three heartbeats.
const minAckWait = time.Second

// checkAddress rejects an address that other machines can reach without the required protection.
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

// workerOptions returns the options of the embedded worker. It enforces no size limit: the server
// has checked the job against the quota of its tenant.
func (o Options) workerOptions() cluster.WorkerOptions {
	limits := job.Limits{Bytes: o.HTTP.Upload}
	return cluster.WorkerOptions{Slots: o.Slots, Cores: o.Threads, Device: o.Device, Limits: limits, Log: o.Log, Checkpoint: o.Checkpoint}
}
