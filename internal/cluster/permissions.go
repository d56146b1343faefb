package cluster

// Permissions are the broker subjects that a client may use.
type Permissions struct {
	Publish, Subscribe []string
	Replies            int // maximum number of messages to the reply subject of a request
}

// maxParts is the maximum number of messages per snapshot. It is enough for a tour of 100 million
// cities.
const maxParts = 1024

// WorkerPermissions returns the permissions that a worker needs for its part of the protocol: it
// receives wake-ups, reads instances, writes records, checkpoints and results, and publishes
// events. It cannot create or delete a stream, submit a job or change an instance.
func WorkerPermissions() Permissions {
	var (
		records, members           = keyValues(recordBucket), keyValues(memberBucket)
		manifests                  = keyValues(manifestBucket)
		instances, states, results = objects(instanceBucket), objects(stateBucket), objects(resultBucket)
	)
	publish := []string{
		"$JS.API.INFO",
		"$JS.API.CONSUMER.INFO." + queueStream + "." + consumer,
		"$JS.API.CONSUMER.MSG.NEXT." + queueStream + "." + consumer,
		"$JS.ACK." + queueStream + "." + consumer + ".>",
		"$JS.API.STREAM.PURGE." + states.stream,
		records.subject + ">", members.subject + ">", states.subject + ">", results.subject + ">",
		eventSubject + ">", deadSubject + ">",
	}
	for _, stream := range []string{queueStream, eventStream, deadStream} {
		publish = append(publish, "$JS.API.STREAM.INFO."+stream)
	}
	for _, b := range []bucket{records, members, manifests, instances, states, results} {
		publish = append(publish,
			"$JS.API.STREAM.INFO."+b.stream,
			"$JS.API.STREAM.MSG.GET."+b.stream,
			// Watching and reading in parts both use a consumer, which is deleted afterwards.
			"$JS.API.CONSUMER.CREATE."+b.stream+".>",
			"$JS.API.CONSUMER.DELETE."+b.stream+".>")
	}
	// Workers may read an object from any node, but a record only from the leader, because other
	// nodes can be stale.
	for _, b := range []bucket{instances, states, results} {
		publish = append(publish, "$JS.API.DIRECT.GET."+b.stream+".>")
	}
	subscribe := []string{"_INBOX.>", cancelSubject + ">"}
	return Permissions{publish, subscribe, maxParts}
}

// A bucket is a key-value or object store. JetStream names the stream of a bucket after the bucket.
type bucket struct{ stream, subject string }

func keyValues(name string) bucket { return bucket{"KV_" + name, "$KV." + name + "."} }

func objects(name string) bucket { return bucket{"OBJ_" + name, "$O." + name + "."} }
