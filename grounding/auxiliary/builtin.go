package auxiliary

import "slices"

// Builtin lists the auxiliary calls of common apps and frameworks, as their
// prompts stood in the projects' repositories. A prompt that its operator has
// changed is no longer recognised and needs a rule of its own.
func Builtin() []Rule {
	return slices.Concat(
		openWebUI(), chatInterfaces(), searchApps(), platforms(),
		langChain(), langGraph(), llamaIndex(), evaluators(),
	)
}

func object(keys ...string) Form { return Form{Kind: Object, Keys: keys} }

func oneOfLabels(labels ...string) Form { return Form{Kind: Label, Labels: labels} }

func plain(kind Kind) Form { return Form{Kind: kind} }

// openWebUI sends its tasks as one user message with the conversation inside.
func openWebUI() []Rule {
	const task, tail = "### Task: ", "</chat_history>"
	return []Rule{
		{Name: "openwebui-title", Role: "user", Head: task + "Generate a concise, 3-5 word title", Tail: tail, Form: object("title")},
		{Name: "openwebui-tags", Role: "user", Head: task + "Generate 1-3 broad tags categorizing", Tail: tail, Form: object("tags")},
		{Name: "openwebui-follow-ups", Role: "user", Head: task + "Suggest 3-5 relevant follow-up questions", Tail: tail, Form: object("follow_ups")},
		{Name: "openwebui-queries", Role: "user", Head: task + "Analyze the chat history to determine the necessity", Tail: tail, Form: object("queries")},
		{Name: "openwebui-image-prompt", Role: "user", Head: task + "Generate a detailed prompt for", Tail: tail, Form: Form{Kind: Object, Prose: []string{"prompt"}}},
		{Name: "openwebui-autocomplete", Role: "user", Head: task + "You are an autocompletion system.", Tail: "#### Output:", Form: object("text")},
		{Name: "openwebui-emoji", Role: "user", Head: "Your task is to reflect the speaker's likely facial expression", Tail: "```", Form: plain(Emoji)},
	}
}

func chatInterfaces() []Rule {
	return []Rule{
		{Name: "librechat-title", Role: "user", Head: "Provide a concise, 5-word-or-less title for the conversation", Form: plain(Title)},
		{Name: "librechat-title", Role: "user", Head: "Analyze this conversation and provide", Form: object("language", "title")},
		{Name: "lobechat-title", Role: "system", Head: "You are a professional conversation summarizer.", Tail: "Keep it short and to the point", Form: plain(Title)},
		{Name: "lobechat-query", Role: "system", Head: "Given the following conversation and a follow-up question, rephrase", Tail: "</chatHistory>", Form: plain(Query)},
		{Name: "nextchat-title", Role: "user", Head: "Please generate a four to five word title summarizing our conversation", Form: plain(Title)},
		{Name: "vercel-chatbot-title", Role: "system", Head: "- you will generate a short title based on the first message", Tail: "- do not use quotes or colons", Form: plain(Title)},
		{Name: "onyx-title", Role: "user", Head: "Given the following conversation, provide a SHORT name", Tail: "what is a short name to convey the topic of the conversation?", Form: plain(Title)},
		{Name: "onyx-query", Role: "user", Head: "Given the following conversation and a follow up input, rephrase", Tail: "Standalone question (Respond with only the short combined query):", Form: plain(Query)},
		{Name: "onyx-web-query", Role: "user", Head: "Given the following conversation and a follow up input, rephrase", Tail: "Internet Search Query (Respond with a detailed and specific query):", Form: plain(Query)},
		{Name: "onyx-search-decision", Role: "user", Head: "Given the conversation history and a follow up query, determine", Form: oneOfLabels("Yes Search", "Skip Search", "No Search")},
		{Name: "onyx-relevance", Role: "user", Head: "Determine if the reference section is USEFUL for answering", Tail: `"Yes useful" or "Not useful"`, Form: oneOfLabels("Yes useful", "Not useful")},
		{Name: "onyx-relevance", Role: "user", Head: "Determine if the following section is USEFUL for answering", Tail: `"Yes useful" or "Not useful"`, Form: oneOfLabels("Yes useful", "Not useful")},
	}
}

func searchApps() []Rule {
	const azure = "Below is a history of the conversation so far, and a"
	return []Rule{
		{Name: "azure-search-query", Role: "system", Head: azure, Tail: "return just the number 0.", Form: plain(Query)},
		{Name: "azure-search-query", Role: "system", Head: azure, Tail: "return just the number `0`.", Form: plain(Query)},
		{Name: "perplexica-query", Head: "# Instructions - You are an AI question rephraser", Tail: "</question>", Form: plain(Query)},
		{Name: "perplexica-query", Head: "You are an AI question rephraser.", Tail: "Rephrased question:", Form: plain(Query)},
		{Name: "perplexica-suggestions", Head: "You are an AI suggestion generator for an AI powered search engine.", Form: plain(Queries)},
		{Name: "kotaemon-query", Role: "user", Head: "Given the following question, rephrase and expand it", Tail: "Rephrased question:", Form: plain(Query)},
	}
}

func platforms() []Rule {
	const classes = "text classification engine"
	return []Rule{
		{Name: "dify-title", Role: "user", Head: "You are asked to generate a concise chat title", Form: Form{
			Kind: Object, Keys: []string{"Language Type", "Your Output"}, Prose: []string{"Your Reasoning"}}},
		{Name: "dify-suggestions", Role: "user", Tail: `["question1","question2","question3"] questions:`, Form: plain(Queries)},
		{Name: "dify-classifier", Role: "system", Head: "### Job Description', You are a " + classes, Tail: "</histories>",
			Form: object("keywords", "categories", "category_id", "category_name")},
		{Name: "dify-classifier", Role: "user", Head: "### Job Description You are a " + classes, Tail: "### Assistant Output",
			Form: object("keywords", "categories", "category_id", "category_name")},
		{Name: "fastgpt-queries", Role: "user", Head: "作为一个向量检索助手，你的任务是结合历史记录", Tail: "检索词:", Form: plain(Queries)},
		{Name: "fastgpt-classifier", Role: "user", Head: "请帮我执行一个“问题分类”任务", Tail: "类型ID=", Form: plain(Label)},
		{Name: "ragflow-keywords", Role: "system", Head: "## Role You are a text analyzer. ## Task Extract the", Last: "Output:", Form: plain(Keywords)},
		{Name: "ragflow-questions", Role: "system", Head: "## Role You are a text analyzer. ## Task Propose", Last: "Output:", Form: plain(Queries)},
		{Name: "ragflow-full-question", Role: "system", Head: "## Role A helpful assistant. ## Task & Steps 1. Generate a", Last: "Output:", Form: plain(Query)},
		{Name: "flowise-follow-ups", Role: "user", Head: "Given the following conversations:", Tail: "keep each question short and concise.", Form: plain(Queries)},
	}
}
