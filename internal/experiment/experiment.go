// Package experiment runs algorithms against each other so that the outcome can be
// trusted. A [Plan] says what takes part; its runs are made one after the other in an
// order that lets the noise of the machine fall on all contestants alike ([Plan.Schedule]);
// each of them leaves one [Record], a line of a [Log], from which a killed experiment goes
// on. What the records mean is the matter of the packages stats and report.
//
// The package reads no instance and opens no device itself: a [Bench] is told how.
package experiment
