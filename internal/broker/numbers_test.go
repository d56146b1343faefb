package broker

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestNumbers(t *testing.T) {
	b := start(t, withWorkers(t.TempDir()))
	before, err := b.Numbers()
	must(t, "numbers", err)
	conn := serve(t, b)
	if _, err := bucket(t, stream(t, conn), "JOBSTATE").Put(t.Context(), "a.1", make([]byte, 5000)); err != nil {
		t.Fatal(err)
	}
	after, err := b.Numbers()
	must(t, "numbers", err)
	if before.Connections != 0 || after.Connections != 1 || before.Stored != 0 || after.Stored < 5000 || after.Stored > 10_000 {
		t.Errorf("before %+v, after %+v, expected a connection and a record more", before, after)
	}
	if after.MessagesIn <= before.MessagesIn || after.BytesIn < before.BytesIn+5000 || after.MessagesOut <= before.MessagesOut || after.BytesOut <= before.BytesOut {
		t.Errorf("before %+v, after %+v, expected more messages", before, after)
	}
}

func TestNumbersOfTheDisk(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	b := start(t, Options{Dir: dir, MaxStore: unlimited})
	_, all, known := space(dir)
	n, err := b.Numbers()
	must(t, "numbers", err)
	if n.FreeKnown != known || known && (n.Free <= 0 || n.Free > all || n.MaxStored != maxStored(unlimited, n.Stored, n.Free, all)) {
		t.Errorf("%+v of a disk of %d bytes", n, all)
	}
	must(t, "hide the folder", os.Rename(dir, dir+".hidden"))
	n, err = b.Numbers()
	must(t, "numbers", err)
	if n.FreeKnown || n.Free != 0 || n.MaxStored != unlimited || b.Space(unlimited) != nil {
		t.Errorf("%+v of an unknown disk, expected the option and space", n)
	}
	must(t, "show the folder", os.Rename(dir+".hidden", dir))
}

// The room is what the option MaxStore leaves besides what is stored.
func TestRoom(t *testing.T) {
	const most = 1 << 20
	b := start(t, Options{Dir: filepath.Join(t.TempDir(), "data"), MaxStore: most})
	n, err := b.Numbers()
	must(t, "numbers", err)
	room, known := b.Room()
	if want := n.MaxStored - n.Stored; !known || room != want || room <= 0 || room > most {
		t.Errorf("room for %d bytes, known: %v, expected %d", room, known, want)
	}
}

// The room is known if the option or the disk limits it.
func TestRoomOfAnUnknownDisk(t *testing.T) {
	for _, most := range []int64{0, 1 << 20} {
		dir := filepath.Join(t.TempDir(), "data")
		b := start(t, Options{Dir: dir, MaxStore: most})
		if _, known := b.Room(); !known {
			t.Errorf("a limit of %d bytes, and a disk: the room is not known", most)
		}
		must(t, "hide the folder", os.Rename(dir, dir+".hidden"))
		if room, known := b.Room(); known != (most > 0) || room < 0 || room > max(most, 0) && known {
			t.Errorf("a limit of %d bytes, and an unknown disk: room for %d bytes, known: %t", most, room, known)
		}
		must(t, "show the folder", os.Rename(dir+".hidden", dir))
	}
}

// The bytes that may be stored are those of the option MaxStore, but at most what the disk can hold
// beside the reserve.
func TestMaxStored(t *testing.T) {
	for _, c := range []struct{ option, stored, free, all, want int64 }{
		{0, 0, 500, 1000, 450},   // unlimited: all but the reserve
		{0, 100, 500, 1000, 550}, // what is stored is part of it
		{300, 100, 500, 1000, 300},
		{600, 100, 500, 1000, 550}, // the disk is smaller than the option
		{0, 100, 50, 1000, 100},    // nothing but the reserve is free
		{0, 100, 0, 1000, 100},     // full
		{600, 0, 0, 1000, 0},
	} {
		if got := maxStored(c.option, c.stored, c.free, c.all); got != c.want {
			t.Errorf("%+v: %d bytes", c, got)
		}
	}
}

func TestReserve(t *testing.T) {
	const gib = 1 << 30
	for all, want := range map[int64]int64{0: 0, 100: 5, 10 * gib: gib / 2, 20 * gib: gib, 2000 * gib: gib} {
		if got := reserve(all); got != want {
			t.Errorf("%d of %d bytes, expected %d", got, all, want)
		}
	}
}

func TestSpace(t *testing.T) {
	b := start(t, Options{Dir: t.TempDir()})
	free, all, known := space(b.options.Dir)
	if !known {
		return
	}
	room := free - reserve(all)
	if err := b.Space(room / 2); err != nil { // other programs may write meanwhile
		t.Errorf("half of the room: %v", err)
	}
	if err := b.Space(2*room + 1); err == nil || !strings.Contains(err.Error(), "is reserved for accepted jobs") {
		t.Errorf("twice the room: %v, expected an error", err)
	}
	b.failed.Store(true)
	if err := b.Space(0); err == nil || !strings.Contains(err.Error(), "stopped after a failed write") {
		t.Errorf("after a failed write: %v, expected an error", err)
	}
}

// A probe of the disk takes time, and the folder stays locked.
func TestSyncTime(t *testing.T) {
	dir := t.TempDir()
	e := start(t, Options{Dir: dir})
	if took, err := e.SyncTime(); err != nil || took <= 0 {
		t.Errorf("%v, %v", took, err)
	}
	refused(t, Options{Dir: dir}, "another server is using the data folder")
}
