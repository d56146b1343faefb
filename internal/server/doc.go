// Package server is the HTTP face of a service: it takes jobs and instances, shows how far
// they are, and hands out results that it has verified. It stands on cluster.Store and
// cluster.Hub, and knows nothing of how these keep what they have. No path of a
// request reaches the file system, and no name but that of a report that is listed.
package server
