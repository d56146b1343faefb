package cl

// Traffic counts what passes between the host and a device.
type Traffic struct {
	Programs       int   // programs compiled
	Launches       int   // kernels, copies and fills enqueued
	Waits          int   // calls that wait for the device
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

// enqueue counts work that the caller does not wait for.
func (d *Device) enqueue() {
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
