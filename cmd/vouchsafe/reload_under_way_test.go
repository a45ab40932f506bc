package main

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"vouchsafe/internal/upstreamtest"
)

// An exchange is under way while the file changes, and once more while it
// waits for its repair: it ends under the policy that it began with.
func TestAnExchangeEndsUnderThePolicyItBeganWith(t *testing.T) {
	asked, answer := make(chan struct{}, 4), make(chan struct{}, 4)
	model, err := upstreamtest.Start(func(r *upstreamtest.Request) upstreamtest.Reply {
		asked <- struct{}{}
		<-answer
		return upstreamtest.Extractive{}.Reply(r)
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(model.Close)
	repairing := func(policy string) string {
		return strings.Replace(shop(model.BaseURL(), policy), "attempts: 0", "attempts: 1", 1)
	}
	r := start(t, repairing("north"))
	done := make(chan reply, 1)
	go func() {
		got, err := r.ask(http.DefaultClient, "extractive:invent-all", "When does the ferry leave?")
		if err != nil {
			t.Error(err)
		}
		done <- got
	}()
	for applied := range int64(2) {
		<-asked
		r.write(repairing([]string{"south", "west"}[applied]))
		r.reloaded(applied+1, 0)
		answer <- struct{}{}
	}
	if got := <-done; got.policy != "north" || got.content != "No, says north." {
		t.Errorf("%+v", got)
	}
	answer <- struct{}{}
	answer <- struct{}{}
	if got, err := r.ask(http.DefaultClient, "extractive:invent-all", "When does the ferry leave?"); err != nil || got.policy != "west" {
		t.Errorf("the next one: %+v, %v", got, err)
	}
}

// What a conversation has shown is still known after a reload.
func TestAReloadForgetsNoConversation(t *testing.T) {
	model := scripted(t)
	conversing := func(policy string) string {
		return strings.Replace(shop(model.BaseURL(), policy), "{repair:", "{context: {scope: conversation}, repair:", 1)
	}
	r := start(t, conversing("north"))
	say := func(system string) string {
		body := `{"model":"extractive","vouchsafe":{"context_id":"c7"},"messages":[` + system + `{"role":"user","content":"When does the ferry leave?"}]}`
		resp, err := http.Post(r.url+"/v1/chat/completions", "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		b, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	if got := say(`{"role":"system","content":"` + documentsPrompt + `"},`); !strings.Contains(got, `"verdict":"grounded"`) {
		t.Fatal(got)
	}
	r.write(conversing("south"))
	r.reloaded(1, 0)
	if got := say(""); !strings.Contains(got, `"verdict":"grounded"`) || !strings.Contains(got, `"policy":"south"`) {
		t.Error(got)
	}
}
