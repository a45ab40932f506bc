// Package upstreamtest is a model server that does as it is told: an
// OpenAI-compatible upstream on loopback whose every reply is scripted, down
// to how its bytes are cut up, paced and broken off. It serves the tests, the
// client suites and the gateway's own demonstration, so nothing here needs
// package testing.
//
// A Script turns a recorded Request into a Reply. Replies come from Answer
// (what a model says, plain or streamed as the request asks), from the faults
// in this package (errors, silence, floods, dead connections), or from
// Extractive, a small model that quotes the passages it is sent and can be
// told to cheat.
//
// It is no model of a model's abilities: Extractive matches words.
package upstreamtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"
)

// Script decides the reply to a request. It runs on the request's goroutine,
// several at once where requests come at once.
type Script func(*Request) Reply

// Server is a running upstream.
type Server struct {
	URL string // http://127.0.0.1:port, without a path

	http   *http.Server
	ended  chan struct{}
	mu     sync.Mutex
	script Script
	seen   []*Request
}

// Start listens on a free port of 127.0.0.1 and answers by script.
func Start(script Script) (*Server, error) { return StartAt("127.0.0.1:0", script) }

// StartAt is Start on a given address.
func StartAt(addr string, script Script) (*Server, error) {
	ln, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("cannot listen: %w", err)
	}
	s := &Server{URL: "http://" + ln.Addr().String(), script: script, ended: make(chan struct{})}
	s.http = &http.Server{Handler: http.HandlerFunc(s.serve), ReadHeaderTimeout: time.Minute}
	go func() {
		defer close(s.ended)
		_ = s.http.Serve(ln) // always ErrServerClosed or the listener's own end
	}()
	return s, nil
}

// BaseURL is the address that an OpenAI client or a gateway is given.
func (s *Server) BaseURL() string { return s.URL + "/v1" }

// Use replaces the script for the requests to come.
func (s *Server) Use(script Script) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script = script
}

// Requests returns what has arrived so far, in order.
func (s *Server) Requests() []*Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]*Request(nil), s.seen...)
}

// Forget empties the record.
func (s *Server) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = nil
}

// Close cuts all connections and waits for the listener to end.
func (s *Server) Close() {
	_ = s.http.Close()
	<-s.ended
}

// recordPath is where the record can be read over HTTP, and emptied by DELETE,
// for tests in other languages. It is no part of the record.
const recordPath = "/_requests"

func (s *Server) serve(w http.ResponseWriter, hr *http.Request) {
	if hr.URL.Path == recordPath {
		s.tell(w, hr)
		return
	}
	body, err := io.ReadAll(hr.Body)
	if err != nil && !errors.Is(err, io.EOF) {
		panic(http.ErrAbortHandler)
	}
	gone := make(chan struct{})
	r := &Request{
		Method: hr.Method, Path: hr.URL.EscapedPath(), Query: hr.URL.RawQuery, Header: hr.Header,
		Host: hr.Host, RemoteAddr: hr.RemoteAddr, Body: body, gone: gone,
	}
	// The context also ends with the handler; only an earlier end is the client's.
	stop := context.AfterFunc(hr.Context(), func() { close(gone) })
	defer stop()
	s.mu.Lock()
	s.seen = append(s.seen, r)
	script := s.script
	s.mu.Unlock()
	script(r).send(w, r)
}

func (s *Server) tell(w http.ResponseWriter, hr *http.Request) {
	if hr.Method == http.MethodDelete {
		s.Forget()
	}
	list := []any{}
	for _, r := range s.Requests() {
		list = append(list, r.record())
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(encode(list))
}
