package main

import (
	"fmt"
	"time"

	"github.com/valyala/fasthttp"
)

// Flags of health.
var (
	healthURL = &flag{name: "url", otherwise: "http://127.0.0.1:8080/readyz", about: "`URL` to ask"}
)

var healthCommand = command{
	page: "operations#probes",
	use:  "health", does: "Ask a running gateway whether it is ready",
	flags: []*flag{healthURL},
	do:    askHealth,
}

// askHealth asks a running gateway whether it is ready. An image without a shell
// has no other way to have its health checked.
func askHealth(c call) error {
	status, body, err := fasthttp.GetTimeout(nil, c.text(healthURL), 2*time.Second)
	if err != nil {
		return &exit{exitFailed, fmt.Errorf("the gateway does not answer: %w", err)}
	}
	fmt.Fprintf(c.out, "%s", body)
	if status != fasthttp.StatusOK {
		return &exit{code: exitFailed}
	}
	return nil
}
