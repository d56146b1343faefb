//go:build !linux

package experiment

// processor returns nothing: like loadAverage and cores, it is implemented on Linux only.
func processor() (model string, mhz float64) { return "", 0 }

func loadAverage() *float64 { return nil }

func cores() (usage, bool) { return usage{}, false }
