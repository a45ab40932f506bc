{{- define "vouchsafe.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "vouchsafe.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "vouchsafe.labels" -}}
{{ include "vouchsafe.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "vouchsafe.secret" -}}
{{- .Values.secret.existingSecret | default (include "vouchsafe.name" .) }}
{{- end }}

{{- /* the configuration, with the drain that the pod's grace period is made for */ -}}
{{- define "vouchsafe.config" -}}
{{- $config := mergeOverwrite (deepCopy .Values.config) (dict "limits" (dict "drain" (printf "%ds" (int .Values.drainSeconds)))) }}
{{- if .Values.judge.enabled }}
{{- $judge := dict "preset" .Values.judge.preset "url" (printf "http://%s-judge" (include "vouchsafe.name" .)) }}
{{- $config = merge $config (dict "judges" (dict "local" $judge) "policies" (dict "judged" (dict "verify" (dict "open" "judge" "judge" "local")))) }}
{{- end }}
{{- if .Values.serviceMonitor.enabled }}
{{- $config = merge $config (dict "admin" (dict "keys" (dict "prometheus" (dict "hash" "${VOUCHSAFE_METRICS_HASH}" "role" "metrics")))) }}
{{- end }}
{{- toYaml $config }}
{{- end }}
