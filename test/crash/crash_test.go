//go:build unix

package crash

import (
	"context"
	"database/sql"
	"math/rand/v2"
	"testing"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"vouchsafe/internal/need"
	"vouchsafe/internal/pgtest"
	"vouchsafe/internal/wait"
	"vouchsafe/trace/store"
)

// kills is how often the process is killed.
const kills = 50

// TestEveryAnswerOutlastsAKill: under sync an answer that a client has is in
// the ledger, at whatever moment the process is killed.
func TestEveryAnswerOutlastsAKill(t *testing.T) {
	r := newRig(t, store.SQLite, "", "  durability: sync\n")
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	r.Start()
	go func() { defer close(done); r.load(ctx, 4) }()
	dice := rand.New(rand.NewPCG(1, 2))
	for range kills {
		time.Sleep(time.Duration(50+dice.IntN(250)) * time.Millisecond)
		r.Kill()
		r.Start()
	}
	cancel()
	<-done
	r.Stop()
	r.check(kills)
}

// TestAKillCostsTheLastMomentAtMost: when traces are batched, an answer is in the ledger
// a moment later, while others go on, and no kill takes it from there.
func TestAKillCostsTheLastMomentAtMost(t *testing.T) {
	r := newRig(t, store.SQLite, "", "  durability: batched\n")
	for range 3 {
		r.Start()
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan struct{})
		go func() { defer close(done); r.load(ctx, 4) }()
		time.Sleep(500 * time.Millisecond)
		kept := r.ids()
		wait.Until(t, "what was answered is in the ledger", func() bool {
			return missing(kept, r.inFile()) == 0 && missing(kept, r.inStore()) == 0
		})
		r.Kill()
		cancel()
		<-done
		r.answered = kept // what was answered since may be lost
	}
	r.check(10)
}

// TestAServerThatGoesAwayLosesNothing stops PostgreSQL under load, and starts it again.
func TestAServerThatGoesAwayLosesNothing(t *testing.T) {
	losesNothing(t, (*pgtest.Server).Stop)
}

// TestAServerThatCrashesLosesNothing: what the server said was committed has to
// be there when it has recovered, also under durability: batched.
func TestAServerThatCrashesLosesNothing(t *testing.T) {
	losesNothing(t, (*pgtest.Server).Abort)
}

// losesNothing ends PostgreSQL under load, and starts it again.
func losesNothing(t *testing.T, end func(*pgtest.Server) error) {
	server := need.Start(t, pgtest.Start)
	defer server.Close()
	r := newRig(t, store.Postgres, server.DSN("postgres"), "")
	r.Start()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); r.load(ctx, 4) }()
	time.Sleep(time.Second)
	if err := end(server); err != nil {
		t.Fatal(err)
	}
	r.spills()
	if err := server.Resume(); err != nil {
		t.Fatal(err)
	}
	r.empties()
	cancel()
	<-done
	r.Stop()
	r.check(100)
}

// TestAGatewayStartsWithoutItsServer: traces wait for it in the spill.
func TestAGatewayStartsWithoutItsServer(t *testing.T) {
	server := need.Start(t, pgtest.Start)
	defer server.Close()
	if err := server.Stop(); err != nil {
		t.Fatal(err)
	}
	r := newRig(t, store.Postgres, server.DSN("postgres"), "  durability: sync\n")
	r.Start()
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	r.load(ctx, 2)
	r.Kill() // the spill outlasts that, too
	if err := server.Resume(); err != nil {
		t.Fatal(err)
	}
	r.Start()
	r.empties()
	r.Stop()
	r.check(10)
}

// TestALockedFileLosesNothing: another process keeps the database for itself,
// for longer than the gateway waits.
func TestALockedFileLosesNothing(t *testing.T) {
	r := newRig(t, store.SQLite, "", "")
	r.Start()
	db, err := sql.Open("sqlite", r.dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); r.load(ctx, 4) }()
	if _, err := db.Exec(`PRAGMA busy_timeout = 5000; BEGIN IMMEDIATE`); err != nil {
		t.Fatal(err)
	}
	r.spills()
	if _, err := db.Exec(`ROLLBACK`); err != nil {
		t.Fatal(err)
	}
	r.empties()
	cancel()
	<-done
	r.Stop()
	r.check(100)
}

// spills waits until something is spilled.
func (r *rig) spills() {
	r.t.Helper()
	wait.Until(r.t, "something is spilled", func() bool { return len(r.spilled()) > 0 })
}

// empties waits until all that was spilled has been brought back.
func (r *rig) empties() {
	r.t.Helper()
	wait.Until(r.t, "the spill is brought back", func() bool { return len(r.spilled()) == 0 })
}
