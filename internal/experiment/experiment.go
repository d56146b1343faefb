// Package experiment compares algorithms reproducibly. A [Plan] lists contestants and instances.
// [Plan.Schedule] orders their runs so that noise of the machine affects all contestants alike.
// Each run leaves one [Record], a line of a [Log], from which a killed experiment resumes. The
// packages stats and report evaluate the records.
//
// The package reads no instance and opens no device itself: the caller of a [Bench] provides both.
package experiment
