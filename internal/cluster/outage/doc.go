// Package outage tests what a service survives: nodes that are killed or cut off, power cuts,
// full disks, restored backups. Nodes and workers are processes; disks and networks are real.
package outage
