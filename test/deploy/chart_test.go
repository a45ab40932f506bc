// Package deploy tests the files in deploy/ against what reads them: Helm's
// own engine and linter, Compose's own loader, and the gateway's own check. It
// starts no cluster and no container. It is a module of its own, since Helm and
// Compose bring much that the gateway does not need.
package deploy

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	"helm.sh/helm/v3/pkg/lint"
	"helm.sh/helm/v3/pkg/lint/support"
	apps "k8s.io/api/apps/v1"
	autoscaling "k8s.io/api/autoscaling/v2"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	disruption "k8s.io/api/policy/v1"
	strict "sigs.k8s.io/yaml"
)

const chartDir = "../../deploy/helm/vouchsafe"

// object is a Kubernetes object, or a part of one.
type object map[string]any

// at follows names through parts of parts; a list is entered at its first
// element.
func (o object) at(path string) any {
	var here any = map[string]any(o)
	for _, name := range strings.Split(path, ".") {
		if list, ok := here.([]any); ok && len(list) > 0 {
			here = list[0]
		}
		part, _ := here.(map[string]any)
		here = part[name]
	}
	return here
}

// rendered renders the chart as `helm install` would, and returns its objects
// by kind.
func rendered(t *testing.T, values map[string]any) map[string][]object {
	t.Helper()
	objects := map[string][]object{}
	for name, text := range filesOf(t, values) {
		if !strings.HasSuffix(name, ".yaml") {
			continue
		}
		for _, document := range strings.Split(text, "\n---\n") {
			var o object
			if err := yaml.Unmarshal([]byte(document), &o); err != nil {
				t.Fatalf("%s: %v\n%s", name, err, document)
			}
			if o != nil {
				kind, _ := o["kind"].(string)
				objects[kind] = append(objects[kind], o)
			}
		}
	}
	return objects
}

func only(t *testing.T, objects map[string][]object, kind string) object {
	t.Helper()
	if n := len(objects[kind]); n != 1 {
		t.Fatalf("%d objects of kind %s, want one", n, kind)
	}
	return objects[kind][0]
}

func TestTheLinterHasNothingToSay(t *testing.T) {
	kube := chartutil.KubeVersion{Version: "v1.30.0", Major: "1", Minor: "30"}
	linted := lint.AllWithKubeVersion(chartDir, map[string]any{}, "rag", &kube)
	for _, m := range linted.Messages {
		if m.Severity > support.InfoSev {
			t.Error(m)
		}
	}
}

// TestKubernetesKnowsEveryFieldOfTheChart: the API server drops a field that it does not know, or turns the object down.
func TestKubernetesKnowsEveryFieldOfTheChart(t *testing.T) {
	on := map[string]any{"enabled": true}
	for _, values := range []map[string]any{nil, {"judge": on}, {"autoscaling": map[string]any{"inFlight": on}}, {"data": map[string]any{"persistent": false, "storageClass": "fast"}},
		{"ingress": map[string]any{"enabled": true, "host": "h.example.org", "className": "nginx", "tlsSecret": "cert"}}} {
		for kind, objects := range rendered(t, values) {
			known := map[string]any{"StatefulSet": &apps.StatefulSet{}, "Service": &core.Service{}, "ConfigMap": &core.ConfigMap{}, "Secret": &core.Secret{},
				"ServiceAccount": &core.ServiceAccount{}, "Ingress": &networking.Ingress{}, "PodDisruptionBudget": &disruption.PodDisruptionBudget{},
				"HorizontalPodAutoscaler": &autoscaling.HorizontalPodAutoscaler{}}[kind]
			for _, o := range objects {
				text, err := yaml.Marshal(o)
				if err == nil && known != nil {
					err = strict.UnmarshalStrict(text, known)
				}
				if err != nil || known == nil {
					t.Errorf("%s with %v: %v", kind, values, err)
				}
			}
		}
	}
}

func TestTheChartSetsUpWhatItSays(t *testing.T) {
	objects := rendered(t, nil)
	pod := object(only(t, objects, "StatefulSet").at("spec.template.spec").(map[string]any))
	for path, want := range map[string]any{
		"securityContext.runAsNonRoot":                        true,
		"securityContext.seccompProfile.type":                 "RuntimeDefault",
		"containers.securityContext.readOnlyRootFilesystem":   true,
		"containers.securityContext.allowPrivilegeEscalation": false,
		"containers.livenessProbe.httpGet.path":               "/livez",
		"containers.livenessProbe.httpGet.port":               "admin",
		"containers.readinessProbe.httpGet.path":              "/readyz",
		"containers.readinessProbe.httpGet.port":              "admin",
		"containers.envFrom.secretRef.name":                   "answers-vouchsafe",
		"containers.volumeMounts.mountPath":                   "/etc/vouchsafe",
		"automountServiceAccountToken":                        false,
	} {
		if got := pod.at(path); got != want {
			t.Errorf("%s is %v, want %v", path, got, want)
		}
	}
	if got := only(t, objects, "PodDisruptionBudget").at("spec.maxUnavailable"); got != uint64(1) {
		t.Errorf("%v pods may be away at a time", got)
	}
	if got := only(t, objects, "HorizontalPodAutoscaler").at("spec.metrics.resource.name"); got != "cpu" {
		t.Errorf("the autoscaler goes by %v, want cpu where no adapter is said to be there", got)
	}
	if n := len(objects["Service"]); n != 3 {
		t.Errorf("%d services, want one for clients, one for operators and one for the pods' names", n)
	}
}

func TestAPodIsNotKilledBeforeItsStreamsEnd(t *testing.T) {
	objects := rendered(t, map[string]any{"drainSeconds": 1200, "leaveSeconds": 20})
	grace := only(t, objects, "StatefulSet").at("spec.template.spec.terminationGracePeriodSeconds")
	if n, ok := grace.(uint64); !ok || n <= 1200+20 {
		t.Errorf("killed after %v s, of which the drain may take 1200", grace)
	}
	if config := configOf(t, objects); !strings.Contains(config, "drain: 1200s") {
		t.Errorf("the gateway does not know how long it may drain:\n%s", config)
	}
}

func TestTheAutoscalerGoesByExchangesUnderWayWhereItCan(t *testing.T) {
	objects := rendered(t, map[string]any{"autoscaling": map[string]any{"inFlight": map[string]any{"enabled": true}}})
	if got := only(t, objects, "HorizontalPodAutoscaler").at("spec.metrics.pods.metric.name"); got != "vouchsafe_exchanges_running" {
		t.Errorf("it goes by %v", got)
	}
	off := rendered(t, map[string]any{"autoscaling": map[string]any{"enabled": false}, "replicas": 5})
	if n := len(off["HorizontalPodAutoscaler"]); n != 0 || only(t, off, "StatefulSet").at("spec.replicas") != uint64(5) {
		t.Error("without autoscaling there are not the replicas that were asked for")
	}
}

func TestNewPodsComeWithANewSecretAndNotWithANewConfiguration(t *testing.T) {
	template := func(values map[string]any) string {
		b, err := yaml.Marshal(only(t, rendered(t, values), "StatefulSet").at("spec.template"))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	before := template(nil)
	if template(map[string]any{"config": map[string]any{"log": map[string]any{"level": "debug"}}}) != before {
		t.Error("a new configuration restarts every pod, though each puts it in force by itself")
	}
	if template(map[string]any{"secret": map[string]any{"values": map[string]any{"VOUCHSAFE_ADMIN_TOKEN": "new"}}}) == before {
		t.Error("a new secret reaches no pod")
	}
}

func TestASecretMadeElsewhereIsTakenAsItIs(t *testing.T) {
	objects := rendered(t, map[string]any{"secret": map[string]any{"existingSecret": "own"}})
	if len(objects["Secret"]) != 0 {
		t.Error("the chart makes a secret all the same")
	}
	if got := only(t, objects, "StatefulSet").at("spec.template.spec.containers.envFrom.secretRef.name"); got != "own" {
		t.Errorf("the pods take their environment from %v", got)
	}
}

func configOf(t *testing.T, objects map[string][]object) string {
	t.Helper()
	data, _ := only(t, objects, "ConfigMap").at("data").(map[string]any)
	config, _ := data["vouchsafe.yaml"].(string)
	return config
}

func TestTheGatewayTakesTheChartsConfiguration(t *testing.T) {
	for _, values := range []map[string]any{nil, {"judge": map[string]any{"enabled": true}}, {"serviceMonitor": map[string]any{"enabled": true}}} {
		file := filepath.Join(t.TempDir(), "vouchsafe.yaml")
		if err := os.WriteFile(file, []byte(configOf(t, rendered(t, values))), 0o600); err != nil {
			t.Fatal(err)
		}
		check(t, file, "VOUCHSAFE_ADMIN_TOKEN=0123456789abcdef0123456789abcdef", "VOUCHSAFE_METRICS_HASH=sha256:"+strings.Repeat("0a", 32),
			"VOUCHSAFE_STORE_DSN=postgres://u:p@db.example.org/vouchsafe?sslmode=verify-full")
	}
}

func TestAJudgeComesWithItsServerAndItsPolicy(t *testing.T) {
	objects := rendered(t, map[string]any{"judge": map[string]any{"enabled": true}})
	called := false
	for _, set := range objects["StatefulSet"] {
		called = called || set.at("metadata.name") == "answers-vouchsafe-judge"
	}
	if !called {
		t.Error("there is no judge")
	}
	config := configOf(t, objects)
	for _, part := range []string{"url: http://answers-vouchsafe-judge", "preset: minicheck-roberta", "open: judge"} {
		if !strings.Contains(config, part) {
			t.Errorf("the configuration lacks %q:\n%s", part, config)
		}
	}
	if n := len(objects["Service"]); n != 4 {
		t.Errorf("%d services", n)
	}
}

func TestKeysAndSpillOutlastAPod(t *testing.T) {
	objects := rendered(t, nil)
	set := only(t, objects, "StatefulSet")
	if set.at("spec.volumeClaimTemplates.metadata.name") != "data" || set.at("spec.volumeClaimTemplates.spec.resources.requests.storage") != "10Gi" {
		t.Error("the folder of keys and spill goes with the pod")
	}
	if !strings.Contains(configOf(t, objects), "path: /data/") {
		t.Error("the file of traces, and its keys, do not stand on the volume")
	}
	scratch := only(t, rendered(t, map[string]any{"data": map[string]any{"persistent": false}}), "StatefulSet")
	if scratch.at("spec.volumeClaimTemplates") != nil {
		t.Error("there is a volume that nobody asked for")
	}
}

// filesOf are the chart's files for some values, by name.
func filesOf(t *testing.T, values map[string]any) map[string]string {
	t.Helper()
	chart, err := loader.Load(chartDir)
	if err != nil {
		t.Fatal(err)
	}
	caps := chartutil.DefaultCapabilities.Copy()
	caps.KubeVersion = chartutil.KubeVersion{Version: "v1.30.0", Major: "1", Minor: "30"}
	release := chartutil.ReleaseOptions{Name: "answers", Namespace: "rag", IsInstall: true}
	all, err := chartutil.ToRenderValues(chart, values, release, caps)
	if err != nil {
		t.Fatal(err)
	}
	files, err := engine.Render(chart, all)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestAServiceMonitorWithoutItsKeyFailsUnsaid: the notes say what the secret lacks, or has to have where it is somebody else's.
func TestAServiceMonitorWithoutItsKeyFailsUnsaid(t *testing.T) {
	on := map[string]any{"enabled": true}
	for want, values := range map[string]map[string]any{
		"":          {},
		"NOT READY": {"serviceMonitor": on, "secret": map[string]any{"values": map[string]any{"VOUCHSAFE_METRICS_TOKEN": "vs-1"}}},
		"SEE TO IT": {"serviceMonitor": on, "secret": map[string]any{"existingSecret": "mine"}},
		"up to":     {"serviceMonitor": on, "secret": map[string]any{"values": map[string]any{"VOUCHSAFE_METRICS_TOKEN": "vs-1", "VOUCHSAFE_METRICS_HASH": "sha256:1"}}},
	} {
		notes := filesOf(t, values)["vouchsafe/templates/NOTES.txt"]
		lacks := strings.Contains(want, "IT") || strings.Contains(want, "NOT")
		if strings.Contains(notes, "VOUCHSAFE_METRICS_HASH") != lacks || !strings.Contains(notes, want) {
			t.Errorf("%v:\n%s", values, notes)
		}
	}
}

func TestPrometheusScrapesWithAKeyOfItsOwn(t *testing.T) {
	objects := rendered(t, map[string]any{"serviceMonitor": map[string]any{"enabled": true, "labels": map[string]any{"release": "prom"}}})
	m := only(t, objects, "ServiceMonitor")
	if m.at("spec.endpoints.authorization.credentials.key") != "VOUCHSAFE_METRICS_TOKEN" || m.at("metadata.labels.release") != "prom" {
		t.Errorf("%v", m)
	}
	labels, _ := m.at("spec.selector.matchLabels").(map[string]any)
	chosen := 0
	for _, s := range objects["Service"] {
		has, _ := s.at("metadata.labels").(map[string]any)
		fits := true
		for name, value := range labels {
			fits = fits && has[name] == value
		}
		if fits {
			chosen++
		}
	}
	if chosen != 1 {
		t.Errorf("it scrapes %d services", chosen)
	}
}

func TestTheIngressLeadsToClientsAlone(t *testing.T) {
	if len(rendered(t, nil)["Ingress"]) != 0 {
		t.Error("there is one that nobody asked for")
	}
	i := only(t, rendered(t, map[string]any{"ingress": map[string]any{"enabled": true, "host": "llm.example.org", "className": "nginx", "tlsSecret": "cert"}}), "Ingress")
	for path, want := range map[string]any{
		"spec.rules.host": "llm.example.org", "spec.rules.http.paths.backend.service.name": "answers-vouchsafe",
		"spec.ingressClassName": "nginx", "spec.tls.secretName": "cert",
	} {
		if got := i.at(path); got != want {
			t.Errorf("%s is %v, want %v", path, got, want)
		}
	}
}

// TestAnAuthorityOfOnesOwnCannotBeMounted: an upstream's `ca_file` needs a file in the pod.
func TestAnAuthorityOfOnesOwnCannotBeMounted(t *testing.T) {
	values := map[string]any{
		"extraVolumes":      []any{map[string]any{"name": "ca", "configMap": map[string]any{"name": "our-ca"}}},
		"extraVolumeMounts": []any{map[string]any{"name": "ca", "mountPath": "/etc/ca", "readOnly": true}},
	}
	spec, _ := rendered(t, values)["StatefulSet"][0].at("spec.template.spec").(map[string]any)
	volumes, _ := spec["volumes"].([]any)
	mounts, _ := object(spec).at("containers.volumeMounts").([]any)
	if len(volumes) != 2 || object(volumes[1].(map[string]any)).at("configMap.name") != "our-ca" ||
		len(mounts) != 3 || object(mounts[2].(map[string]any)).at("mountPath") != "/etc/ca" {
		t.Errorf("%v\n%v", volumes, mounts)
	}
}
