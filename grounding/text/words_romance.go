package text

// french lists the French words by role.
var french = words{
	negators:   "ne n' pas non jamais aucun aucune nul nulle rien personne sans ni guère point nullement plus rarement impossible refuse refusé nie absence absent manque",
	exceptions: "sauf excepté exceptée hormis hors exclu exclue exclus exception exceptions excluant",
	quantifiers: "tout toute tous toutes chaque chacun chacune quelque quelques certains certaines plusieurs beaucoup peu deux seul seule seuls seules seulement uniquement " +
		"toujours souvent parfois généralement entièrement totalement complètement partiellement moitié majorité minorité plupart presque exclusivement même principalement que",
	modals: "peut peuvent pouvait pourrait pourraient doit doivent devait devrait devraient faut faudrait veut voudrait peut-être probablement possiblement certainement " +
		"vraisemblablement prétendument apparemment semble semblent obligatoire facultatif interdit autorisé permis requis recommandé prévu confirmé présumé éventuellement",
	auxiliaries: "sera serait seront est était sont étaient a avait ont avaient fut furent été",
	comparatives: "plus moins davantage supérieur supérieure inférieur inférieure minimum maximum avant après dessus dessous sous sur meilleur meilleure pire mieux gauche droite " +
		"premier première dernier dernière nord sud est ouest hausse baisse augmente diminue dès depuis au-dessus au-dessous antérieur postérieur intérieur extérieur",
	approximators: "environ près presque quasi approximativement exactement précisément quelque autour vers",
	numbers: "zéro=0 un=1 une=1 deux=2 trois=3 quatre=4 cinq=5 six=6 sept=7 huit=8 neuf=9 dix=10 onze=11 douze=12 treize=13 quatorze=14 quinze=15 seize=16 vingt=20 trente=30 quarante=40 " +
		"cinquante=50 soixante=60 septante=70 nonante=90 cent=100 cents=100 mille=1000 million=1000000 millions=1000000 milliard=1000000000 milliards=1000000000 billion=1000000000000 " +
		"douzaine=12 demi=0.5 demie=0.5 moitié=0.5 tiers=0.3333 quart=0.25 double=2 triple=3",
	ordinals:    "premier=1 première=1 premiers=1 premières=1 second=2 seconde=2 deuxième=2 troisième=3 quatrième=4 cinquième=5 sixième=6 septième=7 huitième=8 neuvième=9 dixième=10 onzième=11 douzième=12 vingtième=20 dernier=-1 dernière=-1",
	months:      "janvier,janv février,févr,fév mars avril,avr mai juin juillet,juil août septembre,sept octobre,oct novembre,nov décembre,déc",
	weekdays:    "lundi mardi mercredi jeudi vendredi samedi dimanche aujourd'hui demain hier",
	connectives: "et ou mais cependant toutefois pourtant bien malgré si car parce tandis alors sinon donc lorsque",
	stops: "le la les l' un une des du de d' et ou à au aux en dans par pour sur sous avec sans chez vers que qui quoi dont où ce cet cette ces son sa ses leur leurs il elle ils elles on nous vous je tu se s' " +
		"est sont était étaient être a ont avait avaient avoir été ne pas plus ainsi aussi comme mais si y même très fait selon entre après avant lors",
	opposites: "augmenter:diminuer augmente:diminue augmenté:diminué augmentation:diminution hausse:baisse haut:bas haute:basse élevé:faible plus:moins supérieur:inférieur supérieure:inférieure grand:petit grande:petite " +
		"long:court avant:après premier:dernier première:dernière maximum:minimum meilleur:pire bon:mauvais positif:négatif positive:négative légal:illégal autorisé:interdit permis:interdit avec:sans ouvert:fermé début:fin " +
		"gauche:droite dedans:dehors intérieur:extérieur gain:perte bénéfice:perte gagné:perdu succès:échec vrai:faux toujours:jamais tous:aucun toutes:aucune fort:faible chaud:froid sec:humide rapide:lent " +
		"jeune:vieux nouveau:ancien homme:femme hommes:femmes aigu:chronique aiguë:chronique bénin:malin acheteur:vendeur locataire:bailleur possible:impossible obligatoire:facultatif accepté:refusé accepté:rejeté nord:sud est:ouest public:privé inclus:exclu y:hors importation:exportation",
}

// spanish lists the Spanish words by role.
var spanish = words{
	negators:   "no nunca jamás ningún ninguno ninguna ningunos nadie nada sin ni tampoco apenas raramente imposible niega negó carece falta ausencia rechazó",
	exceptions: "excepto salvo excluido excluida excluyendo excepción excepciones",
	quantifiers: "todo toda todos todas cada algún alguno alguna algunos algunas varios varias muchos muchas mucho mucha pocos pocas poco ambos ambas solo sólo solamente únicamente " +
		"siempre frecuentemente casi generalmente totalmente completamente parcialmente mitad mayoría minoría exclusivamente alguien incluso principalmente único única",
	modals: "puede pueden podía podría podrían debe deben debía debería deberían tiene quizás quizá probablemente posiblemente ciertamente supuestamente presuntamente aparentemente " +
		"parece parecen obligatorio opcional prohibido permitido requerido recomendado previsto confirmado presunto",
	auxiliaries: "es era son eran está están estaba fue fueron ha había han habían será sería sido",
	comparatives: "más menos mayor menor mayores menores superior inferior mínimo máximo antes después sobre bajo encima debajo mejor peor izquierda derecha izquierdo derecho primero primera " +
		"último última norte sur este oeste aumenta disminuye que desde dentro fuera arriba abajo",
	approximators: "aproximadamente cerca casi alrededor unos unas exactamente precisamente",
	numbers: "cero=0 un=1 uno=1 una=1 dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 once=11 doce=12 trece=13 catorce=14 quince=15 dieciséis=16 diecisiete=17 dieciocho=18 " +
		"diecinueve=19 veinte=20 treinta=30 cuarenta=40 cincuenta=50 sesenta=60 setenta=70 ochenta=80 noventa=90 cien=100 ciento=100 mil=1000 millón=1000000 millones=1000000 billón=1000000000000 " +
		"docena=12 medio=0.5 media=0.5 mitad=0.5 tercio=0.3333 cuarto=0.25 doble=2 triple=3",
	ordinals:    "primero=1 primera=1 primer=1 segundo=2 segunda=2 tercero=3 tercera=3 tercer=3 cuarto=4 cuarta=4 quinto=5 quinta=5 sexto=6 sexta=6 séptimo=7 séptima=7 octavo=8 octava=8 noveno=9 novena=9 décimo=10 décima=10 último=-1 última=-1",
	months:      "enero,ene febrero,feb marzo,mar abril,abr mayo,may junio,jun julio,jul agosto,ago septiembre,setiembre,sep,sept octubre,oct noviembre,nov diciembre,dic",
	weekdays:    "lunes martes miércoles jueves viernes sábado domingo hoy mañana ayer",
	connectives: "y e o u pero sino aunque si porque mientras pese embargo obstante",
	stops: "el la los las un una unos unas de del al a ante con contra en entre hacia hasta para por según sin sobre tras y e o u que qué quien cual cuando donde como se lo le les su sus mi tu " +
		"este esta estos estas ese esa eso esto aquel es son era eran fue fueron ser está están ha han había haber no más muy ya también si pero nos me te él ella ellos",
	opposites: "aumentar:disminuir aumenta:disminuye aumentó:disminuyó aumento:disminución aumento:reducción subir:bajar sube:baja subió:bajó alto:bajo alta:baja más:menos mayor:menor superior:inferior grande:pequeño " +
		"largo:corto antes:después primero:último primera:última máximo:mínimo máxima:mínima mejor:peor bueno:malo positivo:negativo positiva:negativa legal:ilegal permitido:prohibido permitida:prohibida con:sin abierto:cerrado inicio:fin " +
		"izquierda:derecha izquierdo:derecho dentro:fuera interno:externo ganancia:pérdida beneficio:pérdida ganó:perdió éxito:fracaso verdadero:falso siempre:nunca todos:ninguno fuerte:débil caliente:frío seco:húmedo rápido:lento " +
		"joven:viejo nuevo:viejo hombre:mujer hombres:mujeres agudo:crónico aguda:crónica benigno:maligno comprador:vendedor inquilino:arrendador posible:imposible obligatorio:opcional aceptado:rechazado aprobado:rechazado norte:sur este:oeste público:privado incluido:excluido importación:exportación",
}

// italian lists the Italian words by role.
var italian = words{
	negators:   "non no mai nessun nessuno nessuna niente nulla senza né neanche nemmeno neppure mica raramente impossibile nega negato manca assenza rifiuta rifiutato",
	exceptions: "eccetto tranne salvo escluso esclusa esclusi fuorché eccezione eccezioni",
	quantifiers: "tutto tutta tutti tutte ogni ognuno ciascuno ciascuna qualche alcuni alcune molti molte molto pochi poche poco parecchi entrambi entrambe solo soltanto solamente unicamente " +
		"sempre spesso talvolta generalmente totalmente completamente parzialmente metà maggioranza minoranza quasi esclusivamente qualcuno perfino principalmente unico unica",
	modals: "può possono poteva potrebbe potrebbero deve devono doveva dovrebbe dovrebbero vuole forse probabilmente possibilmente certamente presumibilmente presunto apparentemente " +
		"sembra sembrano obbligatorio facoltativo vietato permesso consentito richiesto raccomandato previsto confermato",
	auxiliaries: "è era sono erano fu furono ha aveva hanno avevano sarà sarebbe stato stata",
	comparatives: "più meno maggiore minore maggiori minori superiore inferiore minimo massimo prima dopo sopra sotto oltre migliore peggiore sinistra destra sinistro destro primo " +
		"ultimo ultima nord sud est ovest aumenta diminuisce che entro fuori dentro almeno",
	approximators: "circa quasi approssimativamente intorno esattamente precisamente",
	numbers: "zero=0 un=1 uno=1 una=1 due=2 tre=3 quattro=4 cinque=5 sei=6 sette=7 otto=8 nove=9 dieci=10 undici=11 dodici=12 tredici=13 quattordici=14 quindici=15 sedici=16 diciassette=17 diciotto=18 " +
		"diciannove=19 venti=20 trenta=30 quaranta=40 cinquanta=50 sessanta=60 settanta=70 ottanta=80 novanta=90 cento=100 mille=1000 mila=1000 milione=1000000 milioni=1000000 miliardo=1000000000 " +
		"miliardi=1000000000 dozzina=12 mezzo=0.5 mezza=0.5 metà=0.5 terzo=0.3333 quarto=0.25 doppio=2 triplo=3",
	ordinals:    "primo=1 prima=1 secondo=2 seconda=2 terzo=3 terza=3 quarto=4 quarta=4 quinto=5 quinta=5 sesto=6 sesta=6 settimo=7 settima=7 ottavo=8 ottava=8 nono=9 nona=9 decimo=10 decima=10 ultimo=-1 ultima=-1",
	months:      "gennaio,gen febbraio,feb marzo,mar aprile,apr maggio,mag giugno,giu luglio,lug agosto,ago settembre,set ottobre,ott novembre,nov dicembre,dic",
	weekdays:    "lunedì martedì mercoledì giovedì venerdì sabato domenica oggi domani ieri",
	connectives: "e ed o od ma però tuttavia sebbene nonostante se perché mentre bensì invece altrimenti",
	stops: "il lo la i gli le l' un uno una un' di del dello della dei degli delle dell' a al allo alla ai agli alle all' da dal dalla dai dalle in nel nella nei nelle con su sul sulla per tra fra e ed o " +
		"che chi cui quale quando dove come si ci ne lo li suo sua suoi loro mio questo questa questi queste quello è sono era erano fu essere ha hanno aveva avere stato non più molto anche già se ma",
	opposites: "aumentare:diminuire aumenta:diminuisce aumentato:diminuito aumento:diminuzione aumento:riduzione alto:basso alta:bassa più:meno maggiore:minore superiore:inferiore grande:piccolo lungo:corto lunga:breve " +
		"prima:dopo primo:ultimo prima:ultima massimo:minimo massima:minima migliore:peggiore buono:cattivo positivo:negativo positiva:negativa legale:illegale permesso:vietato consentito:vietato con:senza aperto:chiuso inizio:fine " +
		"sinistra:destra sinistro:destro dentro:fuori interno:esterno guadagno:perdita vinto:perso successo:fallimento vero:falso sempre:mai tutti:nessuno forte:debole caldo:freddo secco:umido veloce:lento " +
		"giovane:vecchio nuovo:vecchio uomo:donna uomini:donne acuto:cronico acuta:cronica benigno:maligno acquirente:venditore inquilino:locatore possibile:impossibile obbligatorio:facoltativo accettato:respinto approvato:respinto nord:sud est:ovest pubblico:privato incluso:escluso importazione:esportazione",
}

// portuguese lists the Portuguese words by role.
var portuguese = words{
	negators:   "não nunca jamais nenhum nenhuma ninguém nada sem nem tampouco raramente impossível nega negou falta ausência recusou",
	exceptions: "exceto salvo excluído excluída excluindo exceção exceções senão",
	quantifiers: "todo toda todos todas cada algum alguma alguns algumas vários várias muitos muitas muito muita poucos poucas pouco ambos ambas só somente apenas unicamente " +
		"sempre frequentemente quase geralmente totalmente completamente parcialmente metade maioria minoria exclusivamente alguém inclusive principalmente único única",
	modals: "pode podem podia poderia poderiam deve devem devia deveria deveriam tem talvez provavelmente possivelmente certamente supostamente alegadamente aparentemente " +
		"parece parecem obrigatório opcional proibido permitido requerido recomendado previsto confirmado suposto",
	auxiliaries: "é era são eram está estão estava foi foram tinha tinham será seria sido",
	comparatives: "mais menos maior menor maiores menores superior inferior mínimo máximo antes depois sobre sob acima abaixo melhor pior esquerda direita esquerdo direito primeiro primeira " +
		"último última norte sul leste oeste aumenta diminui que desde dentro fora",
	approximators: "aproximadamente cerca quase volta exatamente precisamente",
	numbers: "zero=0 um=1 uma=1 dois=2 duas=2 três=3 quatro=4 cinco=5 seis=6 sete=7 oito=8 nove=9 dez=10 onze=11 doze=12 treze=13 catorze=14 quatorze=14 quinze=15 dezesseis=16 dezasseis=16 dezessete=17 dezoito=18 " +
		"dezenove=19 vinte=20 trinta=30 quarenta=40 cinquenta=50 sessenta=60 setenta=70 oitenta=80 noventa=90 cem=100 cento=100 mil=1000 milhão=1000000 milhões=1000000 bilhão=1000000000 bilhões=1000000000 " +
		"dúzia=12 meio=0.5 meia=0.5 metade=0.5 terço=0.3333 quarto=0.25 dobro=2 triplo=3",
	ordinals:    "primeiro=1 primeira=1 segundo=2 segunda=2 terceiro=3 terceira=3 quarto=4 quarta=4 quinto=5 quinta=5 sexto=6 sexta=6 sétimo=7 sétima=7 oitavo=8 oitava=8 nono=9 nona=9 décimo=10 décima=10 último=-1 última=-1",
	months:      "janeiro,jan fevereiro,fev março,mar abril,abr maio,mai junho,jun julho,jul agosto,ago setembro,set outubro,out novembro,nov dezembro,dez",
	weekdays:    "segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo hoje amanhã ontem",
	connectives: "e ou mas porém contudo todavia embora apesar se porque enquanto entretanto senão",
	stops: "o a os as um uma uns umas de do da dos das em no na nos nas ao à aos às por pelo pela pelos pelas para com e ou que quem qual quando onde como se lhe lhes seu sua seus suas meu este esta estes estas " +
		"esse essa isso isto aquele é são era eram foi foram ser está estão tem têm tinha ter não mais muito já também mas ele ela eles elas entre até sobre",
	opposites: "aumentar:diminuir aumenta:diminui aumentou:diminuiu aumento:diminuição aumento:redução subir:descer subiu:caiu alto:baixo alta:baixa mais:menos maior:menor superior:inferior grande:pequeno longo:curto " +
		"antes:depois primeiro:último primeira:última máximo:mínimo máxima:mínima melhor:pior bom:mau positivo:negativo positiva:negativa legal:ilegal permitido:proibido permitida:proibida com:sem aberto:fechado início:fim " +
		"esquerda:direita esquerdo:direito dentro:fora interno:externo ganho:perda lucro:prejuízo ganhou:perdeu sucesso:fracasso verdadeiro:falso sempre:nunca todos:nenhum forte:fraco quente:frio seco:úmido rápido:lento " +
		"jovem:velho novo:velho homem:mulher homens:mulheres agudo:crônico aguda:crónica benigno:maligno comprador:vendedor inquilino:senhorio possível:impossível obrigatório:opcional aceito:rejeitado aprovado:rejeitado norte:sul leste:oeste público:privado incluído:excluído importação:exportação",
}
