/**
 * Words for orders that change what an agent is or whom it obeys, in many languages: earlier rules set aside,
 * another role, obedience to anyone who speaks. Written as in order-words.ts; `_` is a blank within a phrase.
 */

import { compactPhrases, type InjectionPattern, phrases } from '../injection/injection-pattern.ts';
import { ADDRESS_MARK, type Order, SENDING } from './order-words.ts';

const IGNORE =
  'ignor disregard forget. forgotten overlook discard dismiss neglect. disobey pay_no_attention pay_no_heed set_aside throw_out stop_following no_longer_follow do_not_follow olvid descart desestim omite. desobede caso_omiso no_sigas no_hagas_caso deja_de_seguir oubli neglig ne_suis ne_tiens_pas passe_outre fais_abstraction faites_abstraction desobei laisse_tomber vergiss vergess missacht verwirf verwerf ubergeh ausser_acht keine_beachtung befolge_nicht esque desconsider descons deixe_de_seguir nao_siga dimentic trascur scart. disobbed non_seguire lascia_perdere negeer vergeet volg_niet zignoruj zapomn pomin. pomijaj odrzuc. nie_przestrzegaj lekcewaz забудь отбрось отмени. не_следуй не_слушай пренебрег не_обращай проигнорир yok_say yok_sayin unut. unutun gormezden dikkate_alma bos_ver aldirma bo_qua quen. phot_lo gat_bo تجاهل انس. لا_تتبع لا_تلتزم دعك अनदेखा नज़रअंदाज़ भूल_जा मत_मान उपेक्षा 無視 忘れ 破棄 従わない 従わず 무시 잊어 잊으 잊고 따르지 忽略 无视 無視 忘记 忘掉 忘記 不要理会 不必理会 抛开 别管 不再遵守 不要遵守';
const OUTDATED =
  'outdated obsolete void. invalid. no_longer_apply no_longer_applies no_longer_valid no_longer_count no_longer_binding superseded cancelled suspended not_binding caducad obsolet superad anulad ya_no_valen ya_no_vale ya_no_aplican sin_efecto sin_validez perime caduc depasse annule plus_valable ne_valent_plus ne_compte_plus uberholt ungultig hinfallig veraltet aufgehoben gilt_nicht_mehr gelten_nicht_mehr nichtig ausser_kraft ultrapassad sem_efeito revogad nao_valem_mais nao_vale_mais superat decadut annullat non_valgono_piu non_vale_piu achterhaald vervallen verouderd ongeldig gelden_niet_meer geldt_niet_meer nieaktualn niewazn przestarzal uchylon juz_nie_obowiaz устаревш недействит утратил больше_не_действу отменены отменяются gecersiz gecerliligini artik_gecerli loi_thoi het_hieu_luc vo_hieu khong_con_hieu قديمة ملغاة باطلة لاغية لم_تعد पुराना_मान पुराने_मान रद्द अमान्य लागू_नहीं 古いもの 無効 失効 낡은 무효 효력이_없 효력을_잃 过时 作废 无效 失效 不再有效';
const GUIDANCE =
  'instruction directions. guidance guidelin rules. directive directives prompt orders. commands. policies told. said_to_you instruccion indicacion reglas. directriz directrices ordenes. consigna consigne regles. ordres. demande. t_a_dit anweisung instruktion regeln. vorgabe vorschrift richtlinie befehl gesagt. weisung instruc orientac regras. ordens. diretriz istruzion indicazion regole. ordini. direttiv consegn detto. instructie regels. opdrachten. aanwijzing richtlijn gezegd. instrukcj polecen polecenia zasad. zasady wytyczn rozkaz powiedziano инструкц указани правил. правила команды приказ распоряжен требован сказали сказано talimat kural. kurallar yonerge emir. emirler chi_dan huong_dan quy_tac chi_thi menh_lenh التعليمات تعليمات القواعد قواعد الاوامر الأوامر التوجيهات निर्देश नियम आदेश हिदायत 指示 規則 ルール 命令 プロンプト 지시 규칙 명령 지침 프롬프트 指令 规则 提示 命令 要求';
const EARLIER =
  'previous prior. preceding earlier. above. former. original. initial. at_start at_the_start so_far until_now up_to_now beginning given. received. existing. anterior previ. previa previas previo inicial original recibi te_dieron hasta_ahora al_principio al_inicio precedent anterieur recu. recue recues recus initial au_debut jusqu_ici jusqu_a ci-dessus vorherig vorig bisherig fruher erhalten. zu_beginn zuvor. obig ursprunglich bislang am_anfang anteriores recebid acima ate_agora te_deram no_inicio ricevut inizial finora precedenti all_inizio eerder vorig voorgaand gekregen bovenstaand ontvangen tot_nu aan_het_begin wczesniej poprzedni otrzyman dotychczas powyzsz pierwotn na_poczatku предыдущ прежн получен раньше. ранее. выше. в_начале до_этого onceki verilen. yukaridaki daha_once aldigin simdiye_kadar en_basta truoc. truoc_do da_nhan ban_dau o_tren tu_truoc luc_dau السابق اعطيت أعطيت أعلاه تلقيت الاولى पिछले पिछली पहले_के पहले_दी मिले. मिले_हुए दिए_गए दी_गई अब_तक これまで 以前 前の 今まで 与えられた 受け取った 最初の 上記 先ほど 이전 받은 기존 앞선 지금까지 처음에 위의 之前 以前 先前 收到 最初 上面 此前 以上 给你 原来';
const FOLLOW =
  'follow. obey. heed. sigue. siga. suis. suivez obeis folge. folgen befolg siga. segui. volg. kieruj stosuj следуй следуйте uy. uyun. lam_theo tuan_theo اتبع पालन_कर 従 따르 按照 遵循 听从';
const ONLY =
  'only. solely. exclusively nothing_but solo. solamente unicamente uniquement seulement nur. ausschliesslich somente apenas. soltanto solo. esclusivamente alleen. uitsluitend tylko wylacznie только исключительно yalnizca sadece chi. duy_nhat فقط केवल सिर्फ़ だけ のみ 만_ 만 只 仅 唯一';

const ASSISTANT =
  'assistant assistent asistent asystent asistan. asistente assistente helper. helfer. chatbot bot. modello modele. modell. modelo. ai. ki. ia. llm ассистент помощник yardimci tro_ly مساعد सहायक アシスタント 助手 助理 비서 어시스턴트 도우미';
const LIMITS =
  'restriction limit. limits. limitation restraint boundar guardrail filter. filters. rules. restriccion limite. limites. limitacion reglas. contrainte regles. einschrankung beschrankung grenzen. schranke regeln. filtro. filtros. restric limitac regras. restrizion vincoli. limiti. limitazion regole. beperking grenzen. regels. ogranicz. ograniczen granic. zasad. ограничен запретов правил. рамок sinirlama kisitlama sinir. kural. han_che gioi_han rang_buoc قيود حدود पाबंदी सीमा बंधन नियम 規則 ルール 縛ら 규칙 规则 规矩 制限 制約 縛り 제한 제약 限制 约束 束缚';
const WITHOUT =
  'without. no. free_of free_from sin. sans. ohne. keine. keinerlei frei_von sem. senza. geen. zonder. bez. zadnych без. никаких yok. olmadan olmayan khong. بلا. بدون. دون. बिना. नहीं. ない なし なく 無し 없는 없이 没有 無 无 不受 毫无';
const UNLIMITED =
  'unrestricted unlimited uncensored unfiltered limitless irrestricto illimite uneingeschrankt unbeschrankt ilimitado illimitato onbeperkt nieogranicz неограничен sinirsiz kisitlamasiz kuralsiz अप्रतिबंधित 無制限 무제한 无限制 不受限';
const YOU =
  'you_are you_re your_name eres. usted_es te_llamas tu_es vous_etes tu_t_appelles du_bist sie_sind voce_e seu_nome tu_sei sei. ti_chiami je_bent jij_bent u_bent jestes pan_jest ты. вы. тебя_зовут sen. siz. adin. ban_la أنت انت तुम आप तू あなた 君は お前 당신 너는 넌 你是 您是 你现在';
const ACT_AS =
  'act. acting behave. pretend. impersonate pose. actua. actuar comporta comportate comporte comportez agis. agissez verhalt. verhalte handle. agiere benimm aja. agir finge. comportati agisci fingi gedraag handel. doe_alsof zachowuj dzialaj udawaj веди_себя ведите_себя действуй притвор davran hareket_et hanh_xu cu_xu dong_vai تصرف تصرّف पेश_आ व्यवहार_कर 振る舞 ふるまい ふるまって 行動し 행동하 행세 행동해 行事 扮演 假装 冒充';
const OWNER =
  'owner. administrator superuser root. creator. master. boss. admin. dueno propietario administrador proprietaire patron. administrateur eigentumer besitzer inhaber chef. dono. proprietario proprietari padrone amministrator eigenaar baas. beheerder wlasciciel szef. владелец владельц хозяин хозяев администратор sahip. sahibi sahibiymis patron. yonetici chu. chu_nhan chu_so_huu quan_tri مالك صاحب_ كمالك كصاحب मालिक स्वामी 持ち主 所有者 主人 オーナー 管理者 주인 소유자 관리자 所有者 管理员 拥有者';
const OBEY =
  'obey. obeys obedece. obedezca obedecer obeis. obeissez obeir gehorch obedeca obedecer ubbidi obbedi gehoorza posluch. sluchaj. posluszn подчиняй слушайся повинуй itaat. boyun_eg nghe_loi vang_loi tuan_lenh أطع. اطع. बात_मान आज्ञा_मान आज्ञा_का 従ってください 従う 従え 服従 복종 听谁 服从 聽從 听从';
const WHOEVER =
  'whoever. anyone. anybody. everyone. everybody. quien. quienquiera cualquiera quiconque qui. jedem. jeden. wer. wen. dem. quem. qualquer chi. chiunque wie. iedereen kto. kazdego kazdemu tego. тому. любому всем. кто. soyleyene diyene herkese kim. ai. bat_ky كل_من لمن. من. जो. जिस 言う人 誰にでも 者に 사람 누구 아무나 谁 任何人 所有人';
const STAY =
  'stay_in remain_in keep_playing keep_acting play_the never_leave mantente permanece. reste. restez bleib. bleibe mantenha permaneca resta. rimani blijf pozostan trwaj оставайся играй rolunde_kal rolunden kal. giu. hay_giu ابق. التزم_ में_रहो में_बने निभा 役を 役に なりきり 演じ 역할을 역할에 留在 保持 扮演';
const ROLE =
  'character. role. persona. papel. personaje role. personnage rolle. charakter papel. personagem ruolo. personaggio rol. personage roli. role. postac роли. образе. роль. rol. rolunde rolunu vai. دور شخصية भूमिका किरदार 役 キャラ 역할 캐릭터 角色 人设';
const REFUSE =
  'refus say_no says_no decline. declines rechaz niega. niegues dice_que_no digas_que_no dit_non dis_non verweiger ablehn lehn. sagt_nein sag_nein recus diz_nao diga_nao rifiut dice_no dire_no weiger. zegt_nee odmawia odmow отказыв отказа reddet hayir_de tu_choi ترفض رفض मना_कर इनकार इंकार 断 拒否 거절 거부 拒绝 说不';
const NEVER =
  'never. nunca. jamas. jamais. nie. niemals. nao. mai. nooit. nigdy никогда. asla. khong_bao_gio dung_bao_gio ابدا أبدا لا. कभी 決して 絶対 けっして 절대 결코 从不 绝不 永不 永远不 不得';
const ANYTHING =
  'request anything. any. user. nothing. a_user peticion nada. ninguna usuario demande. rien. utilisateur bitte. anfrage nichts. nutzer. pedido. usuario richiest nulla. niente. utente verzoek niets. gebruiker prosb niczego uzytkown просьб ничего. пользоват istek istegi hicbir kullanici yeu_cau nguoi_dung طلب المستخدم अनुरोध उपयोगकर्ता 依頼 要求 利用者 ユーザー 요청 사용자 请求 用户';
const HIDE =
  'hide. hides. conceal keeps_its_real keep_its_real oculta. oculte esconde. escond cache. caches dissimule verbirg verheimlich verschweig versteck esconda oculte nascond verberg verzwijg ukryw ukryj zataj скрыва скрой утаи gizle. sakla. giau. che_giau أخف اخف छिपा छुपा 隠 숨기 감추 隐瞒 隐藏 瞒着';
const HUMAN =
  'user. users. owner. client. customer. operator. usuario. cliente. utilisateur client. nutzer. benutzer. kunde. kunden. usuario. utente. gebruiker uzytkown klient пользоват клиент kullanici musteri nguoi_dung khach المستخدم العميل उपयोगकर्ता ग्राहक 利用者 ユーザー 顧客 사용자 고객 用户 客户';

/** What nobody hands to an address: talks, secrets, lists of customers. */
const PRIVATE =
  'conversation chat. chats. transcript session. sessions. dialog customer_list customers. clients. client_list env. credential password api_key api_keys secret memories conversaci conversac charla chat clientes credencial contrasen clave_de_api claves session discussion echange clients. mots_de_passe mot_de_passe identifiants gesprach chatverlauf kundenliste kunden. kundendaten passwort passworter zugangsdaten schlussel conversa conversas sessao senha senhas credenciai conversazion clienti. credenzial password chiave gesprek klantenlijst klanten. wachtwoord sleutel rozmow klientow hasla. hasel sesji czat переписк разговор диалог беседу чата. чат. клиентов клиентской парол сессии сеанса ключ konusma sohbet musteri sifre parola oturum tro_chuyen khach_hang mat_khau phien المحادثة محادثة الدردشة العملاء كلمات_المرور كلمة_المرور الجلسة جلسة مفاتيح बातचीत चैट ग्राहक पासवर्ड सत्र कुंजी 会話 チャット 顧客 パスワード セッション 대화 채팅 고객 비밀번호 세션 api_키 对话 聊天 客户 密码 会话 密钥 凭据';

/** Precise enough for text that a person wrote on purpose. */
export const STEERING_ORDERS: readonly Order[] = [
  { finding: 'injection:override_instructions', acts: IGNORE, objects: [GUIDANCE, EARLIER] },
  { finding: 'injection:new_instructions', acts: FOLLOW, objects: [ONLY, ADDRESS_MARK] },
  { finding: 'injection:persona', acts: ASSISTANT, objects: [YOU, LIMITS, WITHOUT], isNegative: true },
  { finding: 'injection:persona', acts: ASSISTANT, objects: [YOU, UNLIMITED] },
  { finding: 'injection:override_instructions', acts: OUTDATED, objects: [GUIDANCE, EARLIER] },
  { finding: 'injection:exfiltration', acts: SENDING, objects: [PRIVATE, ADDRESS_MARK] },
  { finding: 'injection:forced_obedience', acts: OBEY, objects: [WHOEVER] },
  { finding: 'injection:persona', acts: STAY, objects: [ROLE, NEVER, REFUSE], isNegative: true },
  { finding: 'injection:concealment', acts: HIDE, objects: [HUMAN, STAY, ROLE] },
];

/** For text that nobody, or not known who, wrote on purpose. */
export const LOOSE_STEERING_ORDERS: readonly Order[] = [
  {
    finding: 'injection:new_instructions',
    acts: FOLLOW,
    objects: [`${GUIDANCE} text. texto. texte. tekst`, ADDRESS_MARK],
  },
  { finding: 'injection:persona', acts: ASSISTANT, objects: [LIMITS, WITHOUT], isNegative: true },
  { finding: 'injection:persona', acts: ASSISTANT, objects: [UNLIMITED] },
  { finding: 'injection:persona', acts: ACT_AS, objects: [OWNER] },
  { finding: 'injection:persona', acts: STAY, objects: [ROLE, `${NEVER} ${HIDE}`], isNegative: true },
  { finding: 'injection:forced_obedience', acts: REFUSE, objects: [NEVER, ANYTHING], isNegative: true },
  {
    finding: 'injection:concealment',
    acts: HIDE,
    objects: [HUMAN, 'what purpose action que. was. co. что. ne. चीज़ こと 것 什么 真实'],
  },
];

// "Do not mention it" and "without asking anyone" in many languages: an order whose giver does not want it
// known.

/** Matched in folded text whose look-alikes are resolved. */
export const LATIN_SECRECY: readonly InjectionPattern[] = phrases('concealment', [
  '<and|but|then|also|please> <do not|don ?t|never> <mention|report|announce|log|discuss> <it|this|that|any of <it|this>>',
  '<do not|don ?t|never> <tell|inform|notify|alert|ask> <anyone|anybody|any person|a soul>',
  '<do not|don ?t|never> <mention|report|log|announce> <this|that|it> <to|in|anywhere|at all>',
  'without <asking|telling|informing|notifying|consulting|involving|alerting> <anyone|anybody|the <user|owner|client|customer|team|operator>|others|a person|back>',
  '<tell|ask|inform> <no one|nobody>',
  '<keep|keeps|keeping> <it|this|that|its real _|the change> <secret|quiet|hidden|to yourself|from the <user|owner|client|customer>>',
  '<say|write|mention> nothing <about|of> <it|this|that>',
  '<nobody|no one> <must|may|should|needs to|has to|is to> <know|learn|find out|notice|hear>',
  'no se? ?<lo|la|los|esto|nada> <menciones|mencione|mencionar|digas|diga|decir|cuentes|cuente|comentes|comente|reveles>',
  'no <le >?<menciones|digas|cuentes|comentes> <nada|esto|eso|ello>',
  'sin <preguntar|decir|avisar|informar|consultar|contar|decirselo|preguntarle|avisarle|comentarlo|mencionarlo> <a |nada a |>{0,1}<nadie|usuario|al <usuario|cliente|dueno>>',
  'n ?en <parle|parlez|dis|dites> <pas|rien|a personne>',
  '<ne >?<le|la|l> <dis|dites|mentionne|mentionnez|signale|signalez> <pas|a personne>',
  'ne <dis|dites|mentionne|mentionnez> <rien|pas cela|pas ca|a personne>',
  'sans <en parler|<rien >?<demander|dire|signaler|prevenir|avertir|consulter|informer> _{0,2}?<personne|utilisateur|client>|le <dire|mentionner|signaler>>',
  '<erwahne|erwahnt|erwahnen|melde|sag|sage|verrate|nenne> <es|das|dies|davon|sie> <bitte |aber |dabei >?<nicht|nichts|niemand|niemandem|keinem>',
  '<sag|sage|erzahle|erzahl|verrate> <es |das |davon >?<niemand|niemandem|keinem|nichts <davon|daruber>>',
  'ohne <jemanden|jemand|irgendwen|den <nutzer|kunden|benutzer>|es jemandem|jemandem _{0,2}?> _?<zu <fragen|informieren|sagen|verstandigen|erwahnen>>',
  'ohne <dass|das> <es |davon |>?<jemand|einer|der _> _{0,3}?<erfahrt|merkt|weiss|bemerkt>',
  'sin que <nadie|el usuario|el cliente|lo|se> <lo |se |>?<sepa|entere|note|nadie>',
  '<que|afin que> personne ne <le |en |s en |>?<sache|remarque|apercoive|apprenne>',
  'sans que <personne|l utilisateur|le client|quiconque> <ne |le |s |l |n |en >{0,3}<sache|remarque|apercoive|apprenne>',
  '<senza che|sem que|zonder dat|tak zeby|zeby|aby> <nessuno|ninguem|iemand|nikt|l utente|o usuario|de gebruiker> _{0,3}?<sappia|accorga|saiba|perceba|weet|merkt|wiedzial|zauwazyl>[a-z]{0,2}',
  'kimse <duymadan|bilmeden|fark etmeden|gormeden|duymasin|bilmesin>',
  '<đung|khong> <đe |cho >?ai <biet|hay|thay>',
  '<keep|keeping> <it|this|that> <quiet|secret|private|between us>',
  'ohne <ruckfrage|nachfrage|nachzufragen|ruckzufragen>',
  'nao <o |a |isso |>?<comente|mencione|conte|diga|fale|avise|revele> <isso|nada|a ninguem|com ninguem|sobre isso|disso|nem>',
  'e nao <comente|mencione|conte|diga>',
  'sem <perguntar|avisar|dizer|contar|consultar|informar|falar> <nada |isso >?<a |com |o |ao >?<ninguem|usuario|cliente>',
  'non <dirlo|menzionarlo|parlarne|segnalarlo|farne parola|dire nulla|dire niente|riferirlo>',
  'senza <chiedere|dire|dirlo|avvisare|informare|consultare|avvertire|parlarne> <nulla |niente |>?<a |con |>?<nessuno|utente|l utente|al cliente>',
  '<zeg|vertel|noem|vermeld|meld> <het|er|dit|dat> <niet|niets|niemand|aan niemand|tegen niemand>',
  'zonder <iemand|het iemand|de <gebruiker|klant>|het aan _> _{0,2}?<te <vragen|zeggen|vertellen|melden|informeren>>',
  'nie <wspominaj|mow|mowcie|informuj|zglaszaj|pisz|ujawniaj> <o tym|nikomu|nikogo|tego>',
  '<nie pytajac|bez pytania|nie informujac|nie mowiac|bez wiedzy> _{0,1}?<nikogo|nikomu|uzytkownika|klienta|kogokolwiek>',
  '<nikogo|nikomu> <nie|o tym> <nie |>?<pytajac|mowiac|mow|informujac|pytaj>',
  '<bundan|bunu|bundan hic|ondan> <kimseye |>?<soz etme|bahsetme|soyleme|belirtme|acma|anlatma>[a-z]{0,5}',
  'kimseye <sormadan|soylemeden|haber vermeden|bildirmeden|danismadan|soyleme|bahsetme|sorma>[a-z]{0,4}',
  '<đung|khong|cho> <bao gio >?<nhac|noi|ke|đe cap|bao> <toi|đen|voi ai|cho ai|ra|gi ve>',
  '<ma |>?khong <can >?<hoi|bao|thong bao|noi> <y kien |cho |voi |>?<ai|nguoi dung|khach>',
]);

/** Matched in folded text that keeps the letters of other scripts. */
export const OTHER_SECRECY: readonly InjectionPattern[] = phrases('concealment', [
  'не <упоминай|упоминайте|говори|говорите|сообщай|сообщайте|рассказывай|рассказывайте|докладывай> <об этом|про это|о том|этого|никому|никого|пользователю|клиенту>',
  '<никого|никому> <об этом |>?не <спрашивая|спрашивай|сообщая|сообщай|говоря|говори|рассказывай|предупреждая|уведомляя>[а-я]{0,3}',
  'чтобы никто <об этом |>?не <узнал|заметил|знал>',
  '<حتى لا|دون ان|دون أن|كي لا> <يعلم|يعرف|يلاحظ> <احد|أحد|المستخدم>',
  'किसी को <भी |>?<पता|ख़बर|खबर> <न|नहीं>',
  'без <ведома|согласования|спроса> _{0,1}?<пользователя|владельца|клиента|кого|>',
  '<لا|ولا> <تذكر|تذكري|تخبر|تخبري|تبلغ|تقل> <ذلك|هذا|به|احدا|أحدا|عنه|المستخدم|شيئا>',
  '<دون|بدون> <ان|أن|اي|أي|> ?<تسال|تسأل|تخبر|تبلغ|سؤال|اخبار|إخبار|اعلام|علم|إبلاغ|الرجوع الى> _{0,2}?<احدا|أحدا|احد|أحد|المستخدم|العميل>',
  '<इसका|इस बात का|इसके बारे में|यह|ये बात> <किसी <से|को> |कहीं |>?<ज़िक्र|जिक्र|उल्लेख|मत> <मत|न|किसी|बताना|बताओ|करो|करना>',
  'किसी <से|को> <भी |>?<पूछे|बताए|बिना> <बिना|पूछे|बताए>',
  'किसी <को|से> <भी |>?<मत|न> <बताना|बताओ|कहना|कहो|पूछो|पूछना>',
]);

/** Matched in text without blanks. */
export const UNSPACED_SECRECY: readonly InjectionPattern[] = compactPhrases('concealment', [
  '<そのこと|このこと|これ|それ|この件|その件><は|を|について|には>{0,2}<誰にも|だれにも|>?<言わ|話さ|触れ|知らせ|伝え|報告し>',
  '<誰にも|だれにも|誰かに><は|>?<相談|確認|断ら|知らせ|言わ|聞か|話さ|報告|告げ>[^a-z0-9]{0,2}?<せ|ず|な|する>',
  '<利用者|ユーザー|顧客|担当者>に<は|>?<内緒|黙って|秘密|隠し|知らせずに|言わずに>',
  '<그사실|이사실|이것|그것|이일|그일|이내용><을|은|를|도|에대해>{0,2}<말하지|언급하지|알리지|밝히지|보고하지>',
  '<아무에게도|누구에게도|아무한테도><말하|묻|알리|언급하|보고하|확인하>지',
  '<不要|不必|不用|别|勿|无需|不得|请勿><再|向|跟|和|对|>{0,2}[^a-z0-9]{0,4}?<提起|提及|提到|声张|透露|说出去|询问任何人|问任何人|告诉任何人|告知任何人|通知任何人|任何人>',
  '<不|没><问|询问|告诉|通知|经过><任何人|别人|用户>',
  '<誰にも|だれにも><知られ|気づかれ|気付かれ>',
  '<아무도|누구도>모르게',
  '<别|不要|不>让<任何人|别人|人|用户><知道|发现>',
  '<瞒着|背着><用户|客户|所有人|大家|别人>',
]);
