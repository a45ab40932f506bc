// Command scripted-upstream serves the scripted model server by itself, for
// client suites in other languages. It prints its base URL on a line and runs
// until its standard input ends or it is interrupted, so that it never
// outlives the test that started it. What a request's model name does is told
// at upstreamtest.Menu; GET /_requests tells what has arrived.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"

	"vouchsafe/internal/upstreamtest"
)

func main() {
	listen := flag.String("listen", "127.0.0.1:0", "address to listen on")
	flag.Parse()
	if err := run(*listen); err != nil {
		fmt.Fprintln(os.Stderr, "scripted-upstream:", err)
		os.Exit(1)
	}
}

func run(listen string) error {
	srv, err := upstreamtest.StartAt(listen, upstreamtest.Menu())
	if err != nil {
		return err
	}
	defer srv.Close()
	fmt.Println(srv.BaseURL())
	end := make(chan os.Signal, 1)
	signal.Notify(end, os.Interrupt)
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		end <- os.Interrupt
	}()
	<-end
	return nil
}
