package text

// english lists the English words by role.
var english = words{
	negators: "no not never nor neither none nobody nothing nowhere cannot without isn't aren't wasn't weren't don't doesn't didn't " +
		"won't wouldn't can't couldn't shouldn't mustn't hasn't haven't hadn't needn't ain't hardly scarcely barely rarely seldom fail fails failed " +
		"lack lacks lacked lacking deny denies denied refuse refused absent absence isnt arent dont doesnt didnt wont cant unable false untrue",
	exceptions: "except excepting unless excluding exclude excludes excluded excepted exception exceptions save barring besides notwithstanding",
	quantifiers: "all any every each some most many much few fewer several both either neither only solely merely just always never often sometimes " +
		"usually rarely seldom occasionally frequently entire entirely whole wholly half partly partially mostly mainly majority minority " +
		"everyone someone anyone everybody somebody anybody everything something anything exclusively sole total completely fully no none " +
		"generally typically primarily largely alone even almost nearly",
	modals: "may might can could must shall should will would ought need needs required requires require recommended recommend possible possibly probably " +
		"perhaps likely unlikely certainly definitely allegedly alleged reportedly apparently seems seem appears appear suggests suggest suspected " +
		"potential potentially permitted forbidden prohibited allowed mandatory optional obligatory supposedly presumably purportedly claimed " +
		"expected planned proposed intended confirmed unconfirmed preliminary estimated rumoured rumored theoretically hypothetically",
	auxiliaries: "had has have been was were is are am did does do be being having",
	comparatives: "more less most least greater smaller larger higher lower above below over under before after prior following earlier later " +
		"better worse best worst longer shorter faster slower older younger stronger weaker up down inside outside within beyond left right " +
		"first last minimum maximum upper top bottom north south east west northern southern eastern western increase decrease than exceed exceeds exceeding",
	approximators: "about around approximately roughly nearly almost circa approx estimated up exactly precisely",
	numbers: "zero=0 one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 thirteen=13 fourteen=14 fifteen=15 " +
		"sixteen=16 seventeen=17 eighteen=18 nineteen=19 twenty=20 thirty=30 forty=40 fifty=50 sixty=60 seventy=70 eighty=80 ninety=90 hundred=100 " +
		"thousand=1000 million=1000000 billion=1000000000 trillion=1000000000000 dozen=12 half=0.5 quarter=0.25 twice=2 thrice=3 double=2 triple=3 " +
		"single=1 once=1 pair=2 couple=2 hundreds=100 thousands=1000 millions=1000000 billions=1000000000",
	ordinals: "first=1 second=2 third=3 fourth=4 fifth=5 sixth=6 seventh=7 eighth=8 ninth=9 tenth=10 eleventh=11 twelfth=12 thirteenth=13 fourteenth=14 " +
		"fifteenth=15 sixteenth=16 seventeenth=17 eighteenth=18 nineteenth=19 twentieth=20 thirtieth=30 hundredth=100 thousandth=1000 last=-1",
	months:      "january,jan february,feb march,mar april,apr may june,jun july,jul august,aug september,sep,sept october,oct november,nov december,dec",
	weekdays:    "monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays today tomorrow yesterday",
	connectives: "and or but however although though despite whereas yet if because instead rather than while therefore otherwise until when whenever once",
	stops: "a an the of to in on at by for from with as is are was were be been being it its this that these those he she they them his her their there " +
		"we you i me my our your us him who whom whose which what when where why how and or but if then than so do does did has have had having not " +
		"will would can could should may might must shall into onto about over under also such per via more most other some any all no only own same too very just",
	opposites: "increase:decrease increase:reduce rise:fall rises:falls rose:fell gain:loss gain:lose grow:shrink grew:shrank up:down high:low higher:lower " +
		"highest:lowest more:less most:least more:fewer greater:smaller greater:lesser large:small larger:smaller big:small long:short longer:shorter " +
		"above:below over:under before:after earlier:later early:late first:last maximum:minimum max:min best:worst better:worse good:bad " +
		"positive:negative benefit:harm safe:unsafe safe:dangerous effective:ineffective efficacy:futility legal:illegal lawful:unlawful " +
		"permitted:prohibited permit:prohibit allow:forbid allowed:forbidden allowed:banned accept:reject accepted:rejected approve:reject approved:rejected " +
		"approved:denied confirm:deny confirmed:denied include:exclude included:excluded including:excluding with:without open:closed open:close " +
		"start:stop start:end begin:end began:ended on:off in:out left:right north:south east:west northern:southern eastern:western upper:lower " +
		"inside:outside internal:external import:export imports:exports buy:sell bought:sold win:lose won:lost success:failure succeed:fail succeeded:failed " +
		"pass:fail passed:failed true:false correct:incorrect always:never all:none everyone:nobody many:few strong:weak stronger:weaker hot:cold " +
		"warm:cool warming:cooling wet:dry heavy:light fast:slow faster:slower young:old younger:older new:old male:female man:woman men:women boy:girl boys:girls " +
		"acute:chronic benign:malignant systolic:diastolic anterior:posterior proximal:distal superior:inferior dorsal:ventral artery:vein arterial:venous " +
		"hypertension:hypotension hyperglycemia:hypoglycemia hypothyroidism:hyperthyroidism hypokalemia:hyperkalemia oral:intravenous agonist:antagonist " +
		"inhibit:activate inhibits:activates suppress:stimulate dilate:constrict absorb:emit acid:base acidic:alkaline anode:cathode supply:demand " +
		"profit:loss asset:liability assets:liabilities debit:credit buyer:seller landlord:tenant plaintiff:defendant guilty:innocent lender:borrower " +
		"employer:employee ascending:descending attack:defend attack:defense war:peace public:private major:minor common:rare simple:complex easy:difficult " +
		"possible:impossible likely:unlikely necessary:unnecessary required:optional mandatory:optional voluntary:mandatory temporary:permanent " +
		"able:unable present:absent visible:invisible full:empty rich:poor near:far enable:disable enabled:disabled improve:worsen improved:worsened " +
		"strengthen:weaken expand:contract accelerate:decelerate arrive:depart enter:exit give:take push:pull raise:lower raised:lowered " +
		"support:oppose supported:opposed agree:disagree love:hate alive:dead day:night summer:winter spring:autumn morning:evening",
}

// german lists the German words by role.
var german = words{
	negators: "nicht kein keine keinen keinem keiner keines nie niemals nirgends niemand niemanden niemandem nichts ohne weder noch nein kaum selten " +
		"keinesfalls keineswegs mitnichten nimmer fehlt fehlen fehlend unzulässig verweigert bestreitet bestritten unmöglich",
	exceptions: "außer ausser ausgenommen ausnahme ausnahmen ausschließlich ausgeschlossen sofern soweit abgesehen mangels vorbehaltlich",
	quantifiers: "erst alle allen aller alles jeder jede jedes jedem jeden einige einigen manche mancher manchen viele vielen wenige wenigen mehrere mehreren beide beiden nur lediglich bloß " +
		"allein immer stets oft häufig manchmal gelegentlich selten meist meisten meistens ganz gänzlich völlig vollständig teilweise teils hälfte mehrheit minderheit " +
		"sämtliche sämtlichen ausschließlich jemand fast nahezu hauptsächlich überwiegend etwa sogar auch kein keine",
	modals: "darf dürfen dürfte durfte durften muss müssen musste mussten müsste soll sollen sollte sollten kann können konnte konnten könnte könnten will wollen wollte mag möchte " +
		"wird werden würde würden vielleicht möglicherweise wahrscheinlich vermutlich angeblich sicher sicherlich offenbar anscheinend mutmaßlich voraussichtlich " +
		"erlaubt verboten zulässig erforderlich empfohlen pflicht freiwillig geplant bestätigt vorläufig scheint",
	auxiliaries: "ist war sind waren hat hatte haben hatten wurde wurden bin gewesen worden",
	comparatives: "mehr weniger mindestens höchstens maximal minimal größer grösser kleiner höher niedriger über unter oberhalb unterhalb vor nach vorher nachher " +
		"früher später besser schlechter länger kürzer schneller langsamer älter jünger stärker schwächer innerhalb außerhalb links rechts linke rechte linken rechten " +
		"oben unten als erste letzte nord süd ost west norden süden osten westen nördlich südlich östlich westlich steigt sinkt stieg sank bis ab seit",
	approximators: "etwa circa ca ungefähr rund fast nahezu beinahe knapp gut schätzungsweise genau exakt zirka annähernd",
	numbers: "null=0 eins=1 ein=1 eine=1 einer=1 einem=1 einen=1 zwei=2 drei=3 vier=4 fünf=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 elf=11 zwölf=12 dreizehn=13 vierzehn=14 fünfzehn=15 " +
		"sechzehn=16 siebzehn=17 achtzehn=18 neunzehn=19 zwanzig=20 dreißig=30 vierzig=40 fünfzig=50 sechzig=60 siebzig=70 achtzig=80 neunzig=90 hundert=100 " +
		"tausend=1000 million=1000000 millionen=1000000 milliarde=1000000000 milliarden=1000000000 billion=1000000000000 billionen=1000000000000 dutzend=12 halb=0.5 halbe=0.5 hälfte=0.5 drittel=0.3333 viertel=0.25 doppelt=2 einmal=1 zweimal=2 dreimal=3 mio=1000000 mrd=1000000000",
	ordinals:    "erste=1 ersten=1 erster=1 erstes=1 zweite=2 zweiten=2 zweiter=2 dritte=3 dritten=3 dritter=3 vierte=4 vierten=4 fünfte=5 fünften=5 sechste=6 sechsten=6 siebte=7 siebten=7 achte=8 achten=8 neunte=9 neunten=9 zehnte=10 zehnten=10 elfte=11 zwölfte=12 zwanzigste=20 letzte=-1 letzten=-1",
	months:      "januar,jan,jänner februar,feb,feber märz,mär,mrz april,apr mai juni,jun juli,jul august,aug september,sep,sept oktober,okt november,nov dezember,dez",
	weekdays:    "montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag montags dienstags mittwochs donnerstags freitags samstags sonntags heute morgen gestern",
	connectives: "und oder aber jedoch doch sondern obwohl trotz wenn falls weil während dagegen hingegen statt sonst dennoch allerdings",
	stops: "der die das den dem des ein eine einer eines einem einen und oder aber in im an am auf aus bei mit nach von vom zu zum zur für über unter vor um als wie " +
		"ist sind war waren wird werden wurde wurden hat haben hatte hatten sein seine seiner ihr ihre ihrer es er sie wir ich du man sich nicht auch nur noch so dass daß " +
		"da wenn weil durch bis kann können soll sollen muss müssen dieser diese dieses diesem diesen welche welcher was wer wo hier dort dann denn doch mehr sehr",
	opposites: "steigen:sinken steigt:sinkt stieg:sank gestiegen:gesunken zunahme:abnahme zunehmen:abnehmen erhöhen:senken erhöht:gesenkt erhöhung:senkung hoch:niedrig höher:niedriger " +
		"mehr:weniger größer:kleiner groß:klein lang:kurz länger:kürzer über:unter vor:nach früher:später erste:letzte mindestens:höchstens maximal:minimal maximum:minimum " +
		"besser:schlechter gut:schlecht positiv:negativ sicher:unsicher wirksam:unwirksam erlaubt:verboten zulässig:unzulässig mit:ohne offen:geschlossen beginn:ende " +
		"links:rechts linke:rechte linken:rechten oben:unten innen:außen innerhalb:außerhalb gewinn:verlust gewonnen:verloren erfolg:misserfolg wahr:falsch richtig:falsch " +
		"immer:nie alle:keine stark:schwach warm:kalt heiß:kalt trocken:nass schnell:langsam jung:alt neu:alt männlich:weiblich männer:frauen mann:frau akut:chronisch " +
		"gutartig:bösartig kauf:verkauf käufer:verkäufer mieter:vermieter kläger:beklagte möglich:unmöglich nötig:unnötig freiwillig:verpflichtend angenommen:abgelehnt einschließlich:ausschließlich nord:süd ost:west norden:süden osten:westen import:export einfuhr:ausfuhr öffentlich:privat",
}

// dutch lists the Dutch words by role.
var dutch = words{
	negators:   "niet geen nooit niemand niets nergens zonder noch nee nimmer nauwelijks zelden ontbreekt ontbreken onmogelijk weigert ontkent geweigerd",
	exceptions: "behalve tenzij uitgezonderd uitgesloten uitzondering uitzonderingen behoudens mits",
	quantifiers: "alle allen alles elk elke ieder iedere iedereen sommige enkele enige veel vele weinig meerdere beide slechts alleen enkel uitsluitend altijd vaak soms " +
		"meestal zelden af heel geheel volledig gedeeltelijk deels helft meerderheid minderheid iemand bijna vooral hoofdzakelijk zelfs pas maar",
	modals: "mag mogen mocht moet moeten moest moesten kan kunnen kon konden zal zullen zou zouden wil willen wilde misschien mogelijk waarschijnlijk vermoedelijk " +
		"naar zeker schijnbaar blijkbaar verplicht verboden toegestaan vereist aanbevolen vrijwillig gepland bevestigd voorlopig lijkt",
	auxiliaries: "is was zijn waren heeft had hebben hadden wordt werd worden werden geweest",
	comparatives: "meer minder minstens hoogstens maximaal minimaal groter kleiner hoger lager boven onder voor na eerder later beter slechter langer korter sneller langzamer " +
		"ouder jonger sterker zwakker binnen buiten links rechts linker rechter dan eerste laatste noord zuid oost west noorden zuiden oosten westen stijgt daalt steeg daalde",
	approximators: "ongeveer circa ca rond bijna zowat vrijwel precies exact ruim krap",
	numbers: "nul=0 een=1 één=1 twee=2 drie=3 vier=4 vijf=5 zes=6 zeven=7 acht=8 negen=9 tien=10 elf=11 twaalf=12 dertien=13 veertien=14 vijftien=15 zestien=16 zeventien=17 " +
		"achttien=18 negentien=19 twintig=20 dertig=30 veertig=40 vijftig=50 zestig=60 zeventig=70 tachtig=80 negentig=90 honderd=100 duizend=1000 miljoen=1000000 miljard=1000000000 " +
		"biljoen=1000000000000 dozijn=12 half=0.5 helft=0.5 kwart=0.25 eenmaal=1 tweemaal=2 driemaal=3 dubbel=2",
	ordinals:    "eerste=1 tweede=2 derde=3 vierde=4 vijfde=5 zesde=6 zevende=7 achtste=8 negende=9 tiende=10 elfde=11 twaalfde=12 twintigste=20 laatste=-1",
	months:      "januari,jan februari,feb maart,mrt april,apr mei juni,jun juli,jul augustus,aug september,sep,sept oktober,okt november,nov december,dec",
	weekdays:    "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag vandaag morgen gisteren",
	connectives: "en of maar echter hoewel ondanks als indien omdat terwijl toch daarentegen anders",
	stops: "de het een en of maar van in op aan te ten ter tot met voor door bij naar uit om over onder als dan dat die dit deze er hij zij ze wij we ik je u men zich is zijn was waren " +
		"wordt worden werd werden heeft hebben had hadden niet ook nog wel zo al kan kunnen zal zullen moet moeten hun haar hem ons onze wat wie waar hoe toen geen meer zeer",
	opposites: "stijgen:dalen stijgt:daalt steeg:daalde gestegen:gedaald toename:afname verhogen:verlagen verhoogd:verlaagd hoog:laag hoger:lager meer:minder groter:kleiner groot:klein lang:kort " +
		"langer:korter boven:onder voor:na eerder:later eerste:laatste minstens:hoogstens maximaal:minimaal beter:slechter goed:slecht positief:negatief veilig:onveilig toegestaan:verboten " +
		"met:zonder open:gesloten begin:einde links:rechts linker:rechter binnen:buiten winst:verlies gewonnen:verloren waar:onwaar altijd:nooit alle:geen sterk:zwak warm:koud droog:nat snel:langzaam " +
		"jong:oud nieuw:oud man:vrouw mannen:vrouwen acuut:chronisch goedaardig:kwaadaardig koper:verkoper huurder:verhuurder mogelijk:onmogelijk verplicht:vrijwillig aangenomen:verworpen noord:zuid oost:west openbaar:privé",
}
