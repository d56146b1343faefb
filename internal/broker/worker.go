package broker

import (
	"fmt"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// WorkerOptions are how a worker connects: with the key of a file, engine.keys or
// worker.key, and again and again when the connection breaks.
func WorkerOptions(keysFile string) ([]nats.Option, error) {
	return lasting(keysFile, "worker", func(k keys) key { return k.worker })
}

// ServerOptions are how a server that embeds no engine connects to one elsewhere: with all
// rights, and again and again.
func ServerOptions(keysFile string) ([]nats.Option, error) {
	return lasting(keysFile, "server", func(k keys) key { return k.server })
}

// lasting are the options of a connection that comes back whenever it breaks.
func lasting(keysFile, name string, of func(keys) key) ([]nats.Option, error) {
	k, err := readKeys(keysFile)
	if err != nil {
		return nil, err
	}
	if of(k).seed == "" {
		return nil, fmt.Errorf("keys %s: expected a %s line", keysFile, name)
	}
	return []nats.Option{
		of(k).authenticate(),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(250 * time.Millisecond),
		// A thousand workers do not come back in the same instant.
		nats.ReconnectJitter(500*time.Millisecond, 2*time.Second),
		// A cut cable is noticed before others may claim the job.
		nats.PingInterval(8 * time.Second), nats.MaxPingsOutstanding(2),
	}, nil
}

// tourParts is in how many messages a worker may show something: enough for the tour of 100 million cities.
const tourParts = 1024

// workerPermissions let a worker do its part of the protocol: it takes wake-ups, reads
// instances, keeps records, checkpoints and results, and tells what happens. It cannot make
// or delete a stream, submit a job or change an instance.
func workerPermissions() *server.Permissions {
	publish := []string{
		"$JS.API.INFO",
		"$JS.API.CONSUMER.INFO.JOBS.workers",
		"$JS.API.CONSUMER.MSG.NEXT.JOBS.workers",
		"$JS.ACK.JOBS.workers.>",
		"$JS.API.STREAM.PURGE.OBJ_CKPT",
		"$KV.JOBSTATE.>", "$KV.MEMBERS.>", "$O.CKPT.>", "$O.RESULT.>",
		"events.>", "dead.>",
	}
	for _, stream := range []string{"JOBS", "KV_JOBSTATE", "KV_MEMBERS", "OBJ_INST", "OBJ_CKPT", "OBJ_RESULT", "EVENTS", "DLQ"} {
		publish = append(publish, "$JS.API.STREAM.INFO."+stream)
	}
	// What is watched or read in pieces comes by a consumer that ends with the reading.
	for _, stream := range []string{"KV_JOBSTATE", "KV_MEMBERS", "OBJ_INST", "OBJ_CKPT", "OBJ_RESULT"} {
		publish = append(publish,
			"$JS.API.STREAM.MSG.GET."+stream,
			"$JS.API.CONSUMER.CREATE."+stream+".>",
			"$JS.API.CONSUMER.DELETE."+stream+".>")
	}
	// Objects may be looked up on any node. Records may not: they could be stale.
	for _, stream := range []string{"OBJ_INST", "OBJ_CKPT", "OBJ_RESULT"} {
		publish = append(publish, "$JS.API.DIRECT.GET."+stream+".>")
	}
	return &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: publish},
		Subscribe: &server.SubjectPermission{Allow: []string{"_INBOX.>", "cancel.>", "tour.>", "trails.>"}},
		// Answers to the server, and to the flow control of a long object.
		Response: &server.ResponsePermission{MaxMsgs: tourParts, Expires: time.Minute},
	}
}
