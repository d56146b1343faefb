// Package experiment compares algorithms reproducibly. A [Plan] lists contestants and instances.
// [Plan.Schedule] orders their runs so that machine noise affects all contestants equally. Each run
// leaves one [Record], a line of a [Log], from which a killed experiment resumes. The packages
// stats and report evaluate the records.
//
// The package itself reads no instance and opens no device. The caller of a [Bench] provides both.
package experiment
