//go:build unix && !race

package cluster

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/tourmaline-opt/tourmaline/internal/broker"
	"github.com/tourmaline-opt/tourmaline/internal/inputs"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
	"github.com/tourmaline-opt/tourmaline/internal/worker"
)

// Environment variables that turn this binary into a server or a worker.
const (
	roleVariable   = "TOURMALINE_TEST_ROLE"
	folderVariable = "TOURMALINE_TEST_FOLDER"
	listenVariable = "TOURMALINE_TEST_LISTEN"
	nameVariable   = "TOURMALINE_TEST_NAME"
	poisonVariable = "TOURMALINE_TEST_POISON" // id of a job that kills its worker
	clockVariable  = "TOURMALINE_TEST_CLOCK"  // how far the clock of the server is wrong
)

// lazyName is the name of a worker whose beats the server ignores: only the epoch fences it.
const lazyName = "lazy"

// processLease is the time after which a silent worker loses its job.
const processLease = 3 * time.Second

func TestMain(m *testing.M) {
	role := map[string]func(context.Context) error{"server": beServer, "worker": beWorker}[os.Getenv(roleVariable)]
	if role == nil {
		os.Exit(m.Run())
	}
	go func() { // standard input closes when the test ends for any reason
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(3)
	}()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	err := role(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// beServer runs a broker with a hub, a dispatcher and a sweeper. It retains all revisions of the
// records for the test to read.
func beServer(ctx context.Context) error {
	e, err := broker.Start(ctx, broker.Options{
		Dir: os.Getenv(folderVariable), Listen: os.Getenv(listenVariable), Requests: protocol.Requests, Control: protocol.Control,
	})
	if err != nil {
		return err
	}
	defer e.Shutdown()
	nc, err := e.Connect()
	if err != nil {
		return err
	}
	wrong, err := time.ParseDuration(os.Getenv(clockVariable))
	if err != nil {
		return err
	}
	s, err := openWithHistory(ctx, nc, func() time.Time { return time.Now().Add(wrong) })
	if err != nil {
		return err
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	hub := s.Follow(ctx, log)
	d := hub.NewDispatcher(DispatchOptions{Cache: inputs.New(16<<20, 1, s.Loader(nil)), Version: "test", Log: log})
	go hub.Sweep(ctx, SweepOptions{Every: 300 * time.Millisecond, Log: log})
	go d.watchLeases(ctx)
	go func() { _ = s.clock.run(ctx, nc) }()
	<-hub.Ready()
	fmt.Println("ready")
	return protocol.Serve(ctx, nc, deafTo{d, lazyName})
}

// A deafTo dispatcher ignores the beats of one worker.
type deafTo struct {
	*Dispatcher
	name string
}

func (d deafTo) Beat(pool string, b protocol.Beat) {
	if b.Worker.Name != d.name {
		d.Dispatcher.Beat(pool, b)
	}
}

// openWithHistory opens a store that retains all revisions of the records.
func openWithHistory(ctx context.Context, nc *nats.Conn, clock func() time.Time) (*Store, error) {
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, err
	}
	o := Options{Settings: Settings{Lease: processLease}, Clock: clock}.withDefaults()
	if o.Settings, err = loadSettings(ctx, js, o.Settings, false); err != nil {
		return nil, err
	}
	all := streams(o)
	all[0].MaxMsgsPerSubject = 1 << 20 // the record stream
	if err := createStreams(ctx, js, all); err != nil {
		return nil, err
	}
	return open(ctx, nc, js, o)
}

// beWorker runs a worker with the key of the default pool, over TCP.
func beWorker(ctx context.Context) error {
	options, pool, err := broker.WorkerOptions(filepath.Join(os.Getenv(folderVariable), "worker.key"))
	if err != nil {
		return err
	}
	options = append(options, nats.RetryOnFailedConnect(true), nats.ReconnectJitter(0, 0), nats.ReconnectWait(50*time.Millisecond))
	nc, err := nats.Connect("nats://"+os.Getenv(listenVariable), options...)
	if err != nil {
		return err
	}
	defer nc.Close()
	w := worker.New(nc, pool, worker.Options{
		Name: os.Getenv(nameVariable), Slots: 1, Cores: 1, Checkpoint: 100 * time.Millisecond, Progress: 50 * time.Millisecond,
		Log: slog.New(victim{slog.NewTextHandler(os.Stderr, nil), os.Getenv(poisonVariable)}),
	})
	if err := w.Join(ctx); err != nil {
		return err
	}
	fmt.Println("ready")
	return w.Run(ctx)
}

// A victim is a log handler that exits the process when the poison job starts.
type victim struct {
	slog.Handler
	poison string
}

func (v victim) WithAttrs(attrs []slog.Attr) slog.Handler {
	for _, a := range attrs {
		if a.Key == "job" && a.Value.String() == v.poison {
			return killer{v.Handler}
		}
	}
	return victim{v.Handler.WithAttrs(attrs), v.poison}
}

type killer struct{ slog.Handler }

func (k killer) WithAttrs([]slog.Attr) slog.Handler { return k }

func (k killer) Handle(_ context.Context, r slog.Record) error {
	if r.Message == "started" {
		os.Exit(9)
	}
	return nil
}

// A process is this binary running in a different role.
type process struct {
	*exec.Cmd
	ready chan struct{} // closed when the process reports that it is ready, or has exited
	ended chan struct{}
}

func (p *process) signal(s syscall.Signal) { _ = p.Process.Signal(s) }

// kill kills the process abruptly, as a power failure would, and waits until it has exited.
func (p *process) kill() {
	p.signal(syscall.SIGKILL)
	<-p.ended
}

// A site is a server and its workers, each in a separate process.
type site struct {
	t      testing.TB
	folder string
	listen string
	server *process
	log    *os.File
	count  int
	name   string // of the next worker; "" means a new one
	poison string
	wrong  time.Duration // of the clock of the server
}

func newSite(t testing.TB) *site {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &site{t: t, folder: t.TempDir(), listen: l.Addr().String()}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if s.log, err = os.Create(filepath.Join(s.folder, "processes.log")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			text, _ := os.ReadFile(s.log.Name())
			t.Logf("what the processes said:\n%s", text[max(0, len(text)-20000):])
		}
		_ = s.log.Close()
	})
	s.startServer()
	return s
}

// start starts a process that is killed when the test ends.
func (s *site) start(role, name string) *process {
	p := &process{Cmd: exec.Command(os.Args[0], "-test.run=^$"), ready: make(chan struct{}), ended: make(chan struct{})}
	p.Env = append(os.Environ(), roleVariable+"="+role, folderVariable+"="+s.folder, listenVariable+"="+s.listen, nameVariable+"="+name, poisonVariable+"="+s.poison, clockVariable+"="+s.wrong.String())
	p.Stderr = s.log
	_, errIn := p.StdinPipe()
	out, errOut := p.StdoutPipe()
	if errIn != nil || errOut != nil {
		s.t.Fatal(errIn, errOut)
	}
	if err := p.Start(); err != nil {
		s.t.Fatal(err)
	}
	go func() {
		_, _ = bufio.NewReader(out).ReadString('\n')
		close(p.ready)
		_, _ = io.Copy(io.Discard, out)
		_ = p.Wait()
		close(p.ended)
	}()
	s.t.Cleanup(func() {
		p.signal(syscall.SIGCONT)
		p.kill()
	})
	return p
}

func (s *site) startServer() {
	s.server = s.start("server", "server")
	<-s.server.ready
}

// worker starts a worker and waits until it is ready for jobs.
func (s *site) worker() *process {
	s.count++
	p := s.start("worker", cmp.Or(s.name, fmt.Sprintf("worker-%d", s.count)))
	<-p.ready
	return p
}

// store opens the store of the site with the server's permissions.
func (s *site) store() *Store {
	s.t.Helper()
	options, err := broker.ServerOptions(filepath.Join(s.folder, "engine.keys"))
	if err != nil {
		s.t.Fatal(err)
	}
	nc, err := nats.Connect("nats://"+s.listen, append(options, nats.ReconnectWait(20*time.Millisecond), nats.ReconnectJitter(0, 0))...)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(nc.Close)
	store, err := openWithHistory(s.t.Context(), nc, time.Now)
	if err != nil {
		s.t.Fatal(err)
	}
	return store
}

// history returns every revision of every record, in order, by record key.
func history(t testing.TB, s *Store) map[string][]*Record {
	t.Helper()
	stream, err := s.js.Stream(t.Context(), "KV_"+recordBucket)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]*Record{}
	last := stream.CachedInfo().State.LastSeq
	c, err := s.js.OrderedConsumer(t.Context(), "KV_"+recordBucket, jetstream.OrderedConsumerConfig{})
	if err != nil {
		t.Fatal(err)
	}
	for seq := uint64(0); seq < last; {
		m, err := c.Next(jetstream.FetchMaxWait(5 * time.Second))
		if err != nil {
			t.Fatal(err)
		}
		meta, err := m.Metadata()
		if err != nil {
			t.Fatal(err)
		}
		r, err := decodeRecord(m.Data())
		if err != nil {
			t.Fatal(err)
		}
		seq, r.revision = meta.Sequence.Stream, meta.Sequence.Stream
		all[r.Key()] = append(all[r.Key()], r)
	}
	return all
}

// checkHistory checks the revisions of a job: the first is queued, epochs never decrease and
// increase by at most one, only a queued job is claimed, an epoch has one owner, no revision follows
// the end, checkpoints and results belong to the owner, the cost of the checkpoint never increases,
// and a result was verified.
func checkHistory(t testing.TB, key string, of []*Record) {
	t.Helper()
	if of[0].State != Queued || of[0].Epoch != 0 {
		t.Errorf("%s begins as %s with epoch %d", key, of[0].State, of[0].Epoch)
	}
	for i, r := range of[1:] {
		before := of[i]
		switch {
		case before.State.Ended():
			t.Errorf("%s: revision %d (%s) follows its end, revision %d (%s)", key, r.revision, r.State, before.revision, before.State)
		case r.Epoch < before.Epoch || r.Epoch > before.Epoch+1:
			t.Errorf("%s: epoch %d follows %d", key, r.Epoch, before.Epoch)
		case r.Epoch == before.Epoch && (r.Worker != before.Worker || r.Session != before.Session || r.Pool != before.Pool):
			t.Errorf("%s: %s and %s have the same epoch %d", key, before.Worker, r.Worker, r.Epoch)
		case r.Epoch > before.Epoch && before.State != Queued:
			t.Errorf("%s: %s claims the job of %s with epoch %d", key, r.Worker, before.Worker, r.Epoch)
		case r.State == Running && before.State == Running && r.Secret != before.Secret:
			t.Errorf("%s: the secret of epoch %d changes", key, r.Epoch)
		case !wroteBlob(r, before.Checkpoint, r.Checkpoint) || !wroteBlob(r, before.Result, r.Result) || !wroteBlob(r, before.Frames, r.Frames):
			t.Errorf("%s: with epoch %d come %+v and %+v of another", key, r.Epoch, r.Checkpoint, r.Result)
		case before.Kept != nil && (r.Kept == nil || r.Kept.Cost > before.Kept.Cost):
			t.Errorf("%s: %+v is kept after %+v", key, r.Kept, before.Kept)
		case r.Digest != nil && r.Kept != nil && r.Digest.Cost > r.Kept.Cost:
			t.Errorf("%s: the result costs %v, what was kept %v", key, r.Digest.Cost, r.Kept.Cost)
		}
	}
	switch last := of[len(of)-1]; {
	case !last.State.Ended():
		t.Errorf("%s has not ended: %s, epoch %d, of %s", key, last.State, last.Epoch, last.Worker)
	case last.State == Done && (last.Verdict == nil || last.Verdict.Cost != last.Digest.Cost):
		t.Errorf("%s is done with verdict %+v and digest %+v", key, last.Verdict, last.Digest)
	}
}

// wroteBlob reports whether a new blob of a record was written by its owner.
func wroteBlob(r *Record, before, now *Blob) bool {
	if now == nil || now.Name == "" || before != nil && before.Name == now.Name {
		return true
	}
	return strings.HasPrefix(now.Name, fmt.Sprintf("%s.%d.", r.Key(), r.Epoch))
}
