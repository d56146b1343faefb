// Package outage holds the tests of what a service survives: nodes of a cluster that are
// killed or cut off, power cuts, full disks, folders that come back from a backup. Nodes and
// workers are processes, disks and networks are real ones.
package outage
