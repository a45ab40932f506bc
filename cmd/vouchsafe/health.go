package main

import (
	"fmt"
	"time"

	"github.com/valyala/fasthttp"
)

// askHealth asks a running gateway whether it is ready. An image without a shell
// has no other way to have its health checked.
func askHealth(c call) error {
	status, body, err := fasthttp.GetTimeout(nil, c.text("url"), 2*time.Second)
	if err != nil {
		return &exit{exitFailed, fmt.Errorf("the gateway does not answer: %w", err)}
	}
	fmt.Fprintf(c.out, "%s", body)
	if status != fasthttp.StatusOK {
		return &exit{code: exitFailed}
	}
	return nil
}
