package htmlreport

import (
	"io"
	"testing"
)

func BenchmarkWrite(b *testing.B) {
	p := example()
	for len(p.Rows) < 500 {
		row := failing()
		row.Line = len(p.Rows) + 10
		p.Rows = append(p.Rows, row)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := Write(io.Discard, p); err != nil {
			b.Fatal(err)
		}
	}
}
