package cl

// Traffic counts what passes between the host and a device.
type Traffic struct {
	Programs       int   // programs compiled
	Launches       int   // kernels, copies and fills enqueued
	Waits          int   // calls that wait for the device, or may wait
	Sent, Received int64 // bytes
}

// Traffic returns the counts since the device was opened.
func (d *Device) Traffic() Traffic {
	if d == nil {
		return Traffic{}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.traffic
}

// countLaunch records that a kernel, a copy or a fill was enqueued.
func (d *Device) countLaunch() {
	d.traffic.Launches++
	d.queued = true
}

// transfer counts a blocking transfer.
func (t *Traffic) transfer(function string, bytes int64) {
	t.Waits++
	if function == enqueueWrite {
		t.Sent += bytes
	} else {
		t.Received += bytes
	}
}
