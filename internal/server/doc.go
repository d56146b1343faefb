// Package server implements the HTTP server of a service. It accepts jobs and instances, reports
// progress, and returns verified results. It stores everything in a cluster.Store and follows jobs
// with a cluster.Hub. The server never uses a request path to access the file system, and the only
// file name that it accepts from a request is the name of a listed report.
package server
