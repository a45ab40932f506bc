package main

import (
	"encoding/json"
	"fmt"

	"vouchsafe/config"
	"vouchsafe/proxy"
	"vouchsafe/proxy/judge"
	"vouchsafe/proxy/upstream"
)

// buildJudges makes the judges, each over the connections of its upstream or
// of a server of its own.
func buildJudges(c *config.Config, routes map[string]*proxy.Route, k *kept) (map[string]*judge.Judge, error) {
	judges := map[string]*judge.Judge{}
	for name, j := range c.Judges {
		made, err := buildJudge(name, j, routes, k)
		if err != nil {
			return nil, fmt.Errorf("judges.%s: %w", name, err)
		}
		judges[name] = made
	}
	return judges, nil
}

func buildJudge(name string, j config.Judge, routes map[string]*proxy.Route, k *kept) (*judge.Judge, error) {
	server := judge.Server{Model: j.Model}
	switch {
	case !j.Hosted():
		own, err := k.upstream(upstream.Config{Name: "judges." + name, BaseURL: j.URL, APIKey: j.APIKey})
		if err != nil {
			return nil, err
		}
		server.Upstream = own
	case j.Upstream != "":
		server.Upstream, server.Anthropic = routes[j.Upstream].Upstream, routes[j.Upstream].Anthropic
		if alias, ok := routes[j.Upstream].Aliases[j.Model]; ok {
			server.Model = alias
		}
	}
	return k.judge(judgeOf(name, j, server.Upstream), judge.Config{
		Name: name, Kind: judge.Kind(j.Kind), Server: server, Labels: j.Labels, Template: j.Template,
		Version: j.Version, Sigmoid: j.Sigmoid, Threshold: j.Threshold,
		Timeout: j.Timeout, AskAll: j.Ask == config.AskAll, OnError: judge.OnError(j.OnError), ClientCredential: j.ClientCredential,
	})
}

// keptJudge names a judge's whole configuration: another one has other
// opinions.
type keptJudge struct {
	name     string
	settings string
	server   *upstream.Upstream
}

func judgeOf(name string, j config.Judge, server *upstream.Upstream) keptJudge {
	settings, _ := json.Marshal(j) // texts, numbers and a map of them: encoding cannot fail
	return keptJudge{name, string(settings), server}
}

// oneJudge makes one judge of a configuration, for a command without a gateway.
func oneJudge(c *config.Config, name string) (*judge.Judge, error) {
	k := newKept(nil)
	if _, err := buildSetup(c, k); err != nil {
		return nil, err
	}
	for of, j := range k.judges {
		if of.name == name {
			return j, nil
		}
	}
	return nil, fmt.Errorf("there is no judge %q", name)
}
