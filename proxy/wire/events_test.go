package wire

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

// readEvents returns all events of a source, each as one line of text.
func readEvents(source io.Reader, max int) (list []string, err error) {
	r := NewEventReader(source, max)
	for {
		event, err := r.Next()
		if err != nil {
			return list, err
		}
		list = append(list, fmt.Sprintf("%s|%s|%v", event.Name, event.Data, event.Cut))
	}
}

func TestEventReader(t *testing.T) {
	for _, tt := range []struct {
		name, stream string
		want         []string
	}{
		{"nothing", "", nil},
		{"plain", "data: a\n\ndata: b\n\n", []string{"|a|false", "|b|false"}},
		{"CRLF", "data: a\r\n\r\ndata: b\r\n\r\n", []string{"|a|false", "|b|false"}},
		{"CR", "data: a\r\rdata: b\r\r", []string{"|a|false", "|b|false"}},
		{"mixed ends", "data: a\r\n\ndata: b\n\r\ndata: c\r\n\r", []string{"|a|false", "|b|false", "|c|false"}},
		{"no space", "data:a\n\ndata:  b\n\n", []string{"|a|false", "| b|false"}},
		{"several lines", "data: a\ndata\ndata: b\n\n", []string{"|a\n\nb|false"}},
		{"comments, ids and retry", ": hi\n\nid: 1\nretry: 5\n\n:\ndata: a\n: mid\nfoo: bar\n\n", []string{"|a|false"}},
		{"named", "event: error\ndata: a\n\ndata: b\n\n", []string{"error|a|false", "|b|false"}},
		{"name without data", "event: ping\n\ndata: b\n\n", []string{"|b|false"}},
		{"byte order mark", "\xEF\xBB\xBFdata: a\n\n", []string{"|a|false"}},
		{"half a byte order mark", "\xEF\xBBdata: a\n\ndata: b\n\n", []string{"|b|false"}},
		{"no blank line at the end", "data: a\n", []string{"|a|false"}},
		{"no line end at the end", "data: a\n\ndata: b", []string{"|a|false", "|b|true"}},
		{"cut behind whole lines", "data: a\nda", []string{"|a|true"}},
		{"blank lines only", "\n\n\r\n", nil},
		{"empty data", "data:\n\n", []string{"||false"}},
	} {
		for _, split := range []struct {
			name string
			of   func(io.Reader) io.Reader
		}{
			{"whole", func(r io.Reader) io.Reader { return r }},
			{"byte by byte", iotest.OneByteReader},
			{"data with EOF", iotest.DataErrReader},
		} {
			got, err := readEvents(split.of(strings.NewReader(tt.stream)), 100)
			if err != io.EOF {
				t.Errorf("%s, %s: %v", tt.name, split.name, err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%s, %s: %s", tt.name, split.name, diff)
			}
		}
	}
}

func TestEventReaderTakesLargeEvents(t *testing.T) {
	large := strings.Repeat("x", 2<<20)
	got, err := readEvents(iotest.HalfReader(strings.NewReader("data: "+large+"\n\ndata: next\n\n")), 4<<20)
	if unlimited, _ := readEvents(strings.NewReader("data: "+large+"\n\n"), 0); len(unlimited) != 1 {
		t.Errorf("without a limit: %d events", len(unlimited))
	}
	if err != io.EOF || len(got) != 2 || len(got[0]) != len(large)+len("||false") {
		t.Errorf("%d events, %v", len(got), err)
	}
}

// endless never ends a line.
type endless string

func (e endless) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		n += copy(p[n:], e)
	}
	return n, nil
}

func TestEventReaderIsBounded(t *testing.T) {
	for name, source := range map[string]io.Reader{
		"an endless line":  endless("data: x"),
		"an endless event": endless("data: x\n"),
	} {
		r := NewEventReader(source, 64<<10)
		_, err := r.Next()
		var b *BrokenReply
		if !errors.As(err, &b) || b.Fault != FaultTooLarge {
			t.Errorf("%s: %v", name, err)
		}
		if cap(r.data) > 1<<20 {
			t.Errorf("%s: %d bytes held", name, cap(r.data))
		}
	}
}

func TestEventReaderPassesErrorsOn(t *testing.T) {
	broken := errors.New("reset")
	got, err := readEvents(io.MultiReader(strings.NewReader("data: a\n\ndata: b"), iotest.ErrReader(broken)), 100)
	if !errors.Is(err, broken) || len(got) != 1 {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := NewEventReader(silent{}, 100).Next(); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("a source that gives nothing: %v", err)
	}
}

// silent reads nothing, without an error.
type silent struct{}

func (silent) Read([]byte) (int, error) { return 0, nil }

func TestAppendEventIsReadBack(t *testing.T) {
	var stream []byte
	stream = AppendComment(stream, "keep-alive")
	for _, data := range []string{"a", "", "{\n\"x\":1}\n"} {
		stream = AppendEvent(stream, []byte(data))
	}
	got, _ := readEvents(bytes.NewReader(stream), 100)
	want := []string{"|a|false", "||false", "|{ \"x\":1} |false"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// pieces gives a stream in pieces, whose sizes another text decides.
type pieces struct {
	rest  []byte
	sizes []byte
}

func (p *pieces) Read(dst []byte) (int, error) {
	if len(p.rest) == 0 {
		return 0, io.EOF
	}
	n := 1
	if len(p.sizes) > 0 {
		n, p.sizes = 1+int(p.sizes[0]), p.sizes[1:]
	}
	n = copy(dst, p.rest[:min(n, len(p.rest))])
	p.rest = p.rest[n:]
	return n, nil
}

// However a stream is cut into pieces, it has the same events.
func FuzzEvents(f *testing.F) {
	f.Add([]byte("\xEF\xBB\xBFdata: a\r\n\r\ndata: b\r\revent: x\ndata:c\ndata: d\n\n: hi\n\ndata: [DONE]"), []byte{0, 1, 2})
	f.Add([]byte("data: "+strings.Repeat("x", 300)+"\n\n"), []byte{250, 3})
	f.Fuzz(func(t *testing.T, stream, sizes []byte) {
		const max = 200
		whole, wholeErr := readEvents(bytes.NewReader(stream), max)
		split, splitErr := readEvents(&pieces{stream, sizes}, max)
		if diff := cmp.Diff(whole, split); diff != "" || fmt.Sprint(wholeErr) != fmt.Sprint(splitErr) {
			t.Fatalf("%v, %v %s", wholeErr, splitErr, diff)
		}
	})
}
