package cluster

import "github.com/nats-io/nats.go/jetstream"

// webhookBucket contains the webhook endpoints of all tenants, by <tenant>.<id>.
const webhookBucket = "WEBHOOKS"

// Webhooks returns the bucket of the webhook endpoints, by <tenant>.<id>.
func (s *Store) Webhooks() jetstream.KeyValue { return s.webhooks }

// IsConflict reports whether a write failed because another write intervened.
func IsConflict(err error) bool { return isConflict(err) }
