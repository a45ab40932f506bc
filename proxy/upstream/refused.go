package upstream

import (
	"github.com/zeebo/xxh3"
)

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
