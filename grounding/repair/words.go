package repair

// The lists of phrases, by language. They hold only what binds a sentence to
// its neighbours: what merely adds to them ("also", "in addition") may stay.

var english = cueList{
	leanOpening: `that that_s therefore thus hence consequently accordingly as_a_result as_such because_of so then likewise similarly in_other_words
		for_example for_instance in_particular in_turn after_that before_that until_then in_that_case if_so if_not for_this_reason rather
		and or nor because which whereas alternatively specifically more_precisely doing_so both neither either one_of the_rest
		the_first the_second the_third another a_second a_third as_well the_only_other in_return`,
	leanEarly: `it its itself they them their theirs themselves he him his she her hers this these those such latter former same the_said
		aforementioned respective respectively other others otherwise else remaining thereof thereafter therein each_of
		later earlier meanwhile the_following_year the_following_day the_next_day the_next_year`,
	limitOpening: `however but yet still nevertheless nonetheless though although that_said even_so even_then on_the_other_hand in_contrast by_contrast
		conversely on_the_contrary unless except excepting apart_from other_than excluding exception exceptions an_exception the_exception the_only_exception
		with_the_exception notwithstanding despite in_spite_of only not_if not_when not_for but_not provided as_long_as so_long_as subject_to otherwise instead
		note please_note nb caution warning important attention while even_if not and_only and_not then_only if_and_only in_no_case under_no_circumstances`,
	limitAny: `however nevertheless nonetheless not_apply not_hold no_longer_applies no_longer_apply only_applies applies_only apply_only only_apply exempt exempted
		exception exceptions excluded excepted not_the_case not_valid is_void are_void by_contrast in_contrast`,
	conditional: `if unless except only provided`,
	wide:        `both all these those such none neither any every each either`,
	rank:        `first firstly second secondly third thirdly fourth then next finally lastly afterwards after_that subsequently step to_begin to_start begin_by start_by`,
	head:        `following below as_follows`,
	yesNo:       `yes yeah no nope correct indeed absolutely certainly exactly true false right wrong never always definitely sure`,
	leanAny:     `twice_as half_as as_much as_many the_same double_that half_that more_than_that less_than_that as_above above_mentioned mentioned_above see_above`,
	revoking:    `abolished repealed withdrawn revoked superseded replaced cancelled canceled expired void invalid obsolete outdated false untrue wrong incorrect mistaken disputed controversial unconfirmed preliminary provisional estimate estimated hypothesis assumption draft proposal alleged rumour rumor fictional guess opinion experimental myth hoax hypothetical theoretical example temporary banned recalled`,
	whole:       `all both each every only none neither either any until without must_first conditions condition`,
	loose:       `tips tip reasons ways factors benefits examples types kinds options advantages disadvantages features symptoms causes differences similarities points facts findings ingredients topics aspects effects alternatives uses characteristics definitions meanings suggestions recommendations pros cons sources passages items`,
}

var german = cueList{
	leanOpening: `das_ist das_sind das_gilt das_heißt das_bedeutet das_kann das_muss das_wird das_darf das_hat das_war deshalb daher deswegen somit folglich
		also dann stattdessen ebenso dadurch in_diesem_fall zum_beispiel beispielsweise mit_anderen_worten insbesondere denn weil und oder sondern demnach
		demzufolge aus_diesem_grund infolgedessen nämlich dies beide beides weder die_erste die_zweite der_erste der_zweite das_erste das_zweite dort`,
	leanEarly: `er sie es ihn ihm ihr ihre ihrer ihren ihrem ihres seine seiner seinen seinem seines dies dieser diese dieses diesem diesen jener jene jenes jenem jenen
		solche solcher solches solchen solchem dasselbe derselbe dieselbe denselben letztere letzterer letzteres letzteren erstere ersterer ersteres dessen deren
		dabei dafür davon damit dazu darüber darunter daran darauf daraus danach davor darin hierfür hiervon hierbei andere anderer anderen anderes andernfalls sonst
		übrige übrigen restlichen genannte genannten jeweils jeweilige
		später früher inzwischen daraufhin zuvor im_folgenden_jahr am_nächsten_tag`,
	limitOpening: `jedoch aber allerdings dennoch trotzdem doch indes hingegen dagegen außer ausgenommen es_sei_denn ausnahme ausnahmen eine_ausnahme mit_ausnahme
		nur nicht_jedoch sofern obwohl gleichwohl abgesehen im_gegensatz andererseits lediglich vorausgesetzt unter_der_bedingung ungeachtet trotz
		hinweis achtung wichtig vorsicht warnung anmerkung beachten bitte_beachten sonst andernfalls auf_keinen_fall keinesfalls nicht_aber nicht_bei während anders_als`,
	limitAny: `jedoch allerdings hingegen gilt_nicht gelten_nicht nicht_gilt nicht_gelten gilt_nur gelten_nur nur_gilt ausgenommen ausnahme ausnahmen es_sei_denn
		nicht_anwendbar nicht_zulässig_ist befreit gilt_dies_nicht gilt_das_nicht gilt_aber`,
	conditional: `wenn falls sofern außer nur`,
	wide:        `beide beides alle allen aller diese diesen jene solche keine jeder jede jedes`,
	rank:        `zuerst erstens zweitens drittens viertens dann danach anschließend schließlich zuletzt zunächst als_erstes als_nächstes schritt abschließend daraufhin`,
	head:        `folgende folgender folgenden folgendes folgendem nachstehend nachstehende nachfolgend unten`,
	yesNo:       `ja nein richtig falsch stimmt genau korrekt nie niemals immer doch`,
	leanAny:     `doppelt_so halb_so ebenso_viel genauso_viel ebenso genauso das_doppelte die_hälfte_davon oben_genannt oben_genannte wie_oben`,
	revoking:    `aufgehoben abgeschafft zurückgezogen widerrufen ersetzt abgelaufen ungültig veraltet falsch unrichtig umstritten unbestätigt vorläufig schätzung geschätzt hypothese annahme entwurf vorschlag angeblich gerücht fiktiv vermutung meinung experimentell mythos hypothetisch befristet verboten`,
	whole:       `alle allen beide jede jeder jedes nur keine keiner sämtliche bis solange ohne bedingung bedingungen voraussetzung voraussetzungen`,
	loose:       `tipps gründe möglichkeiten faktoren vorteile nachteile beispiele arten optionen merkmale symptome ursachen unterschiede gemeinsamkeiten punkte fakten ergebnisse zutaten themen aspekte wirkungen alternativen eigenschaften definitionen vorschläge empfehlungen quellen`,
}

var french = cueList{
	leanOpening: `cela ceci c_est ce_n ce_sont donc ainsi par_conséquent en_conséquence c_est_pourquoi alors de_même autrement_dit par_exemple notamment ensuite
		après_cela dans_ce_cas pour_cette_raison et ou ni car parce_que ce_qui les_deux aucun_des le_premier la_première le_second la_seconde le_deuxième la_deuxième
		un_autre une_autre de_ce_fait à_savoir`,
	leanEarly: `il elle ils elles lui leur leurs celui celle ceux celles celui_ci celle_ci cet cette ces ce son sa ses dernier_cité tel telle tels telles
		même même_chose dernière autre autres sinon dit_que ladite ledit respectivement y
		plus_tard auparavant entre_temps l_année_suivante le_lendemain`,
	limitOpening: `mais cependant toutefois néanmoins pourtant or sauf excepté hormis à_l_exception exception exceptions une_exception seule_exception à_moins_que à_moins_d
		en_revanche par_contre au_contraire d_autre_part bien_que quoique malgré seulement uniquement sinon à_condition pourvu_que sous_réserve tant_que
		remarque attention note nota important avertissement alors_que tandis_que même_si en_aucun_cas non_pas mais_pas`,
	limitAny: `cependant toutefois néanmoins en_revanche ne_s_applique_pas ne_s_appliquent_pas ne_s_applique_qu ne_s_appliquent_qu ne_vaut_pas ne_valent_pas
		exception exceptions exempté exemptés exemptée exemptées exclu exclus exclue exclues n_est_pas_valable dispensé dispensés ne_concerne_pas ne_concernent_pas`,
	conditional: `si s_il sauf seulement uniquement ne_que`,
	wide:        `deux tous toutes ces ceux celles tout chaque aucun aucune`,
	rank:        `d_abord premièrement deuxièmement troisièmement ensuite puis enfin finalement après étape pour_commencer`,
	head:        `suivant suivante suivants suivantes ci_dessous ci_après`,
	yesNo:       `oui non si vrai faux exact jamais toujours correct bien_sûr`,
	leanAny:     `deux_fois_plus deux_fois_moins autant le_double la_moitié_de_cela le_même la_même les_mêmes ci_dessus susmentionné susmentionnée`,
	revoking:    `aboli abolie abrogé abrogée retiré retirée révoqué révoquée remplacé remplacée annulé annulée expiré expirée nul nulle obsolète faux fausse erroné erronée contesté contestée provisoire estimation estimé hypothèse supposition projet proposition prétendu rumeur fictif opinion expérimental mythe temporaire interdit interdite`,
	whole:       `tous toutes deux chaque seulement aucun aucune ni sans jusqu condition conditions`,
	loose:       `conseils raisons façons facteurs avantages inconvénients exemples types options caractéristiques symptômes causes différences points faits résultats ingrédients thèmes aspects effets alternatives définitions suggestions recommandations sources`,
}

var spanish = cueList{
	leanOpening: `eso esto por_lo_tanto por_tanto por_eso así por_consiguiente en_consecuencia entonces asimismo es_decir por_ejemplo en_particular luego
		en_ese_caso por_esta_razón y o ni porque lo_que ambos ambas ninguno el_primero la_primera el_segundo la_segunda otro otra
		no_debe no_deben no_puede no_pueden no_se debe deben puede pueden se es son está están fue tiene tienen no_es no_son tampoco también_se dura cuesta`,
	leanEarly: `él ella ellos ellas este esta estos estas ese esa esos esas aquel aquella aquellos aquellas lo le les su sus dicho dicha dichos dichas
		mismo misma mismos mismas tal tales último última otro otra otros otras demás respectivamente ello
		más_tarde después anteriormente mientras_tanto al_año_siguiente al_día_siguiente`,
	limitOpening: `pero sin_embargo no_obstante aunque salvo excepto a_menos_que a_excepción con_excepción excepción excepciones una_excepción la_única_excepción
		en_cambio por_el_contrario por_otro_lado a_pesar_de solo sólo solamente únicamente siempre_que siempre_y_cuando con_la_condición de_lo_contrario
		nota atención importante advertencia aviso mientras_que aun_así en_ningún_caso no_si pero_no tenga_en_cuenta fuera_de`,
	limitAny: `sin_embargo no_obstante no_se_aplica no_se_aplican no_aplica no_aplican solo_se_aplica solo_se_aplican se_aplica_solo se_aplican_solo
		excepción excepciones exento exenta exentos exentas excluido excluida excluidos excluidas no_es_válido no_es_válida no_vale no_rige`,
	conditional: `si salvo solo sólo solamente únicamente`,
	wide:        `ambos ambas todos todas estos estas esos esas tales ninguno ninguna cada`,
	rank:        `primero en_primer_lugar segundo en_segundo_lugar tercero luego después finalmente por_último paso a_continuación para_empezar`,
	head:        `siguiente siguientes a_continuación abajo`,
	yesNo:       `sí no correcto incorrecto cierto falso nunca siempre exacto verdadero`,
	leanAny:     `el_doble la_mitad_de_eso lo_mismo el_mismo la_misma los_mismos las_mismas tanto_como arriba_mencionado`,
	revoking:    `abolida abolido derogada derogado retirada retirado revocada revocado sustituida sustituido anulada anulado caducada caducado nula nulo obsoleta obsoleto falso falsa erróneo errónea incorrecto disputado provisional preliminar estimación estimado hipótesis suposición borrador propuesta supuesto rumor ficticio opinión experimental mito temporal prohibido prohibida`,
	whole:       `todos todas ambos ambas cada solo sólo solamente ninguno ninguna ni sin hasta condición condiciones`,
	loose:       `consejos razones maneras formas factores beneficios ventajas desventajas ejemplos tipos opciones características síntomas causas diferencias puntos hechos resultados ingredientes temas aspectos efectos alternativas definiciones sugerencias recomendaciones fuentes`,
}

var italian = cueList{
	leanOpening: `ciò questo quindi perciò pertanto dunque così di_conseguenza allora inoltre_non vale_a_dire cioè per_esempio ad_esempio in_particolare poi
		in_tal_caso per_questo e o né perché il_che entrambi entrambe nessuno il_primo la_prima il_secondo la_seconda un_altro un_altra
		non_deve non_devono non_può non_possono non_si deve devono può possono si è sono non_è non_sono ha hanno dura costa viene`,
	leanEarly: `esso essa essi esse lui lei loro egli questo questa questi queste quello quella quelli quelle quegli quei tale tali suo sua suoi sue
		stesso stessa stessi stesse ultimo ultima altro altra altri altre ne suddetto suddetta predetto rispettivamente altrimenti
		più_tardi dopo in_seguito precedentemente nel_frattempo l_anno_successivo il_giorno_dopo`,
	limitOpening: `ma tuttavia però eppure ciononostante nonostante sebbene benché tranne eccetto salvo a_meno_che ad_eccezione con_l_eccezione eccezione eccezioni
		un_eccezione al_contrario invece d_altra_parte dall_altro solo soltanto solamente purché a_condizione a_patto altrimenti nota attenzione importante
		avvertenza avviso mentre anche_se in_nessun_caso ma_non fatta_eccezione fanno_eccezione fa_eccezione`,
	limitAny: `tuttavia però non_si_applica non_si_applicano si_applica_solo si_applicano_solo non_vale non_valgono vale_solo valgono_solo eccezione eccezioni
		esente esenti esclusi escluso esclusa escluse non_è_valido non_è_valida`,
	conditional: `se salvo tranne solo soltanto solamente purché`,
	wide:        `entrambi entrambe tutti tutte questi queste tali nessuno nessuna ogni ciascuno`,
	rank:        `prima innanzitutto in_primo_luogo secondo in_secondo_luogo poi dopo infine passo passaggio successivamente per_iniziare`,
	head:        `seguente seguenti di_seguito sotto`,
	yesNo:       `sì no corretto vero falso mai sempre esatto giusto`,
	leanAny:     `il_doppio la_metà_di_ciò altrettanto lo_stesso la_stessa gli_stessi le_stesse di_cui_sopra suddetto suddetta`,
	revoking:    `abolita abolito abrogata abrogato ritirata ritirato revocata revocato sostituita sostituito annullata annullato scaduta scaduto nulla nullo obsoleta obsoleto falso falsa errato errata contestato provvisorio preliminare stima stimato ipotesi supposizione bozza proposta presunto voce fittizio opinione sperimentale mito temporaneo vietato vietata`,
	whole:       `tutti tutte entrambi entrambe ogni solo soltanto nessuno nessuna né senza finché condizione condizioni`,
	loose:       `consigli motivi modi fattori benefici vantaggi svantaggi esempi tipi opzioni caratteristiche sintomi cause differenze punti fatti risultati ingredienti temi aspetti effetti alternative definizioni suggerimenti raccomandazioni fonti`,
}

var portuguese = cueList{
	leanOpening: `isso isto portanto por_isso assim logo consequentemente então ou_seja isto_é por_exemplo em_particular depois nesse_caso neste_caso
		por_esta_razão e ou nem porque o_que ambos ambas nenhum o_primeiro a_primeira o_segundo a_segunda outro outra
		não_deve não_devem não_pode não_podem não_se deve devem pode podem se é são está estão foi tem têm não_é não_são dura custa`,
	leanEarly: `ele ela eles elas este esta estes estas esse essa esses essas aquele aquela aqueles aquelas lhe lhes seu sua seus suas tal tais
		mesmo mesma mesmos mesmas último última outro outra outros outras demais referido referida dele dela deles delas nele nela desse dessa deste desta
		nesse nessa neste nesta respectivamente
		mais_tarde depois anteriormente entretanto no_ano_seguinte no_dia_seguinte`,
	limitOpening: `mas porém contudo todavia no_entanto entretanto embora exceto salvo a_menos_que com_exceção exceção exceções uma_exceção em_contrapartida
		pelo_contrário por_outro_lado apesar só somente apenas desde_que contanto_que com_a_condição caso_contrário senão nota atenção importante aviso
		enquanto mesmo_assim em_nenhum_caso mas_não à_exceção fora`,
	limitAny: `porém contudo todavia no_entanto não_se_aplica não_se_aplicam aplica_se_apenas aplicam_se_apenas só_se_aplica só_se_aplicam não_vale não_valem
		exceção exceções isento isenta isentos isentas excluído excluída excluídos excluídas não_é_válido não_é_válida`,
	conditional: `se salvo só somente apenas caso`,
	wide:        `ambos ambas todos todas estes estas esses essas tais nenhum nenhuma cada`,
	rank:        `primeiro em_primeiro_lugar segundo em_segundo_lugar depois em_seguida finalmente por_fim por_último passo para_começar`,
	head:        `seguinte seguintes a_seguir abaixo`,
	yesNo:       `sim não correto verdadeiro falso nunca sempre exato certo errado`,
	leanAny:     `o_dobro a_metade_disso o_mesmo a_mesma os_mesmos as_mesmas tanto_quanto acima_mencionado acima_mencionada`,
	revoking:    `abolida abolido revogada revogado retirada retirado substituída substituído anulada anulado expirada expirado nula nulo obsoleta obsoleto falso falsa errado errada incorreto disputado provisório preliminar estimativa estimado hipótese suposição rascunho proposta suposto boato fictício opinião experimental mito temporário proibido proibida`,
	whole:       `todos todas ambos ambas cada só somente apenas nenhum nenhuma nem sem até condição condições`,
	loose:       `dicas razões maneiras formas fatores benefícios vantagens desvantagens exemplos tipos opções características sintomas causas diferenças pontos fatos resultados ingredientes temas aspectos efeitos alternativas definições sugestões recomendações fontes`,
}

var dutch = cueList{
	leanOpening: `het_is het_mag het_moet het_kan het_wordt het_heeft het_was het_werd het_zal die dat_is dat_zijn dat_geldt dat_betekent dat_kan dat_moet dat_mag daarom dus daardoor bijgevolg dan evenzo met_andere_woorden bijvoorbeeld in_het_bijzonder
		in_dat_geval om_deze_reden en of noch want omdat beide geen_van de_eerste de_tweede het_eerste het_tweede een_ander dit daar`,
	leanEarly: `hij zij ze hem haar hun hen deze dergelijke zulke dezelfde hetzelfde laatstgenoemde eerstgenoemde laatste andere anderen
		daarvan daarbij daarvoor daarmee daarna daarvóór daarin daarop hiervan hierbij hiervoor anders overige genoemde respectievelijk ervan ermee ervoor
		later eerder intussen ondertussen het_jaar_daarop de_volgende_dag`,
	limitOpening: `maar echter toch desondanks niettemin hoewel behalve uitgezonderd tenzij met_uitzondering uitzondering uitzonderingen een_uitzondering daarentegen
		integendeel anderzijds ondanks alleen slechts enkel mits op_voorwaarde anders let_op opmerking belangrijk waarschuwing terwijl in_geen_geval maar_niet afgezien`,
	limitAny: `echter daarentegen geldt_niet gelden_niet niet_geldt geldt_alleen gelden_alleen alleen_geldt uitzondering uitzonderingen uitgezonderd vrijgesteld
		uitgesloten niet_van_toepassing niet_geldig`,
	conditional: `als indien tenzij mits behalve alleen slechts`,
	wide:        `beide alle deze die dergelijke geen elk elke ieder iedere`,
	rank:        `eerst ten_eerste ten_tweede ten_derde dan daarna vervolgens tenslotte ten_slotte tot_slot stap als_eerste`,
	head:        `volgende onderstaande hieronder`,
	yesNo:       `ja nee juist onjuist klopt nooit altijd precies zeker`,
	leanAny:     `twee_keer_zo dubbel_zo half_zo evenveel hetzelfde dezelfde het_dubbele bovengenoemd bovengenoemde`,
	revoking:    `afgeschaft ingetrokken herroepen vervangen verlopen ongeldig verouderd onjuist onwaar fout betwist onbevestigd voorlopig schatting geschat hypothese aanname ontwerp voorstel vermeend gerucht fictief mening experimenteel mythe tijdelijk verboden`,
	whole:       `alle beide elk elke ieder iedere alleen slechts geen zonder tot voorwaarde voorwaarden`,
	loose:       `tips redenen manieren factoren voordelen nadelen voorbeelden soorten opties kenmerken symptomen oorzaken verschillen punten feiten resultaten ingrediënten onderwerpen aspecten effecten alternatieven definities suggesties aanbevelingen bronnen`,
}

var russian = cueList{
	leanOpening: `это поэтому следовательно таким_образом значит тогда то_есть например в_частности затем в_этом_случае по_этой_причине и или потому потому_что
		что оба обе ни_один первый первая второй вторая другой другая не_следует нельзя следует применяют применяется назначают можно`,
	leanEarly: `он она оно они его её ее их ему ей им ним ней него нее нём этот эта эти этого этой этих этому этим этом тот та те того той тех тому тем
		такой такая такие такого таких данный данная данные данного последний последняя первый прочие остальные другие других иначе соответственно сам
		позже позднее ранее раньше спустя впоследствии тем_временем на_следующий`,
	limitOpening: `однако но тем_не_менее всё_же все_же хотя кроме за_исключением исключение исключения исключением напротив с_другой_стороны несмотря только лишь
		исключительно если_только при_условии иначе в_противном_случае зато а примечание внимание важно предупреждение ни_в_коем_случае помимо разве в_отличие`,
	limitAny: `однако не_распространяется не_распространяются не_относится не_относятся не_применяется_к не_действует не_действуют только_если исключение исключения
		исключением не_касается не_касаются освобождены освобождаются`,
	conditional: `если кроме только лишь при_условии`,
	wide:        `оба обе все всех эти этих такие никакие каждый любой`,
	rank:        `сначала во_первых во_вторых в_третьих затем потом далее наконец в_заключение шаг`,
	head:        `следующий следующая следующие следующее следующих ниже`,
	yesNo:       `да нет верно неверно правда конечно никогда всегда`,
	leanAny:     `вдвое столько_же то_же тот_же та_же те_же так_же вышеуказанный вышеупомянутый вышеуказанные`,
	revoking:    `отменено отменен отменён отменена отозвано отозван заменено заменен истек истёк недействительно недействителен устарело устарел ложно ложь неверно ошибочно спорно предварительно предварительный оценка гипотеза предположение проект предложение слух вымышленный мнение экспериментальный миф временно временный запрещено запрещен запрещён`,
	whole:       `все всех оба обе каждый каждая только лишь ни никакие любой без пока условие условия условии`,
	loose:       `советы советов причины причин способы способов факторы факторов преимущества недостатки примеры виды варианты особенности симптомы различия пункты факты результаты ингредиенты темы аспекты эффекты альтернативы определения рекомендации источники`,
}

var arabic = cueList{
	leanOpening: `لذلك لذا إذن اذن بالتالي وبالتالي عندئذ أي مثلا مثلاً على_سبيل_المثال ثم في_هذه_الحالة لهذا_السبب أو كلاهما كلتاهما لأن لا_يجوز لا_يمكن لا_يجب لا_تتجاوز
		لا_يستخدم لا_تستخدم الأول الأولى الثاني الثانية`,
	leanEarly: `هو هي هم هن هما هذا هذه ذلك تلك هؤلاء أولئك له لها لهم منه منها فيه فيها عليه عليها به بها إليه إليها استخدامه استخدامها تناوله تناولها نفسه نفسها ذاته ذاتها
		الأخير الأخيرة المذكور المذكورة الآخر الأخرى الآخرون غيره غيرها كذلك مثله مثلها
		لاحقا لاحقاً سابقا سابقاً بعد_ذلك قبل_ذلك في_العام_التالي في_اليوم_التالي`,
	limitOpening: `لكن ولكن لكنه لكنها غير_أن إلا_أن بيد_أن إلا الا باستثناء ما_عدا ماعدا عدا سوى استثناء الاستثناء ومع_ذلك مع_ذلك رغم على_الرغم بالرغم فقط بشرط شريطة
		بخلاف من_ناحية_أخرى بالمقابل وإلا والا ملاحظة تنبيه تحذير هام مهم ما_لم إلا_إذا`,
	limitAny:    `غير_أن إلا_أن لا_ينطبق لا_تنطبق لا_يسري لا_تسري لا_يشمل لا_تشمل استثناء الاستثناء مستثنى يستثنى تستثنى باستثناء ينطبق_فقط يسري_فقط معفى معفون يعفى`,
	conditional: `إذا اذا إلا الا فقط بشرط`,
	wide:        `كلا كلاهما جميع كل هذه هؤلاء أي`,
	rank:        `أولا أولاً ثانيا ثانياً ثالثا ثالثاً ثم بعد_ذلك أخيرا أخيراً الخطوة خطوة`,
	head:        `التالي التالية يلي أدناه الآتي الآتية`,
	yesNo:       `نعم لا صحيح خطأ أبدا أبداً دائما دائماً أجل`,
	leanAny:     `ضعف نصف_ذلك المذكور_أعلاه المذكورة_أعلاه نفس`,
	revoking:    `ألغي ألغيت إلغاؤه إلغاؤها سحب سحبت استبدل انتهت باطل باطلة قديم خاطئ خاطئة خطأ كاذب كاذبة متنازع مبدئي أولي تقدير فرضية افتراض مسودة اقتراح مزعوم شائعة خيالي رأي تجريبي خرافة مؤقت مؤقتة محظور محظورة`,
	whole:       `جميع كل كلا كلتا فقط لا أي دون حتى شرط شروط`,
	loose:       `نصائح أسباب طرق عوامل فوائد مزايا عيوب أمثلة أنواع خيارات ميزات أعراض اختلافات نقاط حقائق نتائج مكونات مواضيع جوانب آثار بدائل تعريفات اقتراحات توصيات مصادر`,
}

// The lists below are searched as substrings: the scripts part no words.

var chinese = cueList{
	leanOpening: `因此 所以 于是 於是 从而 從而 故 这样 這樣 那么 那麼 同样 同樣 也就是说 也就是說 即 例如 比如 尤其 随后 隨後 在这种情况 在這種情況 而且 并 並 和 或 因为 因為 两者 兩者
		此 不得 不应 不應 不可 不能 不要 应 應 须 須 必须 必須 需 可 禁止 请勿 請勿`,
	leanEarly: `它 其 他 她 该 該 对此 對此 此类 此類 此项 此項 此种 此種 此时 此時 如此 这 這 那 上述 前者 后者 後者 同一 其余 其餘 其他 另外 另一 否则 否則 之
		后来 後來 之后 之後 此前 其间 次年 次日 年后 年後`,
	limitOpening: `但 然而 不过 不過 可是 却 卻 只是 除 例外 除非 虽然 雖然 尽管 儘管 相反 反之 另一方面 只有 只要 仅 僅 前提是 否则 否則 注意 注 警告 重要 而 无论如何不 唯`,
	limitAny:     `但是 然而 却 卻 不适用 不適用 除外 例外 不在此限 仅适用 僅適用 只适用 只適用 不包括 不受此 豁免`,
	conditional:  `如果 若 除非 只有 仅 僅 只 除了 未经 未經`,
	wide:         `两者 兩者 都 均 所有 这些 這些 上述 任何 每`,
	rank:         `首先 第一 第二 第三 其次 然后 然後 接着 接著 最后 最後 步骤 步驟`,
	head:         `以下 下列 如下`,
	yesNo:        `是 不是 对 對 不 否 可以 不可以 能 不能 正确 正確 错误 錯誤 从不 從不`,
	leanAny:      `两倍 兩倍 一半于 同样 同樣 上述 一样 一樣`,
	revoking:     `废除 廢除 废止 廢止 撤回 撤销 撤銷 取代 取消 过期 過期 无效 無效 过时 過時 错误 錯誤 虚假 虛假 争议 爭議 未经证实 未經證實 初步 估计 估計 假设 假設 草案 提案 传闻 傳聞 虚构 虛構 猜测 猜測 意见 意見 实验 實驗 暂时 暫時 禁止`,
	whole:        `所有 全部 都 均 每 只 仅 僅 任何 前提 条件 條件`,
	loose:        `提示 建议 建議 原因 方式 因素 好处 好處 优点 優點 缺点 缺點 例子 类型 類型 选项 選項 特点 特點 症状 症狀 区别 區別 要点 要點 事实 事實 结果 結果 成分 主题 方面 影响 来源`,
}

var japanese = cueList{
	leanOpening: `したがって 従って そのため よって ゆえに そこで それで すると つまり すなわち たとえば 例えば 特に その後 それから その場合 このため また または および なぜなら 両者`,
	leanEarly: `これ それ あれ この その あの そこ こう そう 同 前者 後者 上記 同じ 他の ほかの 残り 彼 当該 両方 いずれ
		後に 年後 日後 以前 翌年 翌日 その間`,
	limitOpening: `しかし ただし 但し ただ だが が、 けれど ところが 一方 なお もっとも とはいえ にもかかわらず それでも 例外 除 逆に 反対に ほか さもなければ そうでなければ 注意 注 警告 重要 でも
		例外として ただ、`,
	limitAny:    `ただし 但し 適用されません 適用されない 適用しない 除外 例外 を除く を除き を除いて 限りではない 限りではありません に限る に限ります のみ適用 対象外 免除`,
	conditional: `場合のみ 場合に限り なければ 限り ない限り もし のみ だけ`,
	wide:        `両方 いずれも すべて 全て これら それら どちら 各`,
	rank:        `まず 最初に 第一に 第二に 次に 続いて それから 最後に 手順 ステップ`,
	head:        `次の 以下 下記`,
	yesNo:       `はい いいえ いや ええ 正しい 誤り 違います できます できません`,
	leanAny:     `二倍 2倍 倍の 半分 同様 上記 同じ`,
	revoking:    `廃止 撤回 取り消 取消 置き換え 失効 無効 古い 誤り 間違い 虚偽 争い 未確認 暫定 予備 推定 推測 仮説 仮定 草案 提案 噂 架空 意見 実験 神話 一時的 禁止`,
	whole:       `すべて 全て 両方 各 のみ だけ いずれ どれも 条件`,
	loose:       `ヒント 理由 要因 利点 欠点 例 種類 選択肢 特徴 症状 原因 違い 点 事実 結果 材料 話題 側面 影響 定義 提案 推奨 出典`,
}
