// Package service puts the parts of a service together: an engine, the store of jobs, its
// sweeper, a worker inside and HTTP in one process, or a worker alone.
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

// TLS names the files of certificates.
type TLS = broker.TLS

// Options say what a service is made of.
type Options struct {
	Listen string        // host:port for HTTP; port 0: any that is free
	Tokens string        // file of tokens; "": whoever reaches Listen may do everything
	Access *access.Store // tokens that are in no file, instead of Tokens; nil: none
	TLS    *TLS          // of HTTP and of the engine; nil: none

	Data         string   // folder of the embedded engine
	BrokerListen string   // host:port for workers; "": none is opened
	Name         string   // of this node of a cluster
	Cluster      string   // host:port for the other nodes; "": there are none
	Routes       []string // host:port of the other nodes
	MaxStore     int64    // bytes on disk; 0: what the engine decides

	NATS string // URL of servers that are used instead of an engine; "": none
	Keys string // file of keys of the engine; "": that in its folder

	Replicas   int           // of everything on disk; 0 = 1
	AckWait    time.Duration // how long a worker may be silent; 0 = 30 s
	Retain     time.Duration // how long jobs that have ended are kept; 0 = a week
	Slots      int           // jobs side by side in this process; 0: none
	Threads    int           // that they share
	Device     device.Device // that does what it can of them; nil: none
	Checkpoint time.Duration // longest time between two; 0 = 10 s

	Basemap string // file of PMTiles for pages to draw tours on; "": none
	Reports string // folder with reports of 'tourmaline compare', for all tenants; "": none

	HTTP   server.Limits // of requests, and of tenants without a quota of their own
	Log    *slog.Logger
	Reload <-chan os.Signal      // asks for the tokens to be read again
	Ready  func(Addresses) error // called once, when the service answers
}

// Addresses are where a service is reached.
type Addresses struct {
	HTTP   string // URL
	Broker string // URL for workers; "": no port is open
}

// A Misuse is an option with a value that it cannot have.
type OptionError struct {
	Field  string
	Detail string // follows the name of the field in a sentence
}

func (m *OptionError) Error() string { return m.Field + " " + m.Detail }

func optionError(field, format string, args ...any) error {
	return &OptionError{field, fmt.Sprintf(format, args...)}
}

// Validate refuses what cannot work or would be open to strangers.
func (o Options) Validate() error {
	faults := []error{
		o.checkAddress("Listen", o.Listen, o.secure() && o.Tokens != "", "a certificate and tokens"),
		o.checkAddress("BrokerListen", o.BrokerListen, o.secure(), "a certificate"),
		o.checkAddress("Cluster", o.Cluster, o.secure(), "a certificate"),
	}
	switch {
	case o.NATS != "" && (o.BrokerListen != "" || o.Cluster != ""):
		faults = append(faults, optionError("NATS", "%s is used instead of an engine: it takes no BrokerListen and no Cluster", Redacted(o.NATS)))
	case o.Cluster == "" && len(o.Routes) > 0:
		faults = append(faults, optionError("Routes", "%s: the other nodes cannot reach this one without Cluster", strings.Join(o.Routes, ",")))
	case o.Cluster != "" && o.Name == "":
		faults = append(faults, optionError("Cluster", "%s: a node needs a Name that no other has", o.Cluster))
	case o.Cluster == "" && o.NATS == "" && o.Replicas > 1:
		faults = append(faults, optionError("Replicas", "%d: one node keeps one copy of everything; others need Cluster or NATS", o.Replicas))
	case o.Replicas < 0 || o.Replicas > 5 || o.Replicas%2 == 0 && o.Replicas > 0:
		faults = append(faults, optionError("Replicas", "%d: expected 1, 3 or 5", o.Replicas))
	case o.Slots < 0:
		faults = append(faults, optionError("Slots", "%d: expected 0 or more", o.Slots))
	case o.AckWait > 0 && o.AckWait < minAckWait:
		faults = append(faults, optionError("AckWait", "%v: expected %v or more", o.AckWait, minAckWait))
	}
	return errors.Join(faults...)
}

// secure tells whether there is a certificate to show.
func (o Options) secure() bool { return o.TLS != nil && o.TLS.Certificate != "" }

// shortestWait leaves room for three signs of life of a worker.
const minAckWait = time.Second

// guarded refuses an address that other machines reach without what it needs.
func (o Options) checkAddress(field, address string, safe bool, needs string) error {
	if address == "" {
		return nil
	}
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return optionError(field, "%s: expected host:port", address)
	}
	if !safe && !loopback.Is(host) {
		return optionError(field, "%s is open to other machines: it needs %s, or an address such as 127.0.0.1", address, needs)
	}
	return nil
}

// worker are the options of the worker inside. The quota of its tenant was held against a
// job when it was taken: it may be larger than that of tenants without one.
func (o Options) workerOptions() cluster.WorkerOptions {
	limits := job.Limits{Bytes: o.HTTP.Upload}
	return cluster.WorkerOptions{Slots: o.Slots, Cores: o.Threads, Device: o.Device, Limits: limits, Log: o.Log, Checkpoint: o.Checkpoint}
}
