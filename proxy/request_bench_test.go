package proxy

import (
	"fmt"
	"testing"

	"go.uber.org/zap"

	"vouchsafe/proxy/upstream"
	"vouchsafe/proxy/wire"
	"vouchsafe/trace/ledger"
)

// wanting is a gateway of which only the request side is wanted.
func wanting(tb testing.TB) func(body []byte) *exchange {
	tb.Helper()
	u, err := upstream.New(upstream.Config{Name: "canned", BaseURL: "http://127.0.0.1:1/v1"})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(u.Close)
	s := NewSetup(Setup{Apps: []*App{newApp("default", u)}, Open: true, Limits: Limits{Request: 32 << 20, Response: 16 << 20}})
	g := New(s, func(*ledger.Trace, ledger.Content) {}, zap.NewNop())
	return func(body []byte) *exchange {
		x := g.newExchange()
		x.run.app, *x.run.way = s.Apps[0], newWay(s.Apps[0])
		x.run.call.body, x.run.call.target = body, wire.Route("POST", chatPath)
		return x
	}
}

// prepare is what an enforced exchange does before it makes its upstream call.
func (x *exchange) readAndInstruct(tb testing.TB) []byte {
	if err := readRequest(x.run, x.request); err != nil {
		tb.Fatal(err)
	}
	collect(x.run, x.question)
	workOf(x.asker())
	if err := chooseForm(x.run, x.question); err != nil {
		tb.Fatal(err)
	}
	return instruct(x.run, x.question, firstStance(x.run, x.question), 1).Bytes()
}

// BenchmarkRequest makes of a client's body what goes upstream, with chunks that
// are the same each time or new each time.
func BenchmarkRequest(b *testing.B) {
	for _, size := range [...]struct{ kb, chunks int }{{8, 5}, {100, 40}} {
		for _, kind := range [...]string{"same", "new"} {
			b.Run(fmt.Sprintf("%dKB/%s", size.kb, kind), func(b *testing.B) {
				body := longPrompt(size.kb, size.chunks)
				exchange := wanting(b)
				b.SetBytes(int64(len(body)))
				b.ReportAllocs()
				began := processorTime()
				for n := 0; b.Loop(); n++ {
					if kind == "new" {
						renew(body, n)
					}
					exchange(body).readAndInstruct(b)
				}
				b.ReportMetric(float64(processorTime()-began)/float64(b.N), "cpu-ns/op")
			})
		}
	}
}
