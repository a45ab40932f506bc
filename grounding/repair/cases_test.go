package repair

// The sentences between ⟦ and ⟧ failed. Each case stands in a paragraph of its
// own between others that hold, so that enough is left whatever goes of it;
// left is what has to be left of the case.
type turning struct{ name, said, left string }

// tongue is a language's sentences that hold, and its cases.
type tongue struct {
	name        string
	open, close string
	cases       []turning
}

var tongues = []tongue{
	{"English", "Backups start at 01:30 every night. Refunds take 14 days after the return of the goods.", "The harbour bridge carries eight lanes of traffic.", english1},
	{"English shapes", "Backups start at 01:30 every night. Refunds take 14 days after the return of the goods.", "The harbour bridge carries eight lanes of traffic and one railway.", shapes},
	{"German", "Die Sicherung beginnt jede Nacht um 01:30 Uhr. Erstattungen dauern nach der Rückgabe 14 Tage.", "Die Hafenbrücke hat acht Spuren für den Verkehr.", german1},
	{"French", "Les sauvegardes commencent chaque nuit à 01:30. Les remboursements prennent 14 jours après le retour.", "Le pont du port a huit voies pour la circulation.", french1},
	{"Spanish", "Las copias empiezan cada noche a la 01:30. Los reembolsos tardan 14 días tras la devolución.", "El puente del puerto tiene ocho carriles para el tráfico.", spanish1},
	{"Italian", "I backup iniziano ogni notte alle 01:30. I rimborsi richiedono 14 giorni dopo il reso.", "Il ponte del porto ha otto corsie per il traffico.", italian1},
	{"Portuguese", "As cópias começam todas as noites à 01:30. Os reembolsos demoram 14 dias após a devolução.", "A ponte do porto tem oito faixas para o trânsito.", portuguese1},
	{"Dutch", "De back-ups beginnen elke nacht om 01:30 uur. De terugbetaling duurt 14 dagen na de retour.", "De havenbrug heeft acht rijstroken voor het verkeer.", dutch1},
	{"Russian", "Резервное копирование начинается каждую ночь в 01:30. Возврат денег занимает 14 дней после возврата товара.", "Мост в порту имеет восемь полос для движения.", russian1},
	{"Arabic", "تبدأ النسخ الاحتياطية كل ليلة في الساعة 01:30. تستغرق إعادة المبالغ 14 يوما بعد إعادة البضاعة.", "يحمل جسر الميناء ثمانية مسارات للمرور.", arabic1},
	{"Chinese", "备份工作每天夜里01:30开始。退款在货物退回后14天内支付。", "港口大桥共有八条车道供车辆通行。", chinese1},
	{"Korean", "백업은 매일 밤 한 시 반에 시작됩니다. 환불은 반품 후 십사 일이 걸립니다.", "항구 다리에는 여덟 개의 차선이 있습니다.", korean1},
	{"Greek", "Τα αντίγραφα ξεκινούν κάθε νύχτα στη 01:30. Οι επιστροφές διαρκούν 14 ημέρες.", "Η γέφυρα του λιμανιού έχει οκτώ λωρίδες.", greek1},
	{"Polish", "Kopie zapasowe zaczynają się każdej nocy o 01:30 i są przechowywane przez dwadzieścia jeden dni w starym muzeum. Zwroty trwają czternaście dni od zwrotu towaru przez klienta.", "Most portowy ma osiem pasów ruchu dla samochodów oraz dwa tory kolejowe dla pociągów.", polish1},
	{"Japanese", "バックアップは毎晩01:30に始まります。返金は返品の14日後に行われます。", "港の橋は八車線の道路です。", japanese1},
}

// korean1, greek1 and polish1 are in languages whose words are on no list: what stands together
// goes together.
var korean1 = []turning{
	{"one of three", "박물관은 무료입니다. ⟦가게는 지도를 팝니다.⟧ 카페는 아홉 시에 엽니다.", ""},
	{"list", "음료:\n- 차는 사 유로입니다.\n- ⟦커피는 오 유로입니다.⟧", ""},
}

var greek1 = []turning{
	{"contrast", "Η είσοδος είναι δωρεάν. ⟦Ωστόσο, τα λεωφορεία πληρώνουν.⟧", ""},
}

var polish1 = []turning{
	{"contrast", "Wstęp do muzeum jest bezpłatny. ⟦Jednak autobusy płacą pięć euro.⟧", ""},
}

var english1 = []turning{
	{"plain", "Entry is free. ⟦The shop sells maps.⟧ The café opens at nine.", "Entry is free. The café opens at nine."},
	{"first", "⟦The shop sells maps.⟧ Entry is free.", "Entry is free."},
	{"last", "Entry is free. ⟦The shop sells maps.⟧", "Entry is free."},
	{"two in a row", "Entry is free. ⟦The shop sells maps. The vault is blue.⟧ The café opens at nine.", "Entry is free. The café opens at nine."},
	{"contrast", "Adults take 5 mg. ⟦However, children take less.⟧", ""},
	{"contrast inside", "Adults take 5 mg. ⟦Children, however, take 2 mg.⟧", ""},
	{"but", "Entry is free. ⟦But vans pay 5 euros.⟧", ""},
	{"exception", "Adults take 5 mg. ⟦Except in renal failure.⟧", ""},
	{"unless", "Guests may park here. ⟦Unless the yard is full.⟧", ""},
	{"only", "Entry is free. ⟦Only on Sundays.⟧", ""},
	{"not", "Tea is free. ⟦Not on Sundays.⟧", ""},
	{"rule that does not apply", "Guests may park here. ⟦This does not apply to vans.⟧", ""},
	{"rule that applies to some", "Guests may park here. ⟦The rule only applies to cars.⟧", ""},
	{"exempt", "Visitors pay 5 euros. ⟦Children are exempt.⟧", ""},
	{"note", "Entry is free. ⟦Note: vans pay 5 euros.⟧", ""},
	{"concession", "Entry is free for all. ⟦That said, vans pay 5 euros.⟧", ""},
	{"restriction by pronoun", "The cake contains nuts. ⟦It must not be sold.⟧", ""},
	{"addition by pronoun", "The cake contains nuts. ⟦It was baked in 1931.⟧", "The cake contains nuts."},
	{"chain before a contrast", "Entry is free. It has been so since 1990. ⟦Nevertheless vans pay 5 euros.⟧", ""},
	{"contrast to two", "Tea is free. Coffee is free. ⟦Neither is free on Sundays.⟧", "Tea is free."},
	{"contrast to one of two", "The café opens at nine. Coffee is free. ⟦However, milk costs 1 euro.⟧", "The café opens at nine."},
	{"other hand", "Entry is free. ⟦On the other hand, parking costs 4 euros.⟧", ""},
	{"one hand", "⟦On the one hand, entry is free.⟧ On the other hand, parking costs 4 euros.", ""},
	{"pronoun loses its noun", "⟦The tea contains caffeine.⟧ It must not be given to children.", ""},
	{"pronoun inside", "⟦Adults take 5 mg.⟧ Children take half of it.", ""},
	{"possessive", "⟦Smith wrote the book.⟧ Its cover is red.", ""},
	{"person", "⟦Smith wrote the book.⟧ He lives in York.", ""},
	{"demonstrative", "⟦Adults take 5 mg.⟧ This dose is safe for most people.", ""},
	{"that", "⟦Adults take 5 mg.⟧ That is safe for most people.", ""},
	{"such", "⟦Dogs bite strangers.⟧ Such animals must wear a muzzle.", ""},
	{"latter", "⟦The vault and the yard are blue.⟧ The latter is open at night.", ""},
	{"others", "⟦Tea costs 4 euros.⟧ Other drinks cost 6 euros.", ""},
	{"otherwise", "⟦The alarm must be loud.⟧ Otherwise nobody wakes up.", ""},
	{"conclusion", "⟦The tea contains caffeine.⟧ Therefore children should avoid tea.", ""},
	{"case", "⟦Tea costs 4 euros.⟧ In that case coffee is free.", ""},
	{"example", "⟦Drinks are cheap.⟧ For example, tea costs 4 euros.", ""},
	{"leaning chain", "⟦Tea contains caffeine.⟧ It keeps you awake. This effect lasts four hours. The café opens at nine.", "The café opens at nine."},
	{"addition stays", "⟦Tea costs 4 euros.⟧ In addition, coffee costs 5 euros.", "In addition, coffee costs 5 euros."},
	{"enumeration loses its head", "⟦There are two plans.⟧ The first costs 9 euros. The second costs 19 euros.", ""},
	{"following", "⟦The following applies to adults only.⟧ Take 5 mg a day. The pill is red.", ""},
	{"ordered words", "First, open the lid. ⟦Next, press the button.⟧ Finally, close the lid.", "First, open the lid."},
	{"ordered words, one between", "First, open the lid. ⟦The lid is heavy.⟧ Then press the button.", "First, open the lid."},
	{"question", "Is the pool heated? ⟦The pool is heated all year.⟧", ""},
	{"yes and its condition", "Yes, entry is free. The shop sells maps. ⟦If you have a pass.⟧", "Yes, entry is free. The shop sells maps."},
	{"bare yes", "⟦Yes. Entry is free.⟧ The shop sells maps.", "The shop sells maps."},
	{"no and its limit", "No, dogs may not enter. ⟦Except guide dogs.⟧", ""},
	{"brackets", "(Entry is free. ⟦Vans pay nothing.⟧)", ""},
	{"quotation marks", "The sign says: \"Entry is free. ⟦Vans pay nothing.⟧\"", ""},
	{"curly quotation marks", "The sign says: “Entry is free. ⟦Vans pay nothing.⟧”", ""},
	{"bold type", "**Entry is free. ⟦Vans pay nothing.⟧**", ""},
	{"italics", "*Entry is free. ⟦Vans pay nothing.⟧*", ""},
	{"tags", "<b>Entry is free. ⟦Vans pay nothing.⟧</b>", "<b>Entry is free."},
	{"a tag that stands alone", "Entry<br>is free. ⟦Vans pay nothing.⟧", "Entry<br>is free."},
	{"comparison", "Milk costs 1 euro. ⟦Tea costs 4 euros.⟧ Coffee costs twice as much.", "Milk costs 1 euro."},
	{"time", "The bridge opened in 1931. ⟦The tunnel opened in 1950.⟧ Two years later the railway closed.", "The bridge opened in 1931."},
	{"revocation", "Entry is free. ⟦This rule was abolished in 2020.⟧", "Entry is free."},
	{"guess", "The café opens at nine. Entry is free. ⟦This is only an estimate.⟧", "The café opens at nine. Entry is free."},
	{"guess in other words", "Entry is free. ⟦It remains a proposal.⟧", "Entry is free."},
	{"bold word", "**Entry** is free. ⟦Vans pay **nothing**.⟧", "**Entry** is free."},
	{"colon", "⟦The price is as follows:⟧ 5 euros for adults. Tea is free.", ""},
	{"abbreviation", "Entry is free. ⟦Dr. Smith paid 5 euros, i.e. too much.⟧ Tea is hot.", "Entry is free. Tea is hot."},
}

var shapes = []turning{
	{"list", "Drinks:\n- Tea costs 4 euros.\n- ⟦Coffee costs 5 euros.⟧\n- Milk costs 2 euros.", "Drinks:\n- Tea costs 4 euros.\n- Milk costs 2 euros."},
	{"list with a vague lead", "Here are some drinks:\n- Tea costs 4 euros.\n- ⟦Coffee costs 5 euros.⟧", "Here are some drinks:\n- Tea costs 4 euros."},
	{"list with a year in its lead", "In 2023 the café sold:\n- tea for 4 euros\n- ⟦coffee for 5 euros⟧", "In 2023 the café sold:\n- tea for 4 euros"},
	{"list of all", "All of these must be signed:\n- the lease of the house\n- ⟦the letter of the mayor⟧", ""},
	{"list, first item", "Drinks:\n\n* ⟦Tea costs 4 euros.⟧\n* Milk costs 2 euros.", "Drinks:\n\n* Milk costs 2 euros."},
	{"list, all items", "Drinks:\n- ⟦Tea costs 4 euros.⟧\n- ⟦Milk costs 2 euros.⟧", ""},
	{"counted list", "Two drinks are free:\n- tea in the hall\n- ⟦coffee in the yard⟧", ""},
	{"list of conditions", "You may enter if you have:\n- a pass from the office\n- ⟦a letter from the mayor⟧", ""},
	{"list of exceptions", "Dogs may enter all rooms except:\n- the kitchen on the left\n- ⟦the nursery on the right⟧", ""},
	{"list under a lost lead", "⟦Never mix the following with milk:⟧\n- green tea from the farm\n- black tea from the shop", ""},
	{"list with an exception at its end", "- Tea costs 4 euros.\n- Coffee costs 5 euros.\n- ⟦Except on Sundays.⟧", ""},
	{"exception behind a list", "Drinks:\n- Tea costs 4 euros.\n- Coffee costs 5 euros.\n\n⟦These prices do not apply on Sundays.⟧", ""},
	{"nested list", "Drinks:\n- ⟦Hot drinks cost 4 euros.⟧\n  - Tea is green.\n- Cold drinks cost 3 euros.", "Drinks:\n- Cold drinks cost 3 euros."},
	{"nested list, inner item", "Drinks:\n- Hot drinks cost 4 euros.\n  - Tea is green.\n  - ⟦Coffee is black.⟧\n- Cold drinks cost 3 euros.", "Drinks:\n- Hot drinks cost 4 euros.\n  - Tea is green.\n- Cold drinks cost 3 euros."},
	{"nested list, inner items", "Drinks:\n- Hot drinks:\n  - ⟦Tea is green.⟧\n- Cold drinks cost 3 euros.", "Drinks:\n- Cold drinks cost 3 euros."},
	{"item of two sentences", "Drinks:\n- Tea costs 4 euros. ⟦Sugar stands on the table.⟧\n- Milk costs 2 euros.", "Drinks:\n- Tea costs 4 euros.\n- Milk costs 2 euros."},
	{"item whose head goes", "Drinks:\n- ⟦Tea costs 4 euros.⟧ Sugar stands on the table.\n- Milk costs 2 euros.", "Drinks:\n- Milk costs 2 euros."},
	{"steps", "1. Open the lid.\n2. ⟦Press the button.⟧\n3. Close the lid.", ""},
	{"steps with a lead", "To clean the machine:\n\n1. Open the lid.\n2. Press the button.\n3. ⟦Close the lid.⟧", ""},
	{"numbered tips", "Here are some tips:\n\n1. Keep the lid open.\n2. ⟦Use blue paper.⟧\n3. Wash the cups.", "Here are some tips:\n\n1. Keep the lid open.\n3. Wash the cups."},
	{"numbered reasons under a heading", "## Reasons for the delay\n\n1. Rain fell for nine days.\n2. ⟦The vault was blue.⟧", "## Reasons for the delay\n\n1. Rain fell for nine days."},
	{"pronoun with its noun before it", "⟦The vault is blue.⟧ Stir the tea while it is hot.", "Stir the tea while it is hot."},
	{"steps in brackets", "(1) Open the lid.\n(2) ⟦Press the button.⟧", ""},
	{"named steps", "Step 1: Open the lid.\n\nStep 2: ⟦Press the button.⟧\n\nStep 3: Close the lid.", "Step 1: Open the lid."},
	{"table", "| Drink | Price |\n|---|---|\n| Tea | 4 |\n| ⟦Coffee | 5⟧ |\n| Milk | 2 |", "| Drink | Price |\n|---|---|\n| Tea | 4 |\n| Milk | 2 |"},
	{"table with an empty cell", "| Drink | Price |\n|---|---|\n| ⟦Tea | 4⟧ |\n| | 5 |\n| Milk | 2 |", "| Drink | Price |\n|---|---|\n| Milk | 2 |"},
	{"table that loses its head", "| ⟦Drink for children | Price of 4⟧ |\n|---|---|\n| Tea | 4 |", ""},
	{"table that loses its rows", "Prices:\n\n| Drink | Price |\n|---|---|\n| ⟦Tea | 4⟧ |", ""},
	{"exception behind a table", "| Drink | Price |\n|---|---|\n| Tea | 4 |\n\n⟦This does not apply to children.⟧", ""},
	{"heading", "## Fees\n\n⟦Tea costs 4 euros.⟧\n\n## Times\n\nThe café opens at nine.", "## Times\n\nThe café opens at nine."},
	{"heading that goes", "## ⟦Fees for children are 2 euros⟧\n\nTea costs 4 euros.\n\n## Times\n\nThe café opens at nine.", "## Times\n\nThe café opens at nine."},
	{"headings, nested", "# Prices\n\n## Hot\n\n⟦Tea costs 4 euros.⟧\n\n## Cold\n\nMilk costs 2 euros.", "# Prices\n\n## Cold\n\nMilk costs 2 euros."},
	{"bold heading", "**Fees**\n\n⟦Tea costs 4 euros.⟧\n\n**Times**\n\nThe café opens at nine.", "**Times**\n\nThe café opens at nine."},
	{"quotation", "> Entry is free.\n> ⟦Vans pay nothing.⟧", ""},
	{"code", "The command is this:\n\n```sh\nmake clean\n# ⟦it deletes the vault of the museum⟧\n```", ""},
	{"code that stays", "```sh\nmake clean\n```\n\n⟦The vault is blue.⟧", "```sh\nmake clean\n```"},
	{"paragraph", "Entry is free.\n\n⟦The vault is blue.⟧\n\nThe café opens at nine.", "Entry is free.\n\nThe café opens at nine."},
	{"contrast at the head of a paragraph", "Entry is free. Tea is hot.\n\n⟦However, nothing of it is true on Sundays.⟧", ""},
	{"wrapped lines", "Entry is free for all guests of the house and for their\nchildren. ⟦The vault of the old museum in the yard is\nblue.⟧ The café opens at nine.", "Entry is free for all guests of the house and for their\nchildren. The café opens at nine."},
	{"inch", "The pipe is 5\" wide. ⟦The vault is blue.⟧ The café opens at nine.", "The pipe is 5\" wide. The café opens at nine."},
	{"rule line", "Entry is free.\n\n---\n\n⟦The vault is blue.⟧", "Entry is free.\n\n---"},
}

var german1 = []turning{
	{"plain", "Der Eintritt ist frei. ⟦Der Laden verkauft Karten.⟧ Das Café öffnet um neun.", "Der Eintritt ist frei. Das Café öffnet um neun."},
	{"contrast", "Erwachsene nehmen 5 mg. ⟦Allerdings nehmen Kinder weniger.⟧", ""},
	{"contrast inside", "Erwachsene nehmen 5 mg. ⟦Kinder nehmen jedoch nur 2 mg.⟧", ""},
	{"but", "Der Eintritt ist frei. ⟦Aber Busse zahlen 5 Euro.⟧", ""},
	{"exception", "Der Eintritt ist frei. ⟦Ausgenommen sind Busse.⟧", ""},
	{"except", "Der Eintritt ist frei. ⟦Außer an Sonntagen.⟧", ""},
	{"rule that does not apply", "Gäste dürfen hier parken. ⟦Dies gilt nicht für Busse.⟧", ""},
	{"unless", "Gäste dürfen hier parken. ⟦Es sei denn, der Hof ist voll.⟧", ""},
	{"pronoun", "⟦Der Tee enthält Koffein.⟧ Er darf Kindern nicht gegeben werden.", ""},
	{"demonstrative", "⟦Erwachsene nehmen 5 mg.⟧ Diese Dosis ist für die meisten sicher.", ""},
	{"compound with da", "⟦Der Tee enthält Koffein.⟧ Dabei bleibt man wach.", ""},
	{"conclusion", "⟦Der Tee enthält Koffein.⟧ Deshalb meiden Kinder den Tee.", ""},
	{"article is no pronoun", "⟦Der Tee enthält Koffein.⟧ Das Café öffnet um neun.", "Das Café öffnet um neun."},
	{"ordered words", "Zuerst öffnen Sie den Deckel. ⟦Dann drücken Sie den Knopf.⟧ Anschließend schließen Sie den Deckel.", "Zuerst öffnen Sie den Deckel."},
	{"counted list", "Zwei Getränke sind frei:\n- Tee in der Halle\n- ⟦Kaffee auf dem Hof⟧", ""},
	{"list", "Getränke:\n- Tee kostet 4 Euro.\n- ⟦Kaffee kostet 5 Euro.⟧\n- Milch kostet 2 Euro.", "Getränke:\n- Tee kostet 4 Euro.\n- Milch kostet 2 Euro."},
	{"yes and its condition", "Ja, der Eintritt ist frei. ⟦Nur mit einem Ausweis.⟧", ""},
	{"quotation marks", "Auf dem Schild steht: „Der Eintritt ist frei. ⟦Busse zahlen nichts.⟧“", ""},
}

var french1 = []turning{
	{"plain", "Le musée est gratuit. ⟦La boutique vend des cartes.⟧ Le café ouvre à neuf heures.", "Le musée est gratuit. Le café ouvre à neuf heures."},
	{"contrast", "Les adultes prennent 5 mg. ⟦Cependant, les enfants prennent moins.⟧", ""},
	{"contrast inside", "Les adultes prennent 5 mg. ⟦Les enfants, toutefois, prennent 2 mg.⟧", ""},
	{"but", "Le musée est gratuit. ⟦Mais les bus paient 5 euros.⟧", ""},
	{"exception", "Le musée est gratuit. ⟦Sauf le dimanche.⟧", ""},
	{"rule that does not apply", "Les visiteurs peuvent stationner ici. ⟦Cette règle ne s'applique pas aux bus.⟧", ""},
	{"unless", "Les visiteurs peuvent stationner ici. ⟦À moins que la cour ne soit pleine.⟧", ""},
	{"pronoun", "⟦Le thé contient de la caféine.⟧ Il ne doit pas être donné aux enfants.", ""},
	{"demonstrative", "⟦Les adultes prennent 5 mg.⟧ Cette dose est sûre pour la plupart.", ""},
	{"conclusion", "⟦Le thé contient de la caféine.⟧ Par conséquent, les enfants évitent le thé.", ""},
	{"ordered words", "D'abord, ouvrez le couvercle. ⟦Ensuite, appuyez sur le bouton.⟧ Enfin, fermez le couvercle.", "D'abord, ouvrez le couvercle."},
	{"counted list", "Deux boissons sont gratuites :\n- le thé dans le hall\n- ⟦le café dans la cour⟧", ""},
	{"yes and its condition", "Oui, le musée est gratuit. ⟦Seulement avec une carte.⟧", ""},
	{"guillemets", "Le panneau dit : « Le musée est gratuit. ⟦Les bus ne paient rien.⟧ »", ""},
}

var spanish1 = []turning{
	{"plain", "La entrada es gratuita. ⟦La tienda vende mapas.⟧ El café abre a las nueve.", "La entrada es gratuita. El café abre a las nueve."},
	{"contrast", "Los adultos toman 5 mg. ⟦Sin embargo, los niños toman menos.⟧", ""},
	{"contrast inside", "Los adultos toman 5 mg. ⟦Los niños, no obstante, toman 2 mg.⟧", ""},
	{"but", "La entrada es gratuita. ⟦Pero los autobuses pagan 5 euros.⟧", ""},
	{"exception", "La entrada es gratuita. ⟦Excepto los domingos.⟧", ""},
	{"rule that does not apply", "Los visitantes pueden aparcar aquí. ⟦Esto no se aplica a los autobuses.⟧", ""},
	{"only if", "Los visitantes pueden aparcar aquí. ⟦Siempre que haya sitio.⟧", ""},
	{"no subject", "⟦El té contiene cafeína.⟧ No debe darse a los niños.", ""},
	{"demonstrative", "⟦Los adultos toman 5 mg.⟧ Esta dosis es segura para la mayoría.", ""},
	{"conclusion", "⟦El té contiene cafeína.⟧ Por lo tanto, los niños evitan el té.", ""},
	{"ordered words", "Primero abra la tapa. ⟦Luego pulse el botón.⟧ Finalmente cierre la tapa.", "Primero abra la tapa."},
	{"counted list", "Dos bebidas son gratuitas:\n- el té en la sala\n- ⟦el café en el patio⟧", ""},
	{"yes and its condition", "Sí, la entrada es gratuita. ⟦Solo con un pase.⟧", ""},
}

var italian1 = []turning{
	{"plain", "L'ingresso è gratuito. ⟦Il negozio vende mappe.⟧ Il bar apre alle nove.", "L'ingresso è gratuito. Il bar apre alle nove."},
	{"contrast", "Gli adulti prendono 5 mg. ⟦Tuttavia, i bambini prendono meno.⟧", ""},
	{"contrast inside", "Gli adulti prendono 5 mg. ⟦I bambini, però, prendono 2 mg.⟧", ""},
	{"but", "L'ingresso è gratuito. ⟦Ma gli autobus pagano 5 euro.⟧", ""},
	{"exception", "L'ingresso è gratuito. ⟦Tranne la domenica.⟧", ""},
	{"rule that does not apply", "I visitatori possono parcheggiare qui. ⟦La regola non si applica agli autobus.⟧", ""},
	{"unless", "I visitatori possono parcheggiare qui. ⟦A meno che il cortile non sia pieno.⟧", ""},
	{"no subject", "⟦Il tè contiene caffeina.⟧ Non deve essere dato ai bambini.", ""},
	{"demonstrative", "⟦Gli adulti prendono 5 mg.⟧ Questa dose è sicura per la maggior parte.", ""},
	{"conclusion", "⟦Il tè contiene caffeina.⟧ Pertanto i bambini evitano il tè.", ""},
	{"ordered words", "Innanzitutto aprire il coperchio. ⟦Poi premere il pulsante.⟧ Infine chiudere il coperchio.", "Innanzitutto aprire il coperchio."},
	{"counted list", "Due bevande sono gratuite:\n- il tè nella sala\n- ⟦il caffè nel cortile⟧", ""},
	{"yes and its condition", "Sì, l'ingresso è gratuito. ⟦Solo con una tessera.⟧", ""},
}

var portuguese1 = []turning{
	{"plain", "A entrada é gratuita. ⟦A loja vende mapas.⟧ O café abre às nove.", "A entrada é gratuita. O café abre às nove."},
	{"contrast", "Os adultos tomam 5 mg. ⟦No entanto, as crianças tomam menos.⟧", ""},
	{"contrast inside", "Os adultos tomam 5 mg. ⟦As crianças, porém, tomam 2 mg.⟧", ""},
	{"but", "A entrada é gratuita. ⟦Mas os ônibus pagam 5 euros.⟧", ""},
	{"exception", "A entrada é gratuita. ⟦Exceto aos domingos.⟧", ""},
	{"rule that does not apply", "Os visitantes podem estacionar aqui. ⟦A regra não se aplica aos ônibus.⟧", ""},
	{"provided", "Os visitantes podem estacionar aqui. ⟦Desde que haja lugar.⟧", ""},
	{"no subject", "⟦O chá contém cafeína.⟧ Não deve ser dado às crianças.", ""},
	{"demonstrative", "⟦Os adultos tomam 5 mg.⟧ Esta dose é segura para a maioria.", ""},
	{"conclusion", "⟦O chá contém cafeína.⟧ Portanto, as crianças evitam o chá.", ""},
	{"ordered words", "Primeiro abra a tampa. ⟦Depois aperte o botão.⟧ Finalmente feche a tampa.", "Primeiro abra a tampa."},
	{"counted list", "Duas bebidas são gratuitas:\n- o chá na sala\n- ⟦o café no pátio⟧", ""},
	{"yes and its condition", "Sim, a entrada é gratuita. ⟦Apenas com um passe.⟧", ""},
}

var dutch1 = []turning{
	{"plain", "De toegang is gratis. ⟦De winkel verkoopt kaarten.⟧ Het café opent om negen uur.", "De toegang is gratis. Het café opent om negen uur."},
	{"contrast", "Volwassenen nemen 5 mg. ⟦Echter, kinderen nemen minder.⟧", ""},
	{"contrast inside", "Volwassenen nemen 5 mg. ⟦Kinderen nemen echter 2 mg.⟧", ""},
	{"but", "De toegang is gratis. ⟦Maar bussen betalen 5 euro.⟧", ""},
	{"exception", "De toegang is gratis. ⟦Behalve op zondag.⟧", ""},
	{"rule that does not apply", "Gasten mogen hier parkeren. ⟦Dit geldt niet voor bussen.⟧", ""},
	{"unless", "Gasten mogen hier parkeren. ⟦Tenzij de binnenplaats vol is.⟧", ""},
	{"pronoun", "⟦De thee bevat cafeïne.⟧ Hij mag niet aan kinderen worden gegeven.", ""},
	{"demonstrative", "⟦Volwassenen nemen 5 mg.⟧ Deze dosis is voor de meesten veilig.", ""},
	{"conclusion", "⟦De thee bevat cafeïne.⟧ Daarom mijden kinderen de thee.", ""},
	{"ordered words", "Eerst opent u het deksel. ⟦Daarna drukt u op de knop.⟧ Ten slotte sluit u het deksel.", "Eerst opent u het deksel."},
	{"counted list", "Twee dranken zijn gratis:\n- de thee in de hal\n- ⟦de koffie op het plein⟧", ""},
	{"yes and its condition", "Ja, de toegang is gratis. ⟦Alleen met een pas.⟧", ""},
}

var russian1 = []turning{
	{"plain", "Вход в музей бесплатный. ⟦Магазин продаёт карты.⟧ Кафе открывается в девять часов.", "Вход в музей бесплатный. Кафе открывается в девять часов."},
	{"contrast", "Взрослые принимают 5 мг. ⟦Однако дети принимают меньше.⟧", ""},
	{"contrast inside", "Взрослые принимают 5 мг. ⟦Дети, однако, принимают 2 мг.⟧", ""},
	{"but", "Вход в музей бесплатный. ⟦Но автобусы платят 5 евро.⟧", ""},
	{"exception", "Вход в музей бесплатный. ⟦Кроме воскресенья.⟧", ""},
	{"rule that does not apply", "Гости могут парковаться здесь. ⟦Это правило не распространяется на автобусы.⟧", ""},
	{"only if", "Гости могут парковаться здесь. ⟦При условии, что двор свободен.⟧", ""},
	{"pronoun", "⟦Чай содержит кофеин.⟧ Он не подходит детям.", ""},
	{"no subject", "⟦Чай содержит кофеин.⟧ Нельзя давать детям.", ""},
	{"demonstrative", "⟦Взрослые принимают 5 мг.⟧ Эта доза безопасна для большинства.", ""},
	{"conclusion", "⟦Чай содержит кофеин.⟧ Поэтому дети избегают чая.", ""},
	{"ordered words", "Сначала откройте крышку. ⟦Затем нажмите кнопку.⟧ Наконец закройте крышку.", "Сначала откройте крышку."},
	{"counted list", "Два напитка бесплатны:\n- чай в зале\n- ⟦кофе во дворе⟧", ""},
	{"yes and its condition", "Да, вход бесплатный. ⟦Только по пропуску.⟧", ""},
}

var arabic1 = []turning{
	{"plain", "الدخول إلى المتحف مجاني. ⟦يبيع المتجر الخرائط.⟧ يفتح المقهى في الساعة التاسعة.", "الدخول إلى المتحف مجاني. يفتح المقهى في الساعة التاسعة."},
	{"contrast", "يتناول البالغون 5 ملغ. ⟦ومع ذلك يتناول الأطفال أقل.⟧", ""},
	{"but", "الدخول إلى المتحف مجاني. ⟦لكن الحافلات تدفع 5 يورو.⟧", ""},
	{"and but", "الدخول إلى المتحف مجاني. ⟦ولكن الحافلات تدفع 5 يورو.⟧", ""},
	{"exception", "الدخول إلى المتحف مجاني. ⟦باستثناء أيام الأحد.⟧", ""},
	{"rule that does not apply", "يمكن للزوار الوقوف هنا. ⟦لا ينطبق ذلك على الحافلات.⟧", ""},
	{"pronoun", "⟦يحتوي الشاي على الكافيين.⟧ وهو غير مناسب للأطفال.", ""},
	{"no subject", "⟦يحتوي الشاي على الكافيين.⟧ لا يجوز إعطاؤه للأطفال.", ""},
	{"demonstrative", "⟦يتناول البالغون 5 ملغ.⟧ هذه الجرعة آمنة لمعظم الناس.", ""},
	{"conclusion", "⟦يحتوي الشاي على الكافيين.⟧ لذلك يتجنب الأطفال الشاي.", ""},
	{"ordered words", "أولا افتح الغطاء. ⟦ثم اضغط الزر.⟧ أخيرا أغلق الغطاء.", "أولا افتح الغطاء."},
	{"yes and its condition", "نعم، الدخول مجاني. ⟦فقط ببطاقة.⟧", ""},
}

var chinese1 = []turning{
	{"plain", "博物馆免费入场。⟦商店出售地图。⟧咖啡馆九点开门。", "博物馆免费入场。咖啡馆九点开门。"},
	{"contrast", "成人服用5毫克。⟦但是儿童服用较少。⟧", ""},
	{"contrast inside", "成人服用5毫克。⟦儿童却服用2毫克。⟧", ""},
	{"exception", "博物馆免费入场。⟦星期日除外。⟧", ""},
	{"unless", "博物馆免费入场。⟦除非有特别展览。⟧", ""},
	{"rule that does not apply", "游客可以在此停车。⟦该规定不适用于大巴。⟧", ""},
	{"pronoun", "⟦茶含有咖啡因。⟧它不适合儿童饮用。", ""},
	{"no subject", "⟦茶含有咖啡因。⟧不得给儿童饮用。", ""},
	{"demonstrative", "⟦成人服用5毫克。⟧这一剂量对大多数人安全。", ""},
	{"conclusion", "⟦茶含有咖啡因。⟧因此儿童避免喝茶。", ""},
	{"ordered words", "首先打开盖子。⟦然后按下按钮。⟧最后关上盖子。", "首先打开盖子。"},
	{"named steps", "第一步：打开盖子。\n\n第二步：⟦按下按钮。⟧\n\n第三步：关上盖子。", "第一步：打开盖子。"},
	{"only", "博物馆免费入场。⟦仅限持证人员。⟧", ""},
}

var japanese1 = []turning{
	{"plain", "博物館は入場無料です。⟦売店は地図を販売しています。⟧カフェは九時に開きます。", "博物館は入場無料です。カフェは九時に開きます。"},
	{"contrast", "大人は5ミリグラムを服用します。⟦しかし、子供は少なく服用します。⟧", ""},
	{"exception", "博物館は入場無料です。⟦ただし、日曜日は有料です。⟧", ""},
	{"excluded", "博物館は入場無料です。⟦日曜日は除外されます。⟧", ""},
	{"rule that does not apply", "客はここに駐車できます。⟦この規則はバスには適用されません。⟧", ""},
	{"pronoun", "⟦お茶はカフェインを含みます。⟧これは子供に適していません。", ""},
	{"no topic", "⟦お茶はカフェインを含みます。⟧子供には与えないでください。", "子供には与えないでください。"},
	{"demonstrative", "⟦大人は5ミリグラムを服用します。⟧この用量は安全です。", ""},
	{"conclusion", "⟦お茶はカフェインを含みます。⟧したがって、子供はお茶を避けます。", ""},
	{"ordered words", "まず、蓋を開けます。⟦次に、ボタンを押します。⟧最後に、蓋を閉めます。", "まず、蓋を開けます。"},
	{"on the other hand", "博物館は入場無料です。⟦一方、駐車場は有料です。⟧", ""},
	{"note", "博物館は入場無料です。⟦注意：バスは有料です。⟧", ""},
}
