package upstream

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/molecule-man/go-brrr"
	"github.com/valyala/fasthttp"
)

// Response is an answer whose head has arrived. Body must be closed; an
// unread rest closes the connection. Body belongs to one goroutine: to end a
// read from another, cancel the context that Do was given.
type Response struct {
	Status int
	Header Header // names as the upstream wrote them
	Body   io.ReadCloser
	Whole  bool // the body has arrived too: reading it waits for nothing
}

// exchange is one call on one connection, and the body of its answer.
type exchange struct {
	ctx     context.Context
	conn    *conn
	pool    *pool
	unwatch func() bool // stops watching ctx; false once the connection was cut
	answer  *fasthttp.Response
	body    io.Reader
	left    int64 // bytes that the body may still have
	err     error // how reading ended
	done    bool  // the connection is given up
}

// head reads the head of the answer to a request. sent is the outcome of sending that.
func (x *exchange) head(request *Request, sent error) (*Response, error) {
	x.answer = fasthttp.AcquireResponse()
	x.answer.StreamBody = true
	x.answer.SkipBody = request.Method == fasthttp.MethodHead
	x.answer.Header.DisableNormalizing()
	x.answer.Header.SetNoDefaultContentType(true)
	if err := x.answer.ReadLimitBody(x.conn.br, 0); err != nil {
		return nil, x.fail(Broken, err)
	}
	agreed := request.Upgrade != "" && x.answer.StatusCode() == fasthttp.StatusSwitchingProtocols
	if status := x.answer.StatusCode(); (status < 200 || status > 599) && !agreed {
		return nil, x.fail(Broken, fmt.Errorf("status %d is no answer", status))
	}
	if sent != nil {
		x.answer.Header.SetConnectionClose()
	}
	resp := &Response{Status: x.answer.StatusCode(), Header: CopyHeader(x.answer.Header.All()), Body: x, Whole: x.whole()}
	x.conn.enter(Idle, x.conn.times.Idle)
	return resp, x.open(resp)
}

func (x *exchange) send(u *Upstream, r *Request) error {
	w := writers.Get().(*bufio.Writer)
	defer writers.Put(w)
	defer w.Reset(nil)
	w.Reset(x.conn)
	if err := u.write(w, r); err != nil {
		return err
	}
	return w.Flush()
}

// open prepares the body for reading: bounded, and in clear.
func (x *exchange) open(resp *Response) error {
	if x.body = x.answer.BodyStream(); x.body == nil { // HEAD, 204, 304
		x.body = strings.NewReader("")
		return nil
	}
	if n := x.answer.Header.ContentLength(); int64(n) > x.left {
		return x.fail(TooLarge, fmt.Errorf("%d bytes", n))
	}
	switch coding := strings.ToLower(strings.TrimSpace(resp.Header.Get("Content-Encoding"))); {
	case coding == "", coding == "identity":
	case decoders[coding] != nil:
		x.body = &decoding{from: x.body, coding: coding}
		resp.Header = resp.Header.Without("Content-Encoding", "Content-Length")
	default:
		return x.fail(Broken, fmt.Errorf("it is encoded as %q though only identity was accepted", coding))
	}
	return nil
}

// chunked is what the codec gives for the length of a chunked body.
const chunked = -1

// Read returns what has arrived, at once: it never waits to fill p. Its errors
// are io.EOF at the answer's own end, else an *Error.
func (x *exchange) Read(p []byte) (int, error) {
	if x.err != nil {
		return 0, x.err
	}
	if int64(len(p)) > x.left {
		p = p[:x.left+1] // one more, to tell a full body from one too large
	}
	n, err := x.body.Read(p)
	if int64(n) > x.left {
		n, err = int(x.left), x.fail(TooLarge, errors.New("the limit on its body is passed"))
	}
	x.left -= int64(n)
	if err == io.EOF && x.conn.ended && x.answer.Header.ContentLength() == chunked {
		err = io.ErrUnexpectedEOF // the codec takes a close between two chunks for the end
	}
	switch {
	case err == nil:
		return n, nil
	case err == io.EOF:
		x.err = io.EOF
		x.finish(true)
	default:
		x.err = x.fail(Broken, err)
		x.finish(false)
	}
	return n, x.err
}

// What Close may still take in to keep a connection: the end mark of a chunked
// body mostly arrives together with the last event.
const (
	drainTime  = 5 * time.Millisecond
	drainBytes = 4 << 10
)

// Close gives the connection up. It is kept for later calls if the end of the
// answer is there or arrives within milliseconds. Close may be called twice.
func (x *exchange) Close() error {
	if x.done {
		return nil
	}
	if x.err == nil && x.ctx.Err() == nil {
		x.conn.end = time.Now().Add(drainTime)
		_, _ = io.CopyN(io.Discard, x, drainBytes)
	}
	x.finish(false)
	if x.err == nil {
		x.err = &Error{Failure: Canceled, Err: io.ErrClosedPipe}
	}
	return nil
}

// finish gives the connection up, once: to the pool if the answer was read to its
// end and the peer keeps the connection, otherwise it is closed.
func (x *exchange) finish(whole bool) {
	if x.done {
		return
	}
	x.done = true
	keep := x.unwatch() && whole && !x.answer.ConnectionClose()
	if x.answer != nil {
		_ = x.answer.CloseBodyStream()
		fasthttp.ReleaseResponse(x.answer)
		x.answer, x.body = nil, nil
	}
	if x.conn.rest() && keep {
		x.pool.put(x.conn)
		return
	}
	x.conn.cut()
}

// fail names the failure behind err, because a caller that left and a timeout look
// like other socket errors. An *Error passes as it is.
func (x *exchange) fail(otherwise Failure, err error) error {
	if known, ok := errors.AsType[*Error](err); ok {
		return known
	}
	if x.ctx.Err() != nil {
		return &Error{Failure: Canceled, Err: context.Cause(x.ctx)}
	}
	if phase, ok := x.conn.timedOut(err); ok {
		return &Error{Failure: TimedOut, Phase: phase, Err: err}
	}
	return &Error{Failure: otherwise, Err: err}
}

// whole reports whether all of the answer has arrived.
func (x *exchange) whole() bool {
	n := x.answer.Header.ContentLength()
	return n >= 0 && n <= x.conn.br.Buffered()
}

// maxWindow bounds what a decoder of zstd may hold, in bytes.
const maxWindow = 8 << 20

// decoders open a reply that is compressed although nobody asked for that, by its coding.
var decoders = map[string]func(io.Reader) (io.Reader, error){
	"gzip": func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
	"br":   func(r io.Reader) (io.Reader, error) { return brrr.NewReader(r), nil },
	"zstd": func(r io.Reader) (io.Reader, error) {
		return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
	},
	"deflate": openDeflate,
}

// openDeflate opens what is called deflate: with the frame of zlib, as it should be, or bare,
// as some servers send it.
func openDeflate(r io.Reader) (io.Reader, error) {
	buffered := bufio.NewReader(r)
	head, err := buffered.Peek(2)
	if err != nil {
		return nil, err
	}
	const deflated, check = 8, 31
	if head[0]&0x0f == deflated && (int(head[0])<<8|int(head[1]))%check == 0 {
		return zlib.NewReader(buffered)
	}
	return flate.NewReader(buffered), nil
}

// decoding decodes a body. It starts at the first read, because the head of the coding is
// part of the body.
type decoding struct {
	from    io.Reader
	coding  string
	decoded io.Reader
}

func (d *decoding) Read(p []byte) (int, error) {
	if d.decoded == nil {
		opened, err := decoders[d.coding](d.from)
		if err == io.EOF { // a body that ends early is no whole one
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return 0, fmt.Errorf("cannot decode %s: %w", d.coding, err)
		}
		d.decoded = opened
	}
	return d.decoded.Read(p)
}

// Tunnel is the connection of an answer that goes on in another protocol, and of what has come
// behind its head: no time bounds it any more, and the caller closes it. It is nil for any other answer.
func (r *Response) Tunnel() net.Conn {
	x, ok := r.Body.(*exchange)
	if !ok || r.Status != fasthttp.StatusSwitchingProtocols {
		return nil
	}
	const forever = 100 * 365 * 24 * time.Hour
	x.conn.end = time.Now().Add(forever)
	x.conn.enter(Idle, forever)
	x.done = true
	x.unwatch()
	return tunneled{x.conn}
}

// tunneled reads what has come already, and then what comes.
type tunneled struct{ *conn }

func (t tunneled) Read(p []byte) (int, error) { return t.br.Read(p) }
