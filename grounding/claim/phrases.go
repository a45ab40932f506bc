package claim

// evidenceNouns are words for what an answer draws on.
var evidenceNouns = set(`
	passage passages document documents source sources context text texts article articles excerpt excerpts chunk
	information material dokument dokumente dokumenten quelle quellen auszüge documentos documento fuente fuentes
	documenti fonte fontes fonti bron bronnen documenten dokumenty extraits textes`)

// refusals are phrases of refusal that hold under a condition.
var refusals = map[binding]string{
	subject: `
		cannot answer
		cannot determine
		do not mention
		does not mention
		dont mention
		doesnt mention
		do not provide
		does not provide
		dont provide
		doesnt provide
		do not contain
		does not contain
		dont contain
		doesnt contain
		do not include
		does not include
		do not specify
		does not specify
		do not specifically mention
		does not specifically mention
		do not explicitly
		does not explicitly
		do not say
		does not say
		do not state
		does not state
		do not answer
		does not answer
		do not address
		does not address
		do not offer
		does not offer
		do not give
		does not give
		do not discuss
		does not discuss
		enthalten keine informationen
		enthält keine informationen
		ne mentionnent pas
		ne mentionne pas
		ne contiennent pas
		ne contient pas
		no mencionan
		no menciona
		no contienen
		no contiene
		non menzionano
		non menziona
		non contengono
		non contiene
		não mencionam
		não menciona
		não contêm
		não contém
		do not name
		does not name
		do not describe
		does not describe
		do not list
		does not list
		do not cover
		does not cover
		do not indicate
		does not indicate
		do not directly
		does not directly
		do not clearly
		does not clearly
		do not tell
		does not tell
		do not have
		does not have`,
	passive: `
		not mentioned in
		is not mentioned
		are not mentioned
		is not provided
		are not provided
		is not specified
		are not specified
		is not specifically mentioned
		is not explicitly
		is not stated
		are not stated
		not found in the
		cannot be answered
		cannot be determined
		can not be determined
		could not be determined
		wird nicht erwähnt
		werden nicht erwähnt
		kann nicht beantwortet werden
		it is unclear from
		not in the documents
		not in the provided
		not in the context`,
	doubt: `
		it is unclear whether
		it is not clear whether
		it is not clear if
		it is unclear if`,
	opening: `
		unable to answer
		unable to determine
		unable to provide
		unable to find`,
	apology: `
		im sorry
		i am sorry
		sorry
		i apologize
		i apologise
		my apologies
		unfortunately
		leider
		es tut mir leid
		tut mir leid
		je suis désolé
		désolé
		malheureusement
		lo siento
		lamentablemente
		mi dispiace
		purtroppo
		desculpe
		lamento
		infelizmente
		het spijt me
		helaas
		przepraszam
		niestety
		извините
		к сожалению`,
}

// boilerplate holds the phrases by which answers greet, offer help, hedge,
// lead in and refuse. A clause is what its phrase says; what it states beside
// is found apart from that (see classify).
var boilerplate = newPhraseIndex(map[Kind]string{
	Greeting: `
		hello
		hi
		hey
		dear
		greetings
		good morning
		good afternoon
		good evening
		sure
		sure thing
		certainly
		of course
		absolutely
		thanks
		thank you
		youre welcome
		you are welcome
		great question
		good question
		hallo
		guten tag
		gerne
		natürlich
		danke
		bonjour
		bien sûr
		merci
		hola
		claro
		gracias
		ciao
		buongiorno
		certo
		grazie
		olá
		obrigado
		graag
		bedankt
		здравствуйте
		конечно
		спасибо
		cześć
		oczywiście
		dziękuję`,
	Offer: `
		i hope this helps
		i hope that helps
		hope this helps
		hope that helps
		i hope this answers
		i hope this information
		i hope this clarifies
		let me know
		feel free to ask
		feel free to reach
		feel free to contact
		feel free to let
		please ask
		do not hesitate to ask
		dont hesitate to ask
		do not hesitate to reach
		dont hesitate to reach
		would you like me to
		would you like to know
		would you like more
		do you want me to
		shall i
		can i help you
		how can i help
		how may i help
		is there anything else
		if you have any questions
		if you have any other questions
		if you have any further questions
		if you have more questions
		if you need more
		if you need further
		if you need any
		if you would like more
		if youd like more
		happy to help
		glad to help
		i can help you with
		id be happy to
		i would be happy to
		ill be happy to
		im happy to
		i am happy to
		im here to help
		i am here to help
		have a great day
		have a nice day
		ich hoffe das hilft
		lassen sie mich wissen
		lass mich wissen
		falls sie weitere fragen haben
		wenn sie weitere fragen haben
		kann ich ihnen helfen
		soll ich
		jespère que cela
		nhésitez pas
		si vous avez dautres questions
		puis-je vous aider
		espero que esto
		no dudes en
		no dude en
		avísame si
		si tienes más preguntas
		si tiene más preguntas
		spero che questo
		non esitare
		se hai altre domande
		espero que isso
		espero ter ajudado
		se tiver mais perguntas
		se tiver outras dúvidas
		ik hoop dat dit
		laat het me weten
		als je nog vragen hebt
		mam nadzieję że to
		надеюсь это
		если у вас есть вопросы
		дайте мне знать`,
	Hedge: `
		it depends
		that depends
		i am not sure
		im not sure
		i am not certain
		im not certain
		it is hard to say
		its hard to say
		it is difficult to say
		its difficult to say
		not necessarily
		as far as i know
		es kommt darauf an
		das kommt darauf an
		ich bin nicht sicher
		ça dépend
		cela dépend
		depende
		dipende
		het hangt ervan af`,
	Transition: `
		here is
		here are
		heres
		here you go
		as follows
		the following
		below is
		below are
		these are
		in summary
		to summarize
		to summarise
		in conclusion
		to conclude
		in short
		overall
		however
		therefore
		additionally
		furthermore
		moreover
		in addition
		that said
		that being said
		on the other hand
		for example
		please note
		note that
		note
		finally
		next
		follow these steps
		lets take a look
		lets look
		let me explain
		i will explain
		hier ist
		hier sind
		im folgenden
		zusammenfassend
		allerdings
		voici
		en résumé
		cependant
		aquí está
		aquí están
		aquí tienes
		en resumen
		sin embargo
		ecco
		in sintesi
		tuttavia
		aqui está
		aqui estão
		em resumo
		no entanto
		hier is
		hier zijn
		samengevat
		oto
		podsumowując
		вот
		однако`,
	Refusal: `
		i dont know
		i do not know
		i cannot answer
		i cant answer
		i can not answer
		i cannot provide
		i cant provide
		i cannot find
		i cant find
		i could not find
		i couldnt find
		i cannot help
		i cant help
		i cannot determine
		i cannot give
		i cannot say
		i am unable to
		im unable to
		it is unable to
		it is not possible to answer
		it is not possible to determine
		it is impossible to determine
		it is impossible to answer
		there is no information
		there is no mention
		there is not enough information
		there isnt enough information
		there is insufficient information
		theres no information
		none of the passages
		none of the documents
		none of the sources
		none of the provided
		no information about
		no information on
		no information is
		no mention of
		no specific information
		not enough information
		insufficient information
		no relevant information
		das weiß ich nicht
		ich weiß es nicht
		ich weiß nicht
		ich kann diese frage nicht
		ich kann das nicht
		keine informationen
		keine angaben
		je ne sais pas
		je ne peux pas répondre
		aucune information
		no lo sé
		no sé
		no puedo responder
		no hay información
		non lo so
		non posso rispondere
		nessuna informazione
		não sei
		não posso responder
		não há informações
		ik weet het niet
		ik kan deze vraag niet
		geen informatie
		nie wiem
		nie mogę odpowiedzieć
		brak informacji
		я не знаю
		не могу ответить
		нет информации`,
})

// boilerplateCJK are phrases in scripts without spaces; a sentence that holds
// one and no more than a few characters beside it is of that kind.
var boilerplateCJK = []struct {
	text string
	kind Kind
}{
	{"我不知道", Refusal}, {"无法回答", Refusal}, {"没有提到", Refusal}, {"没有相关信息", Refusal}, {"抱歉", Refusal},
	{"未提及", Refusal}, {"わかりません", Refusal}, {"分かりません", Refusal}, {"記載されていません", Refusal},
	{"記載がありません", Refusal}, {"申し訳", Refusal}, {"모르겠습니다", Refusal}, {"언급되어 있지 않", Refusal}, {"죄송", Refusal},
	{"希望这", Offer}, {"如有任何问题", Offer}, {"お役に立て", Offer}, {"お気軽に", Offer}, {"도움이 되", Offer},
	{"你好", Greeting}, {"您好", Greeting}, {"こんにちは", Greeting}, {"안녕하세요", Greeting},
	{"以下是", Transition}, {"如下", Transition}, {"以下の通り", Transition}, {"다음과 같", Transition},
}

// hollow are words that state nothing about the world: they speak of the
// answer, its evidence and the talk itself.
var hollow = set(`
	passage passages document documents source sources context text texts article articles excerpt excerpts chunk
	information info provided given based according accordance answer answers question questions above following below
	summary conclusion response asked ask regarding overview details detail help assist assistance mentioned stated
	please note further welcome point points key tip tips step steps way ways list example examples
	dokumente dokument dokumenten quelle quellen text frage antwort laut informationen bereitgestellten angegebenen
	documents sources fournis fourni selon informations documentos fuentes según información proporcionada
	documenti fonti secondo informazioni fontes fornecidos informações documenten bronnen volgens informatie`)

// turningWords are words that open a new clause, one that may state what the clause
// before did not: "I am sorry, but the dose is 50 mg".
var turningWords = set(`
	but however although though whereas because instead since which yet still nevertheless
	aber jedoch obwohl weil sondern trotzdem mais cependant parce pero aunque porque ma però perché mas embora
	maar echter omdat ale jednak но однако`)

// joiners are words with which a list goes on after a comma.
var joiners = set(`or and nor such including as so based if like only either from in on about for to with und oder et ou y o e en of lub i и или`)

// verbs are finite verbs that make a clause a statement.
var verbs = set(`
	is are was were isnt arent wasnt werent must should shall can cannot cant may might will would could has have had
	does did doesnt didnt causes cures kills means requires prevents contains includes costs needs makes helps treats
	ist sind war waren muss müssen darf kann soll wird hat haben est sont était doit peut a ont es son era debe puede
	tiene è sono deve può ha hanno é são pode tem zijn moet kan heeft jest są musi może`)

// askers open a question or a title that is one.
var askers = set(`
	what how why when where who whom whose which was wie warum wann wo wer welche que quoi comment pourquoi quand où qui
	qué cómo cuándo dónde quién cuál che cosa come perché quando dove chi qual wat hoe waarom wanneer waar wie`)
