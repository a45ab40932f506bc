package upstream

import (
	"bufio"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/valyala/bytebufferpool"
	"github.com/valyala/fasthttp"
)

// Header is a list of header lines, names as they were or will be written.
type Header [][2]string

// Get returns the first value under a name, in any case; "" where there is none.
func (h Header) Get(name string) string {
	for _, line := range h {
		if sameName(line[0], name) {
			return line[1]
		}
	}
	return ""
}

// All returns all values under a name, in any case.
func (h Header) All(name string) (values []string) {
	for _, line := range h {
		if sameName(line[0], name) {
			values = append(values, line[1])
		}
	}
	return values
}

// Only is the header of the lines whose names are wanted, in memory of its own.
func (h Header) Only(wanted func(name string) bool) (kept Header) {
	for _, line := range h {
		if wanted(line[0]) {
			kept = append(kept, line)
		}
	}
	return kept
}

// Without is the header without the lines under some names, in memory of its own.
func (h Header) Without(names ...string) Header {
	return slices.DeleteFunc(slices.Clone(h), func(line [2]string) bool { return among(names, line[0]) })
}

// CopyHeader copies header lines whose bytes belong to somebody else into one new
// string.
func CopyHeader(lines iter.Seq2[[]byte, []byte]) Header {
	c := copiers.Get().(*copier)
	defer copiers.Put(c)
	lines(c.add)
	text, out, start := string(c.all), make(Header, len(c.ends)/2), 0
	for i := range out {
		name, value := c.ends[2*i], c.ends[2*i+1]
		out[i] = [2]string{text[start:name], text[name:value]}
		start = value
	}
	clear(c.all) // there may be a credential among them
	c.all, c.ends = c.all[:0], c.ends[:0]
	return out
}

// copier gathers header lines. It is reused, because the function that takes an
// iterator's lines would be allocated for each message.
type copier struct {
	all  []byte
	ends []int // of names and values in turn
	add  func(name, value []byte) bool
}

var copiers = sync.Pool{New: func() any {
	c := &copier{}
	c.add = c.take
	return c
}}

func (c *copier) take(name, value []byte) bool {
	c.all = append(c.all, name...)
	c.ends = append(c.ends, len(c.all), len(c.all)+len(value))
	c.all = append(c.all, value...)
	return true
}

// Request is one call. Path is appended to the base URL's path as it stands.
type Request struct {
	Method string // POST if empty
	Path   string // "/chat/completions", escaped as it goes on the wire
	AtRoot bool   // it is the server's own path, and not below the interface's (/v1)
	Query  string // without "?"; may be empty
	Header Header // sent in this order, names as given
	// Upgrade is the protocol in which the call is to go on, "" for none: see Response.Tunnel.
	Upgrade string
	Body    []byte
	// Make appends the body to what it is given instead, each time that the call
	// is sent: then nobody need hold it while the answer is waited for. nil where
	// Body has it.
	Make func(into []byte) []byte
	// Whole says that the answer is asked for at once and not as a stream: it may
	// take as long to begin as the call may last.
	Whole bool
	// Again is told of each call that reached the server and came to nothing, before it
	// is made again. nil: nobody is.
	Again func(Tried)

	key int // number of the upstream's key that it is sent with
}

// Tried is a call that is made again: its key was turned away, or it was cut off.
type Tried struct {
	Status int   // of the answer that turned its key away; 0 where none came
	Key    int   // place of its key in the configuration, from 1
	Err    error // what cut it off; nil where an answer came
}

// replaced are the headers that a call sets itself. Encoded replies could be
// neither read as they stream nor bounded cheaply, so none are asked for.
var replaced = []string{"Host", "Content-Length", "Transfer-Encoding", "Accept-Encoding"}

// personal are the headers that tie a call to the client's own account. They
// stay behind where the operator's key is used.
var personal = []string{
	"Authorization", "Api-Key", "X-Api-Key", "OpenAI-Organization", "OpenAI-Project", "Cookie",
}

// check returns an error for anything that would not make one well-formed request.
func (r *Request) check() error {
	if !strings.HasPrefix(r.Path, "/") {
		return fmt.Errorf("cannot send to path %q: it must begin with a slash", r.Path)
	}
	for _, s := range []string{r.Method, r.Path, r.Query} {
		if strings.ContainsFunc(s, func(c rune) bool { return c <= ' ' || c == 0x7f }) {
			return errors.New("cannot send a method, path or query with white space or control characters")
		}
	}
	return nil
}

// write writes r as it goes on the wire: the client's headers in their order and
// spelling, and those that a call sets itself.
func (u *Upstream) write(w *bufio.Writer, r *Request) error {
	if r.Make == nil {
		return u.writeWith(w, r, r.Body)
	}
	room := bytebufferpool.Get()
	defer bytebufferpool.Put(room)
	room.B = r.Make(room.B)
	return u.writeWith(w, r, room.B)
}

func (u *Upstream) writeWith(w *bufio.Writer, r *Request, body []byte) error {
	head := u.appendTarget(w.AvailableBuffer(), r)
	head = appendLine(head, "Host", u.base.name)
	for _, line := range r.Header {
		if !among(replaced, line[0]) && !(u.HasCredential() && among(personal, line[0])) {
			head = appendLine(head, line[0], line[1])
		}
	}
	head = appendLine(head, "Accept-Encoding", "identity")
	if r.Upgrade != "" {
		head = appendLine(appendLine(head, "Connection", "Upgrade"), "Upgrade", r.Upgrade)
	}
	if u.HasCredential() {
		head = appendLine(head, u.keys.name, u.keys.prefix+u.keys.all[r.key])
	}
	if len(body) > 0 || r.Method != fasthttp.MethodGet && r.Method != fasthttp.MethodHead {
		head = append(head, "Content-Length: "...)
		head = append(strconv.AppendInt(head, int64(len(body)), 10), "\r\n"...)
	}
	if _, err := w.Write(append(head, "\r\n"...)); err != nil {
		return err
	}
	_, err := w.Write(body)
	return err
}

// appendTarget appends the first line.
func (u *Upstream) appendTarget(head []byte, r *Request) []byte {
	method := r.Method
	if method == "" {
		method = fasthttp.MethodPost
	}
	head = append(append(head, method...), ' ')
	base := u.base.path
	if r.AtRoot {
		base = strings.TrimSuffix(base, "/v1")
	}
	head = append(append(head, base...), r.Path...)
	if r.Query != "" {
		head = append(append(head, '?'), r.Query...)
	}
	return append(head, " HTTP/1.1\r\n"...)
}

// appendLine appends a header line. A line break in it would begin another.
func appendLine(head []byte, name, value string) []byte {
	start := len(head)
	head = append(append(head, name...), ": "...)
	head = append(head, value...)
	for i, c := range head[start:] {
		if c == '\r' || c == '\n' {
			head[start+i] = ' '
		}
	}
	return append(head, "\r\n"...)
}

func among(names []string, name string) bool {
	for _, n := range names {
		if sameName(n, name) {
			return true
		}
	}
	return false
}

// sameName reports whether two header names are equal, whatever their case. Names
// are ASCII, so names of different lengths differ.
func sameName(a, b string) bool { return len(a) == len(b) && strings.EqualFold(a, b) }

// keys are the operator's credentials at an upstream. Calls take them in turn; one
// that the upstream turned away rests for a while.
type keys struct {
	name, prefix string // of the header, and what stands in front of a key in it
	all          []string

	mu    sync.Mutex
	next  int
	until []time.Time // to which each rests
}

// How long a key rests that the upstream turned away: as long as it says for one
// that was used too much, within a bound.
const (
	restOfUnknown = time.Minute
	usualRest     = 10 * time.Second
	mostRest      = 5 * time.Minute
)

// newKeys takes keys with line feeds between them.
func newKeys(kind Kind, lines string) *keys {
	k := &keys{name: "Authorization", prefix: "Bearer ", all: strings.Fields(lines)}
	switch kind {
	case Azure:
		k.name, k.prefix = "api-key", ""
	case Anthropic:
		k.name, k.prefix = "x-api-key", ""
	}
	k.until = make([]time.Time, len(k.all))
	return k
}

// take returns the number of the key whose turn it is, among those that do not
// rest; where all do, the one that rests the shortest.
func (k *keys) take(now time.Time) int {
	if len(k.all) < 2 {
		return 0
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	best := k.next
	for i := range k.all {
		n := (k.next + i) % len(k.all)
		if !k.until[n].After(now) {
			best = n
			break
		}
		if k.until[n].Before(k.until[best]) {
			best = n
		}
	}
	k.next = (best + 1) % len(k.all)
	return best
}

// turnedAway notes that an upstream did not take a key, and reports whether another
// one may be tried.
func (k *keys) turnedAway(n int, r *Response, now time.Time) bool {
	rest := restOfUnknown
	switch r.Status {
	case 401, 403:
	case 429:
		rest = usualRest
		if s, err := strconv.Atoi(r.Header.Get("Retry-After")); err == nil && s >= 0 {
			rest = min(time.Duration(s)*time.Second, mostRest)
		}
	default:
		return false
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.until[n] = now.Add(rest)
	return slices.ContainsFunc(k.until, func(t time.Time) bool { return !t.After(now) })
}
