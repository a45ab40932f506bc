package main

import (
	"bytes"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/valyala/fasthttp"
)

// load is what to send where. It is not changed once it runs.
type load struct {
	address string
	request *request
	want    string // in every reply
	conns   int    // exchanges under way at most
}

// measured is what a load came to. Latencies are sorted.
type measured struct {
	latencies []time.Duration
	failed    int
	took      time.Duration
	firstErr  error
}

// closed keeps conns exchanges under way for a time: each connection asks
// again as soon as it is answered.
func (l load) closed(long time.Duration) measured {
	began := time.Now()
	until := began.Add(long)
	return l.run(func() (time.Time, bool) {
		now := time.Now()
		return now, now.Before(until)
	})
}

// run has conns connections ask until there is no next exchange. next says
// when an exchange was due.
func (l load) run(next func() (due time.Time, more bool)) measured {
	client := &fasthttp.HostClient{Addr: l.address, MaxConns: l.conns, ReadTimeout: time.Minute, MaxResponseBodySize: 64 << 20}
	defer client.CloseIdleConnections()
	parts := make([]measured, l.conns)
	began := time.Now()
	var wg sync.WaitGroup
	for i := range parts {
		wg.Go(func() { parts[i] = l.connection(client, next) })
	}
	wg.Wait()
	whole := join(parts)
	whole.took = time.Since(began)
	return whole
}

func (l load) connection(client *fasthttp.HostClient, next func() (time.Time, bool)) measured {
	var m measured
	req, resp := fasthttp.AcquireRequest(), fasthttp.AcquireResponse()
	defer fasthttp.ReleaseRequest(req)
	defer fasthttp.ReleaseResponse(resp)
	req.Header.SetMethod("POST")
	req.Header.SetContentType("application/json")
	req.SetRequestURI("http://" + l.address + "/v1/chat/completions")
	var body []byte
	for {
		due, more := next()
		if !more {
			return m
		}
		body = l.request.next(body)
		req.SetBodyRaw(body)
		err := client.Do(req, resp)
		if err == nil {
			err = l.check(resp)
		}
		if err != nil {
			m.failed++
			m.firstErr = err
			continue
		}
		m.latencies = append(m.latencies, time.Since(due))
	}
}

// check tells whether a reply is what it should be: a proxy that fails fast
// must not look quick.
func (l load) check(resp *fasthttp.Response) error {
	if resp.StatusCode() == fasthttp.StatusOK && bytes.Contains(resp.Body(), []byte(l.want)) {
		return nil
	}
	body := resp.Body()
	return fmt.Errorf("unexpected reply: status %d, ending %q", resp.StatusCode(), body[max(len(body)-300, 0):])
}

// join puts the measurements of several connections together.
func join(parts []measured) measured {
	var whole measured
	for _, p := range parts {
		whole.latencies = append(whole.latencies, p.latencies...)
		whole.failed += p.failed
		if whole.firstErr == nil {
			whole.firstErr = p.firstErr
		}
	}
	slices.Sort(whole.latencies)
	return whole
}

// quantile is the latency that a share q of the exchanges did not exceed: the
// nearest rank, so always one that was measured. It is zero where there was
// none.
func (m measured) quantile(q float64) time.Duration {
	n := len(m.latencies)
	if n == 0 {
		return 0
	}
	rank := int(q*float64(n)+0.999999) - 1
	return m.latencies[min(max(rank, 0), n-1)]
}

// median of numbers; zero of none.
func median(of []float64) float64 {
	if len(of) == 0 {
		return 0
	}
	s := slices.Sorted(slices.Values(of))
	return (s[len(s)/2] + s[(len(s)-1)/2]) / 2
}
