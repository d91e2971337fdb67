/**
 * How often common words occur, so that a library of two skills knows that "file" says little and "refund" much.
 *
 * Counted for this project, as stems (see analyze.ts), per distinct word of a short text, and rounded to a power
 * of two: the mean of four rates — glosses of WordNet 3.0 and its sense counts (© 2006 Princeton University,
 * free for any use), the READMEs of permissively licensed packages, the docstrings of Python's standard library
 * (PSF licence) — or, where higher, our own estimate of how often people say the word in a request. That
 * estimate has no source, so counting again gives the four rates only.
 *
 * To count again: take each text of a source through `countTerms` (analyze.ts) and count each term once a text; a
 * term's rate is its count over the sum of all counts, in WordNet's sense counts its share of them. Average the four,
 * take the higher of that and the rate here where a request says the word more often, round to a power of two, and
 * list what is at least 2⁻¹⁵. Without the table hit@1 of skills falls by 0.13 on tasks and by 0.02 on requests.
 */

/** Exponent n → the stems that make up about 2⁻ⁿ of the words of a text. Rarer stems are not listed. */
export const COMMON_STEMS: Readonly<Record<number, string>> = {
  7: `
person us`,
  8: `
add code creat datum file find follow function get give help input list make name need new number on output
return run sai see set show step task tell time user want work write`,
  9: `
account agent analysi analyz answer api appli argument ask avail base build calcul call case chang check
column command compar complet comput contain content convert correct current custom dai date default design
detail differ directori document ensur error exact exampl exist extract field first folder form format gener
good group handl high idea imag implement includ inform issu it item js kei kind know last librari like line
link locat look lot man manag messag method model modul month multipl next node object open option order
packag page part pass path perform place plan pleas point price problem process product project provid
question read recent recommend report requir result review row save script search section select servic
singl skill small specif standard start state string suggest support system tabl take test text thing three
todai tool top true try two type unit updat url valu version wai week when year`,
  10: `
absolut accept access act action activ address airport allow alwai anim app appear applic approach arrai art
articl assess assign audio audit author autom averag back bank batch becom begin believ big bill blog bodi
boi book branch brand breakfast bring browser bu budget bug bui busi button byte cancel car card care career
cat categori caus certain charact chart cheap child citi class classifi client close cloud collect color
come comment common compani compon comprehens condit configur consid constraint continu control cook copi
cost count countri cours coverag csv databas dataset debug deep defin delet deliv deliveri depend deploi
describ descript detect determin develop devic difficult dinner disk doctor doe dog download drink drive
easi eat edit effect effici either email emphasi empti end entri environ esm especi estim evalu even event
excel except execut exercis expect expens experi explain export express fals famili fast father favorit
featur feedback feel fetch filter finish fix flight float flower food framework free friend fulli fun futur
game genu gift girl github go googl graph great guid happen hard head health healthi histori hobbi hold
holidai home host hotel hour hous html husband identifi import improv indic insert inspect instal instanc
instead integ integr interest interfac intern interview invoic javascript job join json just keep kid label
languag laptop larg layout learn leav length level limit listen load local log login long low lunch machin
mail main manner map markdown market match materi maximum mean measur medic medium member memori menu merg
metric minimum minut monei monitor morn mother move movi music nation network neural nice night non none
normal note npm numer offic old onlin oper optim origin otherwis own pai paper paramet parent pars parser
parti password past pattern payment pdf percent permiss pet phone photo pictur pipelin plai plane plant plot
polici popular port posit possibl post precis predict present privat produc profession program properti
public put python qualiti queri quick rais rang rate receiv recip record refer refund relat releas remov
replac repres request research reserv resourc respons restaur resum right room rule safe sale sampl schedul
school scienc scientif screen second secur seem send separ server setup sever share sheet ship shop short
similar simpl site size slide slow social softwar someth sort sourc special specifi spend split sport
spreadsheet sql star statu stdlib still stop storag store stori strategi stream street structur student
studi style sum summari tag talk tax teacher team techniqu technolog temperatur templat think ticket titl
token tomorrow topic total track train transform travel tree trip tupl turn tutori uniqu upload usual util
vacat valid variabl verif verifi video view visit wait watch water weather web websit weekend well whether
wife window without woman word workflow xml yaml yesterdai young`,
  11: `
abov accord actual ad addit alreadi altern america american amount appreci architect area arg around associ
assum attempt attribut automat avoid basic bear behavior binari bind bite block boolean break buffer
callback carri cater cell central clear combin commun compat compil connect consist constant construct
constructor context contribut copyright correspond cover cut deal decompos definit deno deriv dictionari
direct directli displai doubl draw drop element enabl encod enter entir equal equival escap etc everi extend
extens ey face fail fall fight figur filenam fill final financi fire flag foot forc four full global govern
greatli grow guidanc half hand header hear howev human ignor increas index individu info initi insid intend
interpret invok involv iter keyword lack later law lead leaf less let licens life light littl live lose
lower maintain major mark math mathemat meet mind mix mode modifi nativ natur necessari neg never north noth
obtain occur often organ overrid pair particular per period power prefer prepar prevent print probabl purpos
rather reach readm real realiz reason red reduc region regist regular rel remain rememb repositori represent
resembl resolv respect rigor robust root self sequenc serv shape she side sign someon sometim sound south
space speak stand statist subclass success suppli surfac swap sy symbol syntax term termin thorough throw
thu togeth treat typescript typic umd understand usag variou walk white wide within world wrap yellow yield
youth zero`,
  12: `
abl abstract achiev across adapt advanc affect ag agre air algorithm almost along ancient anyth append
appropri approxim arbitrari arm arrang assert async attach attack attent awai bad badg ball bar basi battl
bird bit black blood blue british brown bundl ca cach callabl caller capabl capit catch center centuri
character characterist charg choos church claim clean cli cloth codecov comparison complex compos compound
compress concern conduct config consum conveni convers core cross dark dead death decid declar decod decor
degre demand deprec descriptor desir destroi dev dict die dir disabl discov discuss diseas distanc distinct
distribut divid doc door dot dress drug due earli earth eastern econom edg effort elect electr els emit emot
encount engin english enough env equip esmsh essenti establish europ european ever evid exactli exclud exit
expand explicitli expos extra extrem fact factori failur far fear feed film fish fit five flat floor flow
foo former forward frame french front fruit god greater greek green grind guarante hair handler heart heat
heavi helper herb hide higher hit hook hope hors http ident imagin immedi independ industri influenc inherit
init instanti instrument int intens interact introduc invalid island kill land larger least leg legal letter
lie liquid liter lock logic longer loop love macro mass matter max md mechan mention metal micromark middl
militari minim miss mit modern moment mountain movement muscl namespac near nest newlin northern notic null
obj observ occurr offer offici offset omit os other outsid pain paint perenni perhap permit physic piec pipe
plain platform plu polit popul practic preced prefix preserv pressur previou promis proper protect protocol
publish pull push py quit quot raw re readabl readi realli recogn recurs reflect regard regiment remark
render repeat reset rest retriev revers rfc rise river road round runtim scale sea seed seek sell sens seri
serial sh shell shoot shrub signal signific simpli sit situat skin skip sleep societi socket soft soldier
southern spec speed spirit sponsor spread squar stack stage stai statement stem str stress strict strike
strip strong subject subsequ substanc suffer suit suitabl sun sure tall target teach theori therefor thin
third though thread timeout tissu touch toward town trace trade trail transfer translat tri tropic undefin
underli unicod union univers unix unknown unless upper valueerror vari varieti voic wall war warn wave wear
west western whitespac whole win wind wish wonder wood worker wrapper writer`,
  13: `
ab abc abid abil abnorm abort accompani accomplish accumul acid acquir adjac adjust administr admit adopt
advantag affair africa african agenc ago aid aim alia alias align alloc alon alphabet alter among angl
announc annual apart appar approv arc archiv argv aris armi arriv artist ascii asia aspect assembl assist
assur asynchron atlant atmospher atom attend attitud attract audienc authent auto await awar background
backward balanc band bare beat beauti bed behav behind belief belong benchmark bend benefit beyond blank
blow board bone border bottom bound boundari box brain breath breed bright broad brother builtin burn
california camp candid canon cap capac captur cast cathol chain chanc channel char chat chemic chiefli choic
christian chunk ci circl circular circumst civil cl classif clearli climb clone cluster coast coat coc coffe
cold colleg com comfort comma commerci commit commonli competit composit concaten concentr concept concret
conflict conform confus consequ consider consol constitut contact contract contrast convent cool coordin
corner corpor counter court creation credit critic crowd cry css cultiv cultur curv cycl damag danc danger
decim decis deepli def defeat defend defens delai delimit demonstr deni depart depth descend destin devot
difficulti digit discard disord distinguish divis docstr doctrin domain domest domin doubt dream dry dump
duplic dust duti dynam ear earlier easier easili east edibl educ egg electron elimin embed emerg emploi
employe enclos encourag endian enemi energi enforc engag england enjoi eof erect err evergreen everyth
examin exc exce excess exchang excit exclus exhaust exhibit explicit explor expon extent extern fabric facil
factor fallback farm fashion faster favor fd feder fellow femal fern filesystem fine finger finit firm
flavor flesh flexibl fluid flush fly foreign forest forget fork formal formerli fourth fraction fragment
franc freez frequenc frequent fresh friendli fs func fund ga gain gamma gather german gfm glanc glass gmt
gnu goal grai grain grant grass grei growth guard guess gun gzip hang happi hash hast hate height hex highli
hint hole honor horizont hot hundr ic ideal ill illustr impli impos imposs impress inch inclus incom
incomplet increment inde indent india indian infect infer infin infinit inhabit inject inner insect insist
inspir institut instruct intellig intent intermedi interpol interrupt interv investig io iron iso isol jew
jewish judg judgment jump keyerror king knee knowledg kwarg labor lai largest late latest latter laugh
launch layer leader legaci len lib liber lift linear lineno linux lip literatur loader logarithm lookup loos
loss loud mac male manipul march marin marri marriag mask master matur mayb mdast mdn meat medicin mental
mere meta mexico mile milk million millisecond min miner minor modif moral mostli motion mount mous mouth
msg multi multipli murder mutat mytholog nan napi narrow nearest nearli neck neither nerv newli newspap nois
nose notat novel num ocean oil ok older onto opinion opportun oppos opposit opt orang ordinari org orient
ornament oserror outer overridden owner oxygen pacif pack pad pale parallel param park partial particip
particl particularli passag patch pathnam patient paus pep persist pertain phase philosoph photograph phrase
pick pickl pink pitch plate player plugin png pointer poison polic pool pop portion posix possess potenti
pound pre predic prepend presenc presid press pretti previous primari primarili primit princip principl
prior prioriti proce procedur progress promot prompt properli propos protest prototyp prove proxi purchas
pure purpl qualifi quantiti queue quickli quiet race radiat radio rain random rank rapidli rare ratio react
reaction reader readlin refus regardless regex regexp registri reject relationship relev religi religion
remot repli repr resid resist resolut respond restor restrict retain reveal rich ride rifl ring risk rock
role roll roman roof rotat routin salt satisfi scan scene scheme scope score season seat secret segment
semant sensit sentenc seriou session settl sexual shake sharp shelter shift shoe shoulder shout signatur
silent similarli simultan sin sing six sky slash slender slice slightli slowli smaller smallest smell smile
smoke smooth snake soil solid solut solv somewhat son song soon southeastern southwestern spawn speci speech
spot spring src ssl stabl stain stare stat static stderr stdout stick stock stone straight strang strength
stretch stringifi struggl sub submit subset substitut subtract successfulli sudden suddenli suffici suffix
summer suppos suppress surpris surround svg sweet swing switch symlink sync synchron tab tail tast tear
technic temporari ten tend thank thick thousand timestamp tini tip titu tone tooth traceback tradit transmit
transpar transport travers treatment trial trigger troop troubl truncat trust truth ts tube twice typeerror
unabl unchang unifi uniform unlik unmaintain unsaf unsign uri utf var variant variat vehicl vein vertic
vessel victori virtual visibl visual volum vote wage warm wash weak weapon weight welcom wheel whenev width
wild wine wing wire wo wormer worri worth wrong ye`,
  14: `
abandon abbrevi absenc absent absorb academ acceler accid accordingli accur accuraci accus acknowledg actor
acut addition addr adequ adher administ admir adult advertis advic advis advoc afford afraid afternoon
afterward aggreg agreement ahead aircraft alaska alcohol alert aliv allot alpha although amaz ambigu analog
ancestor anchor anger annot anod ansi anti anticip anxieti anywher apparatu appeal appl appoint aquat arch
architectur argu arithmet aromat arous arraybuff arrest arrow arteri artifici ascend asian asid assumpt ast
athlet attain attr attributeerror australia australian auth automobil aw awaken award axi babi backer
backslash bacteria bag bai bake bark barrier basebal bat batteri bc beam bee beer behaviour bell bench berri
beta bin birth bitter blade blame blind bloom boat boil bold bomb bond bool borrow bother bottl bow brace
bracket bread bridg brief brilliant britain broadcast brush builder bullet bun bunch burst bytecod calendar
camera campaign canada cancer canva captain carbon carefulli carv cattl caution caviti cb ceas ceil celebr
ceremoni certainli certif cgi chair challeng chapter charset cheer chest chicken chief china chines chlorin
christ circuit circul citizen clamp classic cleanup click clock closest club cm cmd co coars coastal codec
coeffici coerc coin collaps colon coloni combat commiss commonj communist commut compact companion compet
complain complement compliant complic compris comrad conceal conceiv conclud conclus concurr condemn confid
confin confirm confront congreg congress conjug conjunct conscious conserv const constitu consult contest
contributor convei convict convinc cooper cord coroutin correctli cotton counterpart counti coupl coveral
cow cpu crack crash crawl cream creep crime crimin crown crush crystal crystallin cumul cup cure curs cwd
daili damn dash datetim daughter de debat decidu decreas deduct defect deleg deliber delic delight delta
democrat denomin denot dens densiti dep deposit depress desert deserv desper dest destruct detach deterg
deviat di diagram dialect diamet differenti digest dimens dimension director disappear discharg discord
discoveri discret dish dispatch dispos disposit distant district disturb divin dollar draft drag drain
dramat dri drill driver duck dull dummi durat dwell eager earn echo ecma ecmascript economi editor eg eight
elabor elev elsewher emphas empir employ emul endpoint endur enhanc enlarg enterpris entertain entiti entitl
enumer envelop epoch equat eurasian eval eventu evil ex exec exert exp expans experiment expert expir explan
explod explos exponenti exposur extinct fair fairli faith familiar famou fan fanci farmer fasten fastest fat
fatal fault fcn feather fenc fertil fever fiber fiction fig financ flash flatten flee florida fn focu fold
foliag folk fool footbal forbid forev formatt formul forth fortun found fp fragrant freedom fuel fulfil
fundament fungi fungu funni fur furnish furnitur furthermor garbag garden garment gate gaze genet germani
gestur giant git gland glob goe gold golf grab grace grade gradual graduat gram grammar graphic greatest
greet grip gt guest gui gulf habit hairi hall handi hardli harm harmoni hashabl hat heavili hemispher henc
hero hesit hexadecim hierarchi highest hill hire histor holder hollow horn hospit hostil hostnam href huge
humor hunt hurri hurt iana id identif idl ie iff ii illeg illumin illus imaginari imit impact implicit
impuls inact incid inclin incorpor induc inflamm inflat injur injuri insensit instant insur interfer
interior intersect invari invent invers invest invit invoc iodin ip irregular irrit isinst itali italian
jacket januari japan japanes jaw john joint journei juic june justic kernel kick kitchen ladi lake lambda
landscap lang larva latin lazi le lean leap leather legisl lieuten lightweight limb linguist liquor literari
liver ln loan lobe logger longest lowercas lowest lt lung machineri mad magazin magic magnet magnitud
mailbox mainli mainten mammal manifest manual manufactur margin marker marshal matrix meal meaning
mediterranean membran merchant metadata mexican mg migrat mime mine minu mirror mission mistak mixin mixtur
mm mock moder molecul mondai monetari moon moreov moth motiv motor ms mud musician mysteri nail navig
necessarili negoti neighbor neighborhood nervou net neutral nine nod northeastern northwestern notifi notion
nuclear nucleu nut oblig obscur obsolet obviou obvious occas occasion occup occupi odd offens onset op
opencollect opera operand oppon or orbit orchid ordin organis outcom outlin overal overcom overflow overhead
overlap overview overwrit oxid pace painter palm parasit pari peac peer pen pend penetr perceiv percentag
percentil percept perfect perman personnel persuad pg phenomenon philosophi physicist physiolog pi pid
pigment pile pixel placehold planet plastic pleasur plug plural pnpm po pocket poet pole polish poll polygon
polynomi pond poor portabl postgr pour pow powder pr prais presum pretend printabl prisma prison processor
profess profil profit prohibit promin pronounc propag propel proport protein proto provis psycholog punish
pursu pyc quarter queen racem radian radic radiu rage rai rapid ration rb readili realiti rear recal recov
recreat reddish redirect referenc reform registr regul relax reli reliabl relief reliev remaind remind renam
repair repeatedli repetit repo reproduc republ resent resiz retir retri reus revis reviv revolut rewrit rgb
roar rope rough rout rpc runner runtimeerror rush russia russian rust safeti sail saint sand saturdai sauc
schema scream seal secretari securitymd seiz selector semaphor sensat sensibl sep seq sequenti serum seven
sex shade shadow shallow sheep shelf shine shock shore shorthand showi shut shutdown sick sight significand
silenc silver simul sink sister slave slip slope slot slower smart snap snow sole somewher sophist soul
soviet span spanish speaker specialist spell sphere spike spin spiritu spore squeez staff stalk stamp
station stdin steal steel stiff stimul stomach storm strain strengthen strictli strikethrough stroke
strongli studio stuff subdirectori submodul subnorm subprocess subscript substanti substr subtyp succe sugar
summar sundai super superior supplement surgic surviv suspend sustain swallow swear sweep swell swim syllabl
symptom syntaxerror tale tangent tap tar tatter tcp telephon televis temper temporarili tendenc tension tent
terrestri territori terrorist testament texa textiowrapp textual textur theater theme threat threaten
threshold throat throughout thrust thyroid ti tick tidelift tie tight timber timer timezon tire tl toe toler
tongu toss tostr tough traffic trait transact transit transmiss trap tremend trim tripl truck truthi
tsconfig tty tumor tune twelv twenti twist txt ultim uncompress undertak undo unexpect unfortun uniformli
unlock unpack unpleas unspecifi unsupport unus unusu upward urg usabl usernam utc utter vagu val vallei
valuabl vast vector veget vendor verb verbos vertebr vice victim vigor villag vine violat violenc violent
virginia virtu vision visitor vital vocat vs vulner wake warranti washington wast weav webpack wed weed
weigh wet whatev whip wildcard will winter wit withdraw wooden woodi worship writabl ws www xxx yard yarn
yell york zip zone`,
  15: `
abus ac accessor accommod acorn adventur aerat af affirm aggress agricultur ai airplan aka alga amend amus
analyt angri annoi anonym antenna antibodi anymor anywai apach april arctic armor artifact asiat augment
autolink babel bacteri badli bang barn barrel basenam bath batter baz beach bean beard bedroom beef belt
besid bet bg bia bias bid binomi biolog biologi bitmap blanket blaze blend bodili boot boss bounc bowl brass
brazil breast briefli bud bump bundler buri burrow bush butter bypass bytearrai bytesio cake calm canal
cardin carriag carrier cash cdn celesti chamber charm cheek chees chemist chemistri chicago chin chrome
chromium chronic cigarett cj clai clariti classnam claus clinic clockwis closer clutch coach coal coincid
collabor collector colonel colorless comedi committe compass compel compens compromis compuls cone confer
confess conscienc consciou consecut constel consumpt contempl contextu contrari cooki corn corps correl
council courag cpython creativ creatur crest crew crisi crlf crop ctype cuba curios curiou curl currenc
cursor cylindr dancer dare daylight db dd debt debugg decad decai deck declin decrement decrypt dedic deem
defer defici del delivr demo depriv desk despair devil devis diagnost diet diff diffus dig digniti diminish
dinosaur dirt dirti disagre disappoint disapprov disast disc disciplin disclos discourag discrimin dislik
dismiss disput dissolv dist distil distort distress dive divers dll dom downtown downward dozen drama drift
dst dumb dye earthquak eas ecosystem elast eleg elong embarrass en encapsul encrypt enorm enthusiasm entranc
enum enzym eoferror eq era erupt es eslint estat everywher exagger exceed excus executor expenditur
experienc exploit ext fade faint fate februari fee ferment fewer fierc fifo fifth fifti fileno fileobj fin
finder firmli fist flame fleshi flood flour flux fog folklor font footnot forgiv formula foundat freeli
freshwat fridai frighten fring ftp fullnam functool gap gear gen gene geograph geometr geometri georgia
getattr getitem gif glow glue goddess golden gracefulli grammat grape grasp grate grave graviti greec
greenish grin ground grunt gymnast gz hai halt harbor hardwar heap heel hello hen hi highlight hindu
historian honei horizon hormon horror hr hydrogen hyphen hypothalam ieee immun immut impair implic
implicitli importerror in inadequ incap incorrect indefinit indi indiffer indirect indulg infant infecti
inferior inflict inhibit inlin innoc inquir insight intact intellectu intercept interchang internet intestin
intim intrins introspect intuit invad invert invis ion ireland irish islam issubclass jan java jerk jesu joi
joke jsdelivr jsx juri justifi kidnei kingdom kiss knife knock knot kw laboratori lamp laughter lawn lawyer
leadership leagu lectur legend lend lesson li liabl lick lightli likewis lint localhost localtim lodash
london lord luck ly lyric maco makefil malform mar mat matcher mate median mediev melt membership merchandis
merit mess metabol metaclass meter microscop mid mild milligram minist miscellan missil mississippi mobil
moist mold mon monkei monoton mood mtime multilin multiprocess muscular muslim mutter mutual naiv namedtupl
naval necess needl negat neglect negro nevertheless newer nodej nonzero notif notimplementederror nov novemb
nowait nt obstruct octet odor oldest oneself opaqu opcod optic oral outstand outward oval overload
overwritten ow paragraph parenthes partli partner passeng passion passiv pathlik payload peak peculiar
peninsula perfectli petition physician piano pin pine pistol pitcher pkg playwright plead plenti plung pod
poem poetri polar politician polyfil pope popen porch postgresql pot potato prai prayer preach prescrib
prevail priest prime privileg prize proceed proclaim professor profound programmat proof prop prospect
provinc prune pseudo pump punctuat radioact rag rail railroad realist rebel reciproc recognit reconstruct
recruit rectangl redefin reduct ref refin reload rent reproduct reput residenti resin resort respiratori
restart reward rhythm rib rice ridg rigid ritual roast rocki rod romant rome roughli router royal rub rubber
ruler rural sacr sacrific sad saddl salesman salin sanit satisfact satisfactori satur scatter scent scotland
scratch scroll sculptur semver senat sentiment sentinel septemb serious settlement sew sewag shakespear
shame sharpli shear shield shirt shorten shorter shortest shrubbi sibl sigh significantli silk simplest
simplifi singer sir sketch skirt smtp snapshot snippet soap sock softli solitari somebodi somehow soup
southeast sovereign spain spare spars spatial spectrum specul spine spini spiral spontan sqrt ss sslcontext
st stabil stagger standalon startl statesman std steadi steam sticki stimulu stir stout stripe strive struct
stupid subscrib subtl suburban supervis suprem surgeri survei suspect suspens sweat swift sword symmetr
sympathet sympathi synthet systemat talent tan tape tea teenag tempor tender terribl terror theologi therebi
thereof thermal thirti thisarg thoroughli thought thunder thursdai tilt ting tmp toggl toml tonight tower
toxic tract transpil travi trend triangl trick trivial truli trunk tuft turkei turtl uid unam unavail
unbound undergo underlin underscor unist uniti unlink unmodifi unpickl unquot upgrad uppercas upright urin
vacuum vanish vapor veloc vers versa vertex veteran viewer violet viru void voltag wagon wander wavelength
wax wealth weekdai weep wherea whisper widespread wikipedia wink wise worthi wound yellowish yyyi zealand`,
};
