package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"
	"github.com/valyala/fasthttp"
)

// healthCommand asks a running gateway whether it is ready. An image without
// a shell has no other way to have its health checked.
func healthCommand(s streams) *cobra.Command {
	var url string
	cmd := &cobra.Command{
		Use: "health", Short: "Ask a running gateway whether it is ready", Args: takes(0, 0),
		RunE: func(*cobra.Command, []string) error {
			status, body, err := fasthttp.GetTimeout(nil, url, 2*time.Second)
			if err != nil {
				return &exit{exitFailed, fmt.Errorf("the gateway does not answer: %w", err)}
			}
			fmt.Fprintf(s.out, "%s", body)
			if status != fasthttp.StatusOK {
				return &exit{code: exitFailed}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&url, "url", "http://127.0.0.1:8080/readyz", "what to ask")
	return cmd
}
