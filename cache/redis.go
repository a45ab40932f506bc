package cache

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/rueidis"
)

// RedisOptions say where the server is. Zero times mean the defaults.
type RedisOptions struct {
	URL     string        // redis://, or rediss:// for TLS, with user, password and number of the database
	Timeout time.Duration // of one call; 100 ms
	Retry   time.Duration // between two probes of a server that is away; 1 s
	// Changed is told when the server has gone away, with the reason, or has
	// come back (nil). It is called from one goroutine at a time; it may be nil.
	Changed func(error)
}

const (
	timeout      = 100 * time.Millisecond
	retry        = time.Second
	failuresGone = 3       // in a row
	valueBytes   = 8 << 20 // largest value that is kept
)

// prefix of all keys.
const prefix = "vouchsafe:"

// Redis is a server that may be away. It is safe for concurrent use.
type Redis struct {
	opt     RedisOptions
	client  rueidis.ClientOption
	conn    atomic.Pointer[rueidis.Client] // nil while the server is away
	fails   atomic.Int32                   // in a row
	life    context.Context
	end     context.CancelFunc
	probing sync.WaitGroup
}

// OpenRedis returns the server of a URL, which need not be there: it is looked for,
// in the background if need be. The only error is a URL that is none.
func OpenRedis(o RedisOptions) (*Redis, error) {
	client, err := rueidis.ParseURL(o.URL)
	if err != nil {
		return nil, errors.New("the URL of the Redis server should be like redis://user:password@host:6379/0, or rediss:// for TLS")
	}
	r := &Redis{opt: o, client: client}
	r.opt.Timeout, r.opt.Retry = cmp.Or(o.Timeout, timeout), cmp.Or(o.Retry, retry)
	if r.opt.Changed == nil {
		r.opt.Changed = func(error) {}
	}
	c := &r.client
	c.DisableCache, c.DisableRetry, c.ForceSingleClient = true, true, true
	c.ClientName, c.ClientSetInfo = "vouchsafe", rueidis.DisableClientSetInfo
	c.Dialer = net.Dialer{Timeout: time.Second, KeepAlive: 10 * time.Second}
	c.ConnWriteTimeout = time.Second // a connection on which nothing comes for so long is given up
	c.RingScaleEachConn = 8          // requests that wait on a connection, as a power of two
	r.life, r.end = context.WithCancel(context.Background())
	if err := r.connect(); err != nil {
		r.opt.Changed(err)
		r.probe()
	}
	return r, nil
}

// Close parts with the server.
func (r *Redis) Close() {
	if r == nil {
		return
	}
	r.end()
	r.probing.Wait()
	if c := r.conn.Swap(nil); c != nil {
		(*c).Close()
	}
}

// Up reports whether the server is there, as far as is known.
func (r *Redis) Up() bool { return r != nil && r.conn.Load() != nil }

// connect looks for the server once.
func (r *Redis) connect() error {
	client, err := rueidis.NewClient(r.client)
	if err != nil {
		return fmt.Errorf("cannot reach the Redis server: %w", err)
	}
	ctx, cancel := context.WithTimeout(r.life, time.Second)
	defer cancel()
	if err := client.Do(ctx, client.B().Ping().Build()).Error(); err != nil {
		client.Close()
		return fmt.Errorf("the Redis server does not answer: %w", err)
	}
	r.fails.Store(0)
	r.conn.Store(&client)
	return nil
}

// probe looks for the server until it is there again.
func (r *Redis) probe() {
	r.probing.Go(func() {
		tick := time.NewTicker(r.opt.Retry)
		defer tick.Stop()
		for {
			select {
			case <-r.life.Done():
				return
			case <-tick.C:
			}
			if r.connect() == nil {
				r.opt.Changed(nil)
				return
			}
		}
	})
}

// ask makes one call. It reports whether the server answered it; a key that is
// not there is an answer.
func (r *Redis) ask(call func(context.Context, rueidis.Client) rueidis.RedisResult) (rueidis.RedisResult, bool) {
	if r == nil {
		return rueidis.RedisResult{}, false
	}
	client := r.conn.Load()
	if client == nil {
		return rueidis.RedisResult{}, false
	}
	ctx, cancel := context.WithTimeout(r.life, r.opt.Timeout)
	defer cancel()
	res := call(ctx, *client)
	err := res.Error()
	if err == nil || rueidis.IsRedisNil(err) {
		r.fails.Store(0)
		return res, true
	}
	if r.fails.Add(1) >= failuresGone {
		r.lose(client, err)
	}
	return res, false
}

// do is ask for one command.
func (r *Redis) do(command func(rueidis.Builder) rueidis.Completed) (rueidis.RedisResult, bool) {
	return r.ask(func(ctx context.Context, c rueidis.Client) rueidis.RedisResult { return c.Do(ctx, command(c.B())) })
}

// lose gives a connection up whose calls fail, once.
func (r *Redis) lose(client *rueidis.Client, err error) {
	if r.life.Err() != nil || !r.conn.CompareAndSwap(client, nil) {
		return
	}
	r.opt.Changed(fmt.Errorf("the Redis server does not answer: %w", err))
	go (*client).Close() // which waits for calls under way
	r.probe()
}

// Get returns what is kept under a key.
func (r *Redis) Get(kind string, key Key) ([]byte, bool) {
	res, ok := r.do(func(b rueidis.Builder) rueidis.Completed { return b.Get().Key(name(kind, key)).Build() })
	if !ok {
		return nil, false
	}
	value, err := res.AsBytes()
	return value, err == nil
}

// Put keeps a value for a time. One that is too large is not kept.
func (r *Redis) Put(kind string, key Key, value []byte, ttl time.Duration) {
	if len(value) > valueBytes {
		return
	}
	r.do(func(b rueidis.Builder) rueidis.Completed {
		return b.Set().Key(name(kind, key)).Value(rueidis.BinaryString(value)).Px(ttl).Build()
	})
}

// Drop forgets what is kept under a key.
func (r *Redis) Drop(kind string, key Key) {
	r.do(func(b rueidis.Builder) rueidis.Completed { return b.Del().Key(name(kind, key)).Build() })
}

// Note notes that what is kept under a key is an exchange's, for a time.
func (r *Redis) Note(exchange, kind string, key Key, ttl time.Duration) {
	of := prefix + "of:" + exchange
	r.do(func(b rueidis.Builder) rueidis.Completed { return b.Sadd().Key(of).Member(name(kind, key)).Build() })
	r.do(func(b rueidis.Builder) rueidis.Completed {
		return b.Pexpire().Key(of).Milliseconds(ttl.Milliseconds()).Build()
	})
}

// ForgetNoted forgets all that was noted of an exchange.
func (r *Redis) ForgetNoted(exchange string) {
	of := prefix + "of:" + exchange
	res, ok := r.do(func(b rueidis.Builder) rueidis.Completed { return b.Smembers().Key(of).Build() })
	if !ok {
		return
	}
	names, _ := res.AsStrSlice() // what is no set was not noted
	r.do(func(b rueidis.Builder) rueidis.Completed { return b.Del().Key(append(names, of)...).Build() })
}

func name(kind string, key Key) string { return prefix + kind + ":" + hex.EncodeToString(key[:]) }

// RedisAnswers keeps verified answers in a Redis server.
type RedisAnswers struct {
	Redis *Redis
	TTL   time.Duration
}

// AnswerKind is the kind of such values.
const AnswerKind = "answer"

// Get returns the answer under a key.
func (a RedisAnswers) Get(key Key) ([]byte, bool) { return a.Redis.Get(AnswerKind, key) }

// Put keeps an answer.
func (a RedisAnswers) Put(key Key, answer []byte) { a.Redis.Put(AnswerKind, key, answer, a.TTL) }

// Drop forgets an answer.
func (a RedisAnswers) Drop(key Key) { a.Redis.Drop(AnswerKind, key) }
