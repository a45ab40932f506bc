package auxiliary

func langChain() []Rule {
	const condense = "Given the following conversation and a follow up question, rephrase"
	const route = "Given a raw text input to a language model select the"
	return []Rule{
		{Name: "langchain-condense", Role: "user", Head: condense, Tail: "Standalone question:", Form: plain(Query)},
		{Name: "langchain-condense", Role: "user", Head: condense, Tail: "Standalone Question:", Form: plain(Query)},
		{Name: "langchain-history", Role: "system", Head: "Given a chat history and the latest user question which might reference",
			Tail: "otherwise return it as is.", Form: plain(Query)},
		{Name: "langchain-history", Role: "user", Head: "Given the above conversation, generate a search query to look up", Form: plain(Query)},
		{Name: "langchain-multi-query", Role: "user", Head: "You are an AI language model assistant. Your task is", Form: plain(Queries)},
		{Name: "langchain-filter", Role: "user", Head: "Given the following question and context, return YES if the context",
			Tail: "> Relevant (YES / NO):", Form: plain(YesNo)},
		{Name: "langchain-router", Role: "user", Head: route, Tail: "at start of response) >> << OUTPUT (must end with ```) >>",
			Form: object("destination", "next_inputs")},
		{Name: "langchain-router", Role: "user", Head: route, Tail: "<< OUTPUT (remember to include the ```json)>>", Form: object("destination", "next_inputs")},
		{Name: "langchain-self-query", Role: "user", Head: "Your goal is to structure the user's query to match", Tail: "Structured Request:",
			Form: object("query", "filter", "limit")},
		{Name: "rag-fusion", Role: "user", Head: "You are a helpful assistant that generates multiple search queries", Tail: "Output (4 queries):", Form: plain(Queries)},
		{Name: "rag-fusion", Role: "user", Head: "You are a helpful assistant that generates multiple search queries", Tail: "OUTPUT (4 queries):", Form: plain(Queries)},
		{Name: "rankgpt", Role: "system", Head: "You are RankGPT, an intelligent assistant that can rank passages", Tail: "relevancy to the query.", Form: plain(Ranking)},
	}
}

// langGraph holds the graders, rewriters and routers of the corrective,
// adaptive and self-reflective recipes.
func langGraph() []Rule {
	return []Rule{
		{Name: "langgraph-relevance", Head: "You are a grader assessing relevance of a retrieved document to a",
			Tail: "whether the document is relevant to the question.", Form: plain(YesNo)},
		{Name: "langgraph-relevance", Role: "system", Head: "You are a grader assessing relevance of a retrieved document to a",
			Tail: "related to the question, grade it as relevant.", Form: plain(YesNo)},
		{Name: "langgraph-grounded", Role: "system", Head: "You are a grader assessing whether an LLM generation is grounded",
			Tail: "the answer is grounded in / supported by the set of facts.", Form: plain(YesNo)},
		{Name: "langgraph-answers", Role: "system", Head: "You are a grader assessing whether an answer addresses / resolves",
			Tail: "means that the answer resolves the question.", Form: plain(YesNo)},
		{Name: "langgraph-rewrite", Role: "system", Head: "You a question re-writer that converts an input question",
			Tail: "reason about the underlying semantic intent / meaning.", Form: plain(Query)},
		{Name: "langgraph-rewrite", Role: "user", Head: "Look at the input and try to reason about the underlying",
			Tail: "Formulate an improved question:", Form: plain(Query)},
		{Name: "langgraph-route", Role: "system", Head: "You are an expert at routing a user question to a vectorstore",
			Tail: "use web-search.", Form: oneOfLabels("vectorstore", "web_search", "web-search", "websearch")},
	}
}

func llamaIndex() []Rule {
	const keywords = "'KEYWORDS: <keywords>'"
	const choices = "Some choices are given below. It is provided in a numbered list"
	const condense = "Given a conversation (between Human and Assistant) and a follow up message"
	selection := Form{Kind: Object, Keys: []string{"choice"}, Prose: []string{"reason"}}
	return []Rule{
		{Name: "llamaindex-rerank", Role: "user", Head: "A list of documents is shown below. Each document has a number",
			Tail: "Answer:", Form: plain(Ranking)},
		{Name: "llamaindex-keywords", Role: "user", Head: "Some text is provided below. Given the text, extract up to", Tail: keywords, Form: plain(Keywords)},
		{Name: "llamaindex-keywords", Role: "user", Head: "A question is provided below. Given the question, extract up to", Tail: keywords, Form: plain(Keywords)},
		{Name: "llamaindex-selector", Role: "user", Head: choices, Tail: `"reason": "<insert reason for choice>" } ]`, Form: selection},
		{Name: "llamaindex-tree-select", Role: "user", Head: choices, Tail: "in relation to the question.", Form: plain(Integers)},
		{Name: "llamaindex-tree-insert", Role: "user", Head: "Context information is below. It is provided in a numbered list",
			Tail: "summary that is most relevant to the question.", Form: plain(Integers)},
		{Name: "llamaindex-sub-questions", Role: "user", Head: "Given a user question, and a list of tools, output", Tail: "<Output>",
			Form: object("items", "sub_question", "tool_name")},
		{Name: "llamaindex-condense", Role: "user", Head: condense, Tail: "<Standalone question>", Form: plain(Query)},
		{Name: "llamaindex-condense", Role: "user", Head: condense, Tail: "Standalone question:", Form: plain(Query)},
		{Name: "llamaindex-condense", Role: "user", Head: "Given the following conversation between a user and an AI assistant",
			Tail: "Standalone question:", Form: plain(Query)},
		{Name: "llamaindex-fusion", Role: "user", Head: "You are a helpful assistant that generates multiple search queries", Tail: "Queries:", Form: plain(Queries)},
	}
}

// evaluators judge answers after the fact. Their JSON quotes what they judge,
// so some members are prose.
func evaluators() []Rule {
	const ragas, deepeval = "} Output:", "JSON:"
	verdicts := Form{Kind: Object, Keys: []string{"verdicts", "verdict"}, Prose: []string{"reason", "statement"}}
	facts := Form{Kind: Object, Prose: []string{"statements", "claims", "truths"}}
	return []Rule{
		{Name: "ragas-statements", Role: "user", Head: "Given a question and an answer, analyze the complexity of each sentence", Tail: ragas, Form: facts},
		{Name: "ragas-faithfulness", Role: "user", Head: "Your task is to judge the faithfulness of a series of statements", Tail: ragas,
			Form: Form{Kind: Object, Keys: []string{"statements", "verdict"}, Prose: []string{"statement", "reason"}}},
		{Name: "ragas-context-precision", Role: "user", Head: "Given question, answer and context verify if the context was useful", Tail: ragas,
			Form: Form{Kind: Object, Keys: []string{"verdict"}, Prose: []string{"reason"}}},
		{Name: "ragas-context-recall", Role: "user", Head: "Given a context, and an answer, analyze each sentence in the answer", Tail: ragas,
			Form: Form{Kind: Object, Keys: []string{"classifications", "attributed"}, Prose: []string{"statement", "reason"}}},
		{Name: "ragas-answer-relevancy", Role: "user", Head: "Generate a question for the given answer and identify if", Tail: ragas, Form: object("question", "noncommittal")},
		{Name: "deepeval-claims", Role: "user", Head: "Based on the given text, please generate a comprehensive list", Tail: deepeval, Form: facts},
		{Name: "deepeval-statements", Role: "user", Head: "Given the text, breakdown and generate a list of statements", Tail: deepeval, Form: facts},
		{Name: "deepeval-verdicts", Role: "user", Head: "Based on the given claims, which is a list of strings", Tail: deepeval, Form: verdicts},
		{Name: "deepeval-verdicts", Role: "user", Head: "For the provided list of statements,", Tail: deepeval, Form: verdicts},
		{Name: "trulens-relevance", Role: "system", Head: "You are a RELEVANCE grader; providing the relevance of the given", Tail: "Never elaborate.", Form: plain(Score)},
		{Name: "llamaindex-faithfulness", Role: "user", Head: "Please tell if a given piece of information is supported by", Tail: "Answer:", Form: plain(YesNo)},
		{Name: "llamaindex-relevancy", Role: "user", Head: "Your task is to evaluate if the response for the query", Tail: "Answer:", Form: plain(YesNo)},
	}
}
