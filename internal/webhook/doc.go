// Package webhook reports the ends of jobs to the HTTP endpoints of tenants.
//
// A tenant registers endpoints. The servers of a cluster share the work: a server that holds the
// lease of an endpoint sends the changes of jobs after the endpoint's stored position and then
// stores the new position. A message is therefore delivered at least once, even if servers crash.
// Messages follow the Standard Webhooks specification (https://www.standardwebhooks.com).
package webhook
