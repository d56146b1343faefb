// Package outage tests which failures a service survives: nodes that are killed or cut off, power
// cuts, full disks and restored backups. Nodes and workers are separate processes, and disks and
// networks are real.
package outage
