package server

import (
	"cmp"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/inputs"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// Limits holds the limits on client requests. A zero field means the default.
type Limits struct {
	// defaults for quotas that a tenant does not set; 0 = unlimited, except for Queued and Cities
	Quota       access.Quota
	Upload      int64         // bytes of an instance, both as sent and decompressed; 0 = 256 MiB
	Uploads     int           // concurrent uploads; 0 = 4
	Submissions int           // concurrent submissions; 0 = 128
	Content     int64         // bytes of a file within a submission; 0 = 1 MiB
	Wait        time.Duration // maximum time for Prefer: wait; 0 = 1 minute
	Watchers    int           // concurrent event streams; 0 = 4096
	Drawings    int           // concurrent downloads and drawings; 0 = 8
	Cache       int64         // bytes of cached instances and results; 0 = 256 MiB
	Parsing     int64         // bytes of memory for parsing instances concurrently; 0 = 512 MiB
	Disk        int64         // bytes of cached instance files on disk; 0 = 4 GiB
	Memory      int64         // bytes that all requests hold at the same time; 0 = 512 MiB
	BodyTimeout time.Duration // time limit for a short body, which grows with the size; 0 = 10 s
}

const (
	kib = 1 << 10
	mib = 1 << 20
)

func (l Limits) withDefaults() Limits {
	l.Quota.Queued = cmp.Or(l.Quota.Queued, 10_000)
	l.Quota.Cities = cmp.Or(l.Quota.Cities, 10_000_000)
	l.Upload = cmp.Or(l.Upload, 256*mib)
	l.Uploads = cmp.Or(l.Uploads, 4)
	l.Submissions = cmp.Or(l.Submissions, 128)
	l.Content = cmp.Or(l.Content, mib)
	l.Wait = cmp.Or(l.Wait, time.Minute)
	l.Watchers = cmp.Or(l.Watchers, 4096)
	l.Drawings = cmp.Or(l.Drawings, 8)
	l.Memory = cmp.Or(l.Memory, 512*mib)
	l.BodyTimeout = cmp.Or(l.BodyTimeout, defaultTimeout)
	l.Cache = cmp.Or(l.Cache, 256*mib)
	l.Parsing = cmp.Or(l.Parsing, inputs.ParsingMemory)
	l.Disk = cmp.Or(l.Disk, 4096*mib)
	return l
}

// quota returns the effective quota of a tenant.
func (l Limits) quota(own access.Quota) access.Quota {
	return access.Quota{
		Queued: cmp.Or(own.Queued, l.Quota.Queued), Running: cmp.Or(own.Running, l.Quota.Running),
		Bytes: cmp.Or(own.Bytes, l.Quota.Bytes), Cities: cmp.Or(own.Cities, l.Quota.Cities),
		Seconds: cmp.Or(own.Seconds, l.Quota.Seconds), Weight: cmp.Or(own.Weight, l.Quota.Weight),
	}
}

func (l Limits) job(q access.Quota) job.Limits {
	return job.Limits{Bytes: l.Upload, Cities: q.Cities, Seconds: q.Seconds, Proven: job.MaxProven}
}
