package experiment

import (
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// processor returns the processor model and its current frequency.
func processor() (model string, mhz float64) {
	data, _ := os.ReadFile("/proc/cpuinfo") // on error, both are unknown
	for line := range strings.Lines(string(data)) {
		key, value, _ := strings.Cut(line, ":")
		switch value = strings.TrimSpace(value); strings.TrimSpace(key) {
		case "model name", "Model", "uarch":
			model = value
		case "cpu MHz":
			mhz, _ = strconv.ParseFloat(value, 64)
		}
	}
	return model, mhz
}

// loadAverage returns the load average of the last minute, or nil if it is unknown.
func loadAverage() *float64 {
	data, _ := os.ReadFile("/proc/loadavg") // on error, there is no number
	first, _, _ := strings.Cut(string(data), " ")
	v, err := strconv.ParseFloat(first, 64)
	if err != nil {
		return nil
	}
	return &v
}

// cores returns the busy time of all cores since the machine was started, and the busy time of this
// program.
func cores() (usage, bool) {
	data, err := os.ReadFile("/proc/stat")
	if err != nil {
		return usage{}, false
	}
	all, ok := busyTime(string(data))
	var own unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &own); err != nil || !ok {
		return usage{}, false
	}
	return usage{all, time.Duration(own.Utime.Nano() + own.Stime.Nano()), strings.Count(string(data), "\ncpu")}, true
}

// busyTime sums the first line of /proc/stat, which is in ticks: "cpu user nice system idle iowait
// irq softirq steal guest guest_nice". It ignores idle and iowait, and also guest and guest_nice,
// which user and nice already include. It counts steal, the time used by other machines on the same
// host.
func busyTime(stat string) (time.Duration, bool) {
	first, _, _ := strings.Cut(stat, "\n")
	fields := strings.Fields(first)
	if len(fields) < 9 || fields[0] != "cpu" {
		return 0, false
	}
	var sum time.Duration
	for i, f := range fields[1:9] {
		v, err := strconv.ParseInt(f, 10, 64)
		if err != nil {
			return 0, false
		}
		if i != 3 && i != 4 {
			sum += time.Duration(v) * tick
		}
	}
	return sum, true
}
