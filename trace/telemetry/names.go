package telemetry

// Names of attributes. Those of OpenTelemetry's conventions for generative AI
// (https://opentelemetry.io/docs/specs/semconv/gen-ai/) are in development and
// change; this is the one place where they stand.
const (
	operationName  = "gen_ai.operation.name"
	providerName   = "gen_ai.provider.name"
	requestModel   = "gen_ai.request.model"
	conversationID = "gen_ai.conversation.id"
	inputTokens    = "gen_ai.usage.input_tokens"
	outputTokens   = "gen_ai.usage.output_tokens"
	inputMessages  = "gen_ai.input.messages"
	outputMessages = "gen_ai.output.messages"
	errorType      = "error.type"
	httpStatus     = "http.response.status_code"

	evaluation            = "gen_ai.evaluation.result" // an event
	evaluationName        = "gen_ai.evaluation.name"
	evaluationScore       = "gen_ai.evaluation.score.value"
	evaluationLabel       = "gen_ai.evaluation.score.label"
	evaluationExplanation = "gen_ai.evaluation.explanation"

	ownTrace    = "vouchsafe.trace_id"
	ownApp      = "vouchsafe.app"
	ownPolicy   = "vouchsafe.policy"
	ownVerdict  = "vouchsafe.verdict"
	ownReason   = "vouchsafe.reason"
	ownFindings = "vouchsafe.findings"
	ownChunks   = "vouchsafe.chunks"
	ownAttempts = "vouchsafe.attempts"
	ownVerifyMS = "vouchsafe.verify_ms"
	ownJudgeMS  = "vouchsafe.judge_ms"
	ownModel    = "vouchsafe.model"
	ownRepair   = "vouchsafe.repair"
)

// chat is the operation of every call that is verified.
const chat = "chat"
