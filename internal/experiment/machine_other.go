//go:build !linux

package experiment

// processor returns nothing. Like loadAverage and cores, it is implemented only on Linux.
func processor() (model string, mhz float64) { return "", 0 }

func loadAverage() *float64 { return nil }

func cores() (usage, bool) { return usage{}, false }
