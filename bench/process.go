package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/valyala/fasthttp"
)

// process is a server that was started to be measured, with its children.
type process struct {
	name    string
	address string
	admin   string // of the gateway's admin listener; "" for others
	cmd     *exec.Cmd
}

// freeAddresses are addresses of this machine that nobody listens on. They are
// asked for together: one that is given back may come up again for the next.
func freeAddresses(n int) ([]string, error) {
	var free []string
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer l.Close()
		free = append(free, l.Addr().String())
	}
	return free, nil
}

// start runs a command, in a folder for its files, and waits until it answers.
func start(ctx context.Context, p *process, dir string, command ...string) error {
	p.cmd = exec.CommandContext(ctx, command[0], command[1:]...)
	p.cmd.Dir = dir
	p.cmd.Cancel = func() error { return p.cmd.Process.Signal(syscall.SIGTERM) }
	p.cmd.WaitDelay = 10 * time.Second
	said, err := os.Create(filepath.Join(dir, p.name+".log"))
	if err != nil {
		return err
	}
	defer said.Close()
	p.cmd.Stderr = said
	if err := p.cmd.Start(); err != nil {
		return fmt.Errorf("cannot start %s: %w", p.name, err)
	}
	return p.await(ctx, said.Name())
}

// await asks for /readyz until it is there.
func (p *process) await(ctx context.Context, log string) error {
	client := &fasthttp.HostClient{Addr: p.address}
	defer client.CloseIdleConnections()
	for range 10_000 {
		if status, _, err := client.Get(nil, "http://"+p.address+"/readyz"); err == nil && status == fasthttp.StatusOK {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Millisecond):
		}
	}
	said, _ := os.ReadFile(log)
	return fmt.Errorf("%s does not answer; it said: %s", p.name, said)
}

// stop ends the process and waits for it.
func (p *process) stop() {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	_ = p.cmd.Wait()
}

// pids are the process and its children.
func (p *process) pids() []int {
	own := p.cmd.Process.Pid
	pids := []int{own}
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", own))
	for _, list := range lists {
		b, _ := os.ReadFile(list)
		for _, field := range strings.Fields(string(b)) {
			if pid, err := strconv.Atoi(field); err == nil {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

// processor is the processor time that the process and its children have
// used, as the scheduler counts it.
func (p *process) processor() time.Duration {
	var sum time.Duration
	for _, pid := range p.pids() {
		tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
		for _, task := range tasks {
			b, _ := os.ReadFile(task)
			first, _, _ := strings.Cut(string(b), " ")
			ns, _ := strconv.ParseInt(first, 10, 64)
			sum += time.Duration(ns)
		}
	}
	return sum
}

// quiet waits until the process does nothing more, at most ten seconds: a
// gateway writes its traces after the replies, and that is part of their cost.
func (p *process) quiet() {
	const look = 200 * time.Millisecond
	for range 50 {
		before := p.processor()
		time.Sleep(look)
		if p.processor()-before < look/50 {
			return
		}
	}
}

// resident is the memory that the process and its children hold, in bytes.
func (p *process) resident() int64 {
	var pages int64
	for _, pid := range p.pids() {
		b, _ := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
		if fields := strings.Fields(string(b)); len(fields) > 1 {
			n, _ := strconv.ParseInt(fields[1], 10, 64)
			pages += n
		}
	}
	return pages * int64(os.Getpagesize())
}

// allocated is how many bytes the gateway has allocated since it began; 0 for
// other processes.
func (p *process) allocated() (bytes float64) {
	if p.admin == "" {
		return 0
	}
	_, metrics, _ := fasthttp.Get(nil, "http://"+p.admin+"/metrics") // none is 0
	_, rest, _ := strings.Cut(string(metrics), "\ngo_memstats_alloc_bytes_total ")
	_, _ = fmt.Sscan(rest, &bytes)
	return bytes
}
