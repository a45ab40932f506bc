package upstreamtest

import (
	"bytes"
	"compress/gzip"
	"maps"
	"net"
	"net/http"
	"strconv"
	"time"
)

// Ending is how a reply ends.
type Ending int

const (
	Whole Ending = iota // as HTTP wants it
	Cut                 // the connection is closed before the end was told
	Reset               // the same by a TCP reset
	Hang                // nothing more comes until the client leaves
)

// Reply is what goes on the wire.
type Reply struct {
	Status int // 200 if zero
	Header map[string]string
	Body   []byte   // sent at once, with its length
	Pieces [][]byte // in place of Body: chunked, each flushed by itself
	Wait   time.Duration
	Pace   time.Duration // between pieces
	// Flood repeats the last piece until this many bytes of body have been
	// sent; below zero there is no end.
	Flood  int64
	Ending Ending
	Gzip   bool // compressed although the client did not ask for it
	Silent bool // no answer at all: cut, reset, or kept until the client leaves
}

// send plays the reply.
func (p Reply) send(w http.ResponseWriter, r *Request) {
	out := http.NewResponseController(w)
	if p.Silent {
		if p.Ending == Whole {
			p.Ending = Hang
		}
		p.end(out, r)
		return
	}
	if !pause(r, p.Wait) {
		return
	}
	if p.Gzip {
		p = p.compress()
	}
	for k, v := range p.Header {
		w.Header().Set(k, v)
	}
	if p.Pieces == nil {
		w.Header().Set("Content-Length", strconv.Itoa(len(p.Body)))
	}
	w.WriteHeader(max(p.Status, http.StatusOK))
	for i, piece := range p.pieces() {
		if i > 0 && !pause(r, p.Pace) {
			return
		}
		if _, err := w.Write(piece); err != nil {
			return
		}
		_ = out.Flush()
	}
	p.flood(w, r)
	p.end(out, r)
}

func (p Reply) pieces() [][]byte {
	if p.Pieces != nil {
		return p.Pieces
	}
	if p.Ending != Whole {
		return [][]byte{p.Body[:len(p.Body)/2]}
	}
	return [][]byte{p.Body}
}

func (p Reply) flood(w http.ResponseWriter, r *Request) {
	if p.Flood == 0 || len(p.Pieces) == 0 {
		return
	}
	last := p.Pieces[len(p.Pieces)-1]
	for sent := int64(0); p.Flood < 0 || sent < p.Flood; sent += int64(len(last)) {
		if !pause(r, p.Pace) {
			return
		}
		if _, err := w.Write(last); err != nil {
			return
		}
		if p.Pace > 0 {
			_ = http.NewResponseController(w).Flush()
		}
	}
}

func (p Reply) end(out *http.ResponseController, r *Request) {
	switch p.Ending {
	case Cut:
		panic(http.ErrAbortHandler)
	case Reset:
		if c, _, err := out.Hijack(); err == nil {
			if tcp, ok := c.(*net.TCPConn); ok {
				_ = tcp.SetLinger(0)
			}
			_ = c.Close()
		}
	case Hang:
		<-r.gone
	}
}

// pause waits, and tells whether the client is still there.
func pause(r *Request, d time.Duration) bool {
	if d <= 0 {
		select {
		case <-r.gone:
			return false
		default:
			return true
		}
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-r.gone:
		return false
	case <-t.C:
		return true
	}
}

// compress compresses; each piece ends at a flush, so that a reader gets it.
func (p Reply) compress() Reply {
	var all bytes.Buffer
	gz := gzip.NewWriter(&all)
	var pieces [][]byte
	for _, piece := range p.pieces() {
		_, _ = gz.Write(piece)
		_ = gz.Flush()
		pieces = append(pieces, bytes.Clone(all.Bytes()))
		all.Reset()
	}
	_ = gz.Close()
	header := map[string]string{"Content-Encoding": "gzip"}
	maps.Copy(header, p.Header)
	p.Header, p.Pieces, p.Body, p.Gzip = header, append(pieces, all.Bytes()), nil, false
	return p
}
