package upstream

import (
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"github.com/zeebo/xxh3"
)

// Rung is a way of asking for structured output. The surest comes first; if an
// upstream does not take it, the next is tried.
type Rung int

const (
	JSONSchema Rung = iota // response_format json_schema
	JSONObject             // response_format json_object
	Prompt                 // words in the prompt only
)

func (r Rung) String() string {
	switch r {
	case JSONSchema:
		return "json_schema"
	case JSONObject:
		return "json_object"
	}
	return "prompt"
}

// Below returns the next rung down; Prompt has none below itself.
func (r Rung) Below() Rung { return min(r+1, Prompt) }

const (
	rememberFor     = time.Hour
	rememberAtMost  = 4096 // upstreams times models
	ignoredTooOften = 2
)

// Memory remembers the rung on which to ask an upstream's model. It skips a rung
// only on evidence about the format itself: the same request was rejected on it
// and taken lower down, or its format was ignored twice. A mere error is not
// enough, or an outage would cost the schema. A memory lasts an hour, because
// models and servers get better.
type Memory struct {
	now func() time.Time
	mu  sync.Mutex
	lru *simplelru.LRU[modelAt, experience]

	refused *simplelru.LRU[formAt, time.Time] // until when
}

type modelAt struct{ upstream, model string }

type experience struct {
	rung    Rung
	until   time.Time // when rung is forgotten
	ignored int       // times in a row that the format of rung was ignored
}

// NewMemory returns an empty memory that tells time by now.
func NewMemory(now func() time.Time) *Memory {
	lru, _ := simplelru.NewLRU[modelAt, experience](rememberAtMost, nil) // fails for sizes below one only
	refused, _ := simplelru.NewLRU[formAt, time.Time](rememberAtMost, nil)
	return &Memory{now: now, lru: lru, refused: refused}
}

// Rung returns where to begin with a model.
func (m *Memory) Rung(upstream, model string) Rung {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.recall(modelAt{upstream, model}).rung
}

// Took records that a request was taken on the rung took, after the rungs from
// began down to it had rejected the same request. If took equals began there is
// nothing to learn.
func (m *Memory) Took(upstream, model string, began, took Rung) {
	if took <= began {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.settle(modelAt{upstream, model}, took)
}

// Ignored records a reply in another form than rung asked for. The second such
// reply in a row moves the model down.
func (m *Memory) Ignored(upstream, model string, rung Rung) {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := modelAt{upstream, model}
	e := m.recall(key)
	if rung != e.rung || rung == Prompt {
		return // a late reply to a request from before a move
	}
	e.ignored++
	if e.ignored >= ignoredTooOften {
		m.settle(key, rung.Below())
		return
	}
	m.lru.Add(key, e)
}

// Obeyed records that a reply had the form asked for on rung.
func (m *Memory) Obeyed(upstream, model string, rung Rung) {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := modelAt{upstream, model}
	if e := m.recall(key); e.rung == rung && e.ignored > 0 {
		e.ignored = 0
		m.lru.Add(key, e)
	}
}

// Forget drops everything about an upstream, because another server may have its
// name from now on.
func (m *Memory) Forget(upstream string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, key := range m.lru.Keys() {
		if key.upstream == upstream {
			m.lru.Remove(key)
		}
	}
	for _, key := range m.refused.Keys() {
		if key.upstream == upstream {
			m.refused.Remove(key)
		}
	}
}

func (m *Memory) settle(key modelAt, rung Rung) {
	m.lru.Add(key, experience{rung: rung, until: m.now().Add(rememberFor)})
}

// recall returns what is known and not older than an hour.
func (m *Memory) recall(key modelAt) experience {
	e, ok := m.lru.Get(key)
	if !ok || e.rung != JSONSchema && !m.now().Before(e.until) {
		return experience{}
	}
	return e
}

// Refuse records that a model's upstream rejected a form and took the same request
// without it. A form is a whole schema: servers reject some by their depth or
// keywords.
func (m *Memory) Refuse(upstream, model, form string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.refused.Add(formAt{modelAt{upstream, model}, xxh3.HashString128(form)}, m.now().Add(rememberFor))
}

// Refused tells whether a form is known to be rejected.
func (m *Memory) Refused(upstream, model, form string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	until, ok := m.refused.Get(formAt{modelAt{upstream, model}, xxh3.HashString128(form)})
	return ok && m.now().Before(until)
}

type formAt struct {
	modelAt
	form xxh3.Uint128
}
