// Package server is the HTTP server of a service: it accepts jobs and instances, reports
// progress, and returns results that it has verified. It stores everything in a cluster.Store and
// follows jobs with a cluster.Hub. No path of a request reaches the file system, and no name
// except that of a listed report.
package server
