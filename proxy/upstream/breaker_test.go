package upstream_test

import (
	"context"
	"testing"
	"time"

	"vouchsafe/internal/need"
	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/internal/wait"
	"vouchsafe/proxy/upstream"
)

func TestAnUpstreamThatKeepsCallsWaitingIsLeftAloneAndTriedAgain(t *testing.T) {
	t.Parallel()
	for name, openFor := range map[string]time.Duration{"left alone": time.Hour, "tried again": time.Millisecond} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv, u := scripted(t, up.Silent(), func(c *upstream.Config) {
				c.OpenFor, c.Timeouts.FirstByte = openFor, 250*time.Millisecond
			})
			for range 5 {
				_, _, err := ask(context.Background(), u, chat(question))
				wantFailure(t, err, upstream.TimedOut)
			}
			srv.Use(up.Say("Yes."))
			if openFor == time.Hour {
				_, _, err := ask(context.Background(), u, chat(question))
				wantFailure(t, err, upstream.Tripped)
				return
			}
			wait.Until(t, "a call is let through", func() bool {
				_, _, err := ask(context.Background(), u, chat(question))
				return err == nil
			})
		})
	}
}

func TestAnUpstreamThatIsDownIsAskedAgainAsSoonAsItIsBack(t *testing.T) {
	t.Parallel()
	addr := need.FreeAddress(t)
	u := client(t, "http://"+addr+"/v1", func(c *upstream.Config) { c.OpenFor = time.Hour })
	for range 12 {
		_, _, err := ask(context.Background(), u, chat(question))
		wantFailure(t, err, upstream.Unreachable)
	}
	srv, err := up.StartAt(addr, up.Say("Yes."))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(srv.Close)
	if _, _, err := ask(context.Background(), u, chat(question)); err != nil {
		t.Error(err)
	}
}

func TestAnUpstreamThatAnswersWithErrorsIsNotLeftAlone(t *testing.T) {
	t.Parallel()
	srv, u := scripted(t, up.Fails(500, "server_error", "No.", nil))
	for range 12 {
		if resp, _, err := ask(context.Background(), u, chat(question)); err != nil || resp.Status != 500 {
			t.Fatalf("%v", err)
		}
	}
	if n := len(srv.Requests()); n != 12 {
		t.Errorf("%d calls arrived", n)
	}
}

func TestClientsThatLeaveDoNotOpenTheCircuit(t *testing.T) {
	t.Parallel()
	srv, u := scripted(t, up.Silent())
	for range 8 {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		_, _, err := ask(ctx, u, chat(question))
		cancel()
		wantFailure(t, err, upstream.Canceled)
	}
	srv.Use(up.Say("Yes."))
	if _, _, err := ask(context.Background(), u, chat(question)); err != nil {
		t.Error(err)
	}
}

func TestUnanswered(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		err  *upstream.Error
		want bool
	}{
		{&upstream.Error{Failure: upstream.Unreachable}, true},
		{&upstream.Error{Failure: upstream.Tripped}, true},
		{&upstream.Error{Failure: upstream.TimedOut, Phase: upstream.Connect}, true},
		{&upstream.Error{Failure: upstream.TimedOut, Phase: upstream.FirstByte}, true},
		{&upstream.Error{Failure: upstream.TimedOut, Phase: upstream.Idle}, false},
		{&upstream.Error{Failure: upstream.TimedOut, Phase: upstream.Total}, false},
		{&upstream.Error{Failure: upstream.Broken}, false},
		{&upstream.Error{Failure: upstream.TooLarge}, false},
		{&upstream.Error{Failure: upstream.Canceled}, false},
		{&upstream.Error{Failure: upstream.Invalid}, false},
	} {
		if got := upstream.Unanswered(tc.err); got != tc.want {
			t.Errorf("%v: %t", tc.err, got)
		}
	}
}
