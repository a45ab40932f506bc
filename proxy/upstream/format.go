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
	rememberAtMost  = 8192 // forms of models
	ignoredTooOften = 2
)

// Memory remembers which forms an upstream's model does not take: a rung as a whole, named as
// it is written, or one schema, since servers reject some by their depth or keywords. A
// form counts as refused only on evidence about itself: the same request was
// rejected with it and taken without it, or it was ignored twice. A mere error is not
// enough, or an outage would cost the schema. A memory lasts an hour, because
// models and servers get better.
type Memory struct {
	now func() time.Time
	mu  sync.Mutex
	lru *simplelru.LRU[formAt, experience]
}

type formAt struct {
	upstream, model string
	form            xxh3.Uint128
}

type experience struct {
	until   time.Time // to which the form counts as refused
	ignored int       // times in a row that it was ignored since
}

// NewMemory returns an empty memory that tells time by now.
func NewMemory(now func() time.Time) *Memory {
	lru, _ := simplelru.NewLRU[formAt, experience](rememberAtMost, nil) // fails for sizes below one only
	return &Memory{now: now, lru: lru}
}

// Rung returns where to begin with a model.
func (m *Memory) Rung(upstream, model string) Rung {
	rung := JSONSchema
	for rung != Prompt && m.Refused(upstream, model, rung.String()) {
		rung = rung.Below()
	}
	return rung
}

// Refuse records that a model's upstream rejected a form and took the same request
// without it.
func (m *Memory) Refuse(upstream, model, form string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.lru.Add(formAt{upstream, model, xxh3.HashString128(form)}, experience{until: m.now().Add(rememberFor)})
}

// Refused tells whether a form is known to be rejected.
func (m *Memory) Refused(upstream, model, form string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, _ := m.lru.Get(formAt{upstream, model, xxh3.HashString128(form)})
	return m.now().Before(e.until)
}

// Heeded records whether a reply had the form that a rung asks for. The second one in a
// row that has not moves the model down.
func (m *Memory) Heeded(upstream, model string, rung Rung, heeded bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := formAt{upstream, model, xxh3.HashString128(rung.String())}
	e, _ := m.lru.Get(key)
	switch e.ignored++; {
	case m.now().Before(e.until): // a late reply to a request from before a move
	case heeded:
		m.lru.Remove(key)
	case e.ignored == ignoredTooOften:
		m.lru.Add(key, experience{until: m.now().Add(rememberFor)})
	default:
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
}
