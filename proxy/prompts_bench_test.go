package proxy

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"vouchsafe/policy"
)

// fresh stands in each chunk of a prompt; overwriting it makes the chunk new.
const fresh = "########"

// longPrompt is a request of some kilobytes with a number of chunks, of which
// the first four hold what station cites.
func longPrompt(kilobytes, chunks int) []byte {
	var b bytes.Buffer
	b.WriteString(`{"model":"m","messages":[{"role":"system","content":"Answer from the documents.\n\n<documents>`)
	for i := range chunks {
		fmt.Fprintf(&b, `<document id=\"c%d\">Station %d stands %d m above the sea. Its register has the number %s. `, i, i, 100+i, fresh)
		for j := 0; b.Len() < 100+kilobytes*1000*(i+1)/chunks; j++ {
			fmt.Fprintf(&b, "The line from halt %d to halt %d is worked by train number %d on every weekday. ", j, j+1, 17*i+j)
		}
		b.WriteString(`</document>`)
	}
	b.WriteString(`</documents>"},{"role":"user","content":"How high do the stations stand?"}]}`)
	return b.Bytes()
}

// BenchmarkPrompts makes whole exchanges with prompts of 8 KB and 100 KB, whose
// chunks are the same each time or new each time.
func BenchmarkPrompts(b *testing.B) {
	base := canned(b, segmented(station(0), station(1), station(2), station(3)))
	for _, size := range [...]struct{ kb, chunks int }{{8, 5}, {100, 40}} {
		for _, kind := range [...]string{"bare", "off", "observe", "same", "new"} {
			b.Run(fmt.Sprintf("%dKB/%s", size.kb, kind), func(b *testing.B) {
				body := longPrompt(size.kb, size.chunks)
				mode := policy.Enforce
				switch kind {
				case "off":
					mode = policy.Off
				case "observe":
					mode = policy.Observe
				}
				call := gateway(b, base, mode)
				if kind == "bare" {
					call = bare(b, base)
				}
				if resp := call(string(body)); mode == policy.Enforce && kind != "bare" && !strings.Contains(string(resp.Body()), `"verdict":"grounded"`) {
					b.Fatalf("%d %s", resp.StatusCode(), resp.Body())
				}
				b.ReportAllocs()
				began, n := processorTime(), 0
				for b.Loop() {
					if n++; kind == "new" {
						renew(body, n)
					}
					call(string(body))
				}
				b.ReportMetric(float64(processorTime()-began)/float64(b.N), "cpu-ns/op")
			})
		}
	}
}

// renew writes a number over the one in each chunk.
func renew(body []byte, n int) {
	const mark = "Its register has the number "
	number := fmt.Sprintf("%0*d", len(fresh), n)
	for at := 0; ; {
		i := bytes.Index(body[at:], []byte(mark))
		if i < 0 {
			return
		}
		at += i + len(mark)
		copy(body[at:], number)
	}
}
