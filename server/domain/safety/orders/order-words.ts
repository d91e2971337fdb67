import { addressesOfWord } from '../learned/named-targets.ts';
import type { Finding } from '../spans.ts';

// Writes one word in the place of each address and each account number, so that orders can be found that are
// aimed at one.

/** The words that stand for what was replaced. No language has them. */
export const ADDRESS_MARK = 'qqaddress';
const ACCOUNT_MARK = 'qqaccount';

const WORD = /[^\s"'`<>()[\]{}|,;*„“”«»「」『』]+/gu;
const ASCII_RUN = /[!-~]+/g;
const MAX_WORD = 600;

const WALLET = `(?:0x[0-9a-fA-F]{40}|bc1[a-z0-9]{25,60}|[13T][a-km-zA-HJ-NP-Z1-9]{25,34})`;
const IBAN = String.raw`[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{2,4}){3,8}`;
/** Six digits and more in groups; what is written as a date is none. */
const NUMBER = String.raw`(?!\d{4}-\d{2}-\d{2}(?!\d))\d{2,8}(?:[- ]\d{2,8}){1,8}|\d{8,20}`;
const PAYEE = String.raw`(?:PayPal|Venmo|Cash ?App|Zelle|Revolut|Wise|Alipay|M-?Pesa|Pix)\s{1,2}[$@]?[\w.@-]{3,40}`;
const ACCOUNT = new RegExp(
  String.raw`(?<![\w.])(?:${[PAYEE, WALLET, IBAN, NUMBER].join('|')})(?![\w-])`,
  'g',
);

/** The text with the marks; what a file, a version or this machine is called stays. */
export function withTargetsMarked(text: string): string {
  const addressed = /[.@]|:\/\//.test(text) ? text.replace(WORD, markedWord) : text;
  return /\d|PayPal|Venmo|Zelle|Revolut/.test(addressed)
    ? addressed.replace(ACCOUNT, (written) =>
        digitsIn(written) >= 6 || /^\D/.test(written) ? ` ${ACCOUNT_MARK} ` : written,
      )
    : addressed;
}

const digitsIn = (text: string) => text.replace(/\D/g, '').length;

/** An address may stand in a word of a script without blanks. */
function markedWord(word: string): string {
  if (!word.includes('.') && !word.includes('://')) return word;
  const marked = word.replace(ASCII_RUN, (run) => (isAddress(run) ? ` ${ADDRESS_MARK} ` : run));
  return marked === word && isAddress(word) ? ` ${ADDRESS_MARK} ` : marked;
}

function isAddress(word: string): boolean {
  const read = word.slice(0, MAX_WORD);
  return /^[^@\s]{1,64}@[\w-]+(?:\.[\w-]+)+/.test(read) || addressesOfWord(read).length > 0;
}

// Words for what a planted lesson makes an agent do, in the languages that stop words are known for. Each is the
// beginning of a word, without accents; a full stop makes it a whole one. Scripts without blanks are looked for anywhere.

/** An act and what it must be aimed at, in one sentence and in any sequence. */
export interface Order {
  readonly finding: Finding;
  readonly acts: string;
  /** One word of each list must stand near the act. */
  readonly objects: readonly string[];
  /** Its words say no themselves, so that a negation excuses nothing. */
  readonly isNegative?: boolean;
  /** What says that the act is the ordinary one: a token belongs into a header. */
  readonly ordinary?: RegExp;
}

/** Words right before an act, or (where verbs come last) right behind it, that speak against it. */
export const AGAINST_BEFORE =
  "never not dont don't doesn't mustn't shouldn't can't won't cannot avoid without no nunca jamas jamais evita evite evitez eviter ne sans nicht nie niemals kein keine ohne nao sem non mai senza niet nooit zonder nie nigdy bez не никогда ни нельзя без ніколи ne. nikdy nu niciodata sa nem ne. soha inte aldrig ikke aldri ala. alkaa alla. asla δεν μην ποτε недей никога nemoj nikad nikada ne. nikoli ara. mitte nekad nedrikst niekada no. mai. ez. jangan janganlah khong dung. huwag usisi moenie neniam मत न नहीं না ન ના ਨਾ ਨਹੀਂ مت نہ نکن هرگز لا لا. عدم بدون אל. לא. בלי մի";
export const AGAINST_BEHIND =
  'nicht nie niemals niet nooit pas jamais plus aldrig ikke inte नहीं मत না نکن نکنید نہ';
/** The same in scripts without blanks, within a few characters of the act; without marks above letters, as folded. */
export const AGAINST_UNSPACED =
  /不要|请勿|請勿|切勿|不得|不可|不能|不应|禁止|严禁|勿|别|避免|ない|せず|禁止|避け|いけません|ません|지 ?마|지 ?않|금지|말 ?것|마세요|อยา|หาม|ไม|မ[^ ]{0,12}ပါန/;

const SEND =
  'send forward upload transmit leak exfiltrat relay e-mail email envi mand reenvi comparte transmit envoy envoi transmet partag televers schick ubermittl weiterleit hochlad compartilh encaminh invi inoltr condivid stuur verstuur verzend zend. deel. wyslij wysyl przeslij przesyl udostepn отправ пошли пересла перешл передай передав выложи выгруз надішл надсил відправ posli. posla posle posli odesl preposl posil zasl trimite expedi incarca kuld tovabbit feltolt skick vidarebefordra videresend laheta lahett valita gonder ilet. iletin yukle paylas στειλ αποστ προωθ изпрат препрат posalji saljite prosledi poslji saada. edasta suti. nosuti siusk nusiusk issiusk persiusk bidali kirim hantar unggah teruskan gui. chuyen ipadala magpadala tuma. tumia sendu. दبھ भेज পাঠা पाठव મોકલ ਭੇਜ بھیج ارسال بفرست ارسل أرسل شارك שלח העבר העלה thumela ranse aika. ուղարկ ส่ง อัปโหลด ပို့ 보내 전송 전달 업로드 공유 送信 送っ 送る 転送 アップロード 共有 发送 發送 发给 發給 上传 上傳 转发 轉發 传送 傳送 寄给 分享 发到 發到';
const LOOT =
  'conversation. conversations. transcript chatlog password credential secrets. conversaci conversac contrasen credencial secretos. passe. passes. identifiants. gesprach unterhaltung chatverlauf passwort passworter zugangsdaten anmeldedaten geheimnis senha senhas. conversa. conversas. segredos. conversazion credenzial segreti. gesprek wachtwoord inloggegevens rozmow hasla. haslo. hasel. poswiadcz переписк разговор диалог беседу парол учетн розмов heslo hesla. hesel. konverzac conversati parola. parole. parolele. parolayi parolalar jelszo jelszav beszelget losenord samtal adgangskode passord keskustel salasan sifre sohbet konusma κωδικ συνομιλ lozink razgovor gesl parool vestlus sarun slaptazod pokalb contrasenya pasahitz elkarrizket percakapan sandi. perbualan khau. thoai. usapan mazungumzo nenosiri wagwoord pasvort पासवर्ड बातचीत वार्तालाप পাসওয়ার্ড কথোপকথন संभाषण પાસવર્ડ વાતચીત ਪਾਸਵਰਡ ਗੱਲਬਾਤ پاسورڈ گفتگو رمز. محادث المحادث كلمات المرور الاعتماد סיסמ השיח שיחה. iphasiwedi ingxoxo גיסמ գաղտնաբառ زمونه รหัสผ่าน บทสนทนา စကားဝှက် 비밀번호 대화 자격 パスワード 会話 認証情報 密码 密碼 对话 對話 凭据 憑證 凭证 聊天 密钥 密鑰';
const GIVE =
  'grant give. gives gib. gebt gebe. geef geeft. de. dê. dar. 주세요 주고 줘 주어 elevat promot otorg conced concede dale. asign accord octroi attribu donne. donnez gewahr erteil vergib verleih conceda atribu concedi assegna dai. verleen geef. ken. nadaj przyznaj udziel предостав выда выдай назнач дай. надай признач udel pridel priznej acorda aloca adj. adjon bevilj ge. tilldel tildel giv. gi. anna. myonna ver. atam χορηγ δωσ дай. предостав dodijeli dodeli daj. anna. pieskir suteik eman. berikan beri. cap. trao. ibigay bigyan toa. gee. donu. दें दो. प्रदान দাও দিন. द्या આપો ਦਿਓ دیں بده. اعط. امنح. منح תן. הענק nika. fun. ให้สิทธิ์ มอบ ပေး 부여 付与 与え 授予 赋予 賦予 给予 授权 授權';
const POWER =
  'administratorrechte administratorrecht beheerder direitos_de_admin 관리자_권한 admin administra root. owner. superuser sudo. privileg permiso permis acceso access. acces. zugriff berechtigung rechte. adminrechte acesso accesso permess toegang dostep uprawnien доступ права. права привилег роль. pristup opravnen drepturi jogosultsag hozzafer behorighet atkomst adgang tilgang oikeu kayttooikeu yetki erisim προσβασ δικαιωμ prava. ovlast dostop oigus piekluv prieig baimen akses hak. quyen ufikiaji toegang adminrajt अनुमति एक्सेस पहुंच অনুমতি প্রবেশ परवानगी પરવાનગી ਪਹੁੰਚ رسائی دسترسی صلاحي صلاحيات الوصول מנהל הרשא גישה. สิทธิ์ ခွင့် 권한 관리자 権限 管理者 权限 權限 管理员 管理員';
const PAY =
  'pay. wire. wires transfer remit deposit paga. pague. pagar transfier transfer pay. paie. payez payer vire. virez vir. verse. versez uberweis bezahl zahle. zahl transfir deposit paga. pagate bonific versa. betaal maak. overmaak zaplac przelej przelew оплат перевед перевест переводи заплат сплат перека zaplat prevo prevest plat. plateste achita transfera fizes utal. utald betala overfor betal maksa. siirra ode. odeyin havale πληρω μεταφερ плат превед uplat plati. prenesi placaj maksa. kanna. parskait samaksa pervesk sumoke ordaindu bayar transfer thanh chuyen. magbayad bayaran lipa. pagu. भुगतान ट्रांसफर পরিশোধ પેમેન્ટ ਭੁਗਤਾਨ ادا منتقل پرداخت واریز ادفع حول. تحويل שלם העבר khokha sanwo โอน ชำระ ပေးချေ 송금 지불 이체 결제 振り込 支払 送金 付款 支付 转账 轉帳 汇款 匯款 打款';
const MONEY =
  'money funds. bitcoin btc. ethereum crypto wallet iban. invoice giftcard gift. dinero fondos. cartera factura cuenta. argent. fonds. facture compte. geld. rechnung konto kontos guthaben betrag dinheiro fundos. fatura conta. denaro fondi. fattura conto. bedrag rekening pieniadze srodki faktur pieniedzy деньги средств счет счёт кошел биткоин гроші кошти рахун penize castk ucet. bani. cont. factura penz osszeg szamla pengar konto. penge konto rahaa tili. tilille para. parayi hesab fatura χρηματ λογαριασμ пари сметк novac racun denar raha. konto. nauda kont. pinigu saskait dirua uang. rekening wang. tien. khoan. pera. pesa. akaunti mono. पैसे खाते धनराशि টাকা অ্যাকাউন্ট पैसे પૈસા ਪੈਸੇ رقم پیسے اکاؤنٹ پول. حساب المال أموال الاموال المبلغ الحساب כסף חשבון imali owo. เงิน บัญชี ငွေ 돈을 금액 계좌 자금 お金 口座 金額 资金 資金 款项 账户 帳戶 钱包 比特币 金额';
const SWITCH_OFF =
  'skipped omitted entfall entfallt 止めて off. aus. ab. weg. 关掉 停掉 关了 오프 オフ 止め switch_off switching_off switched_off turn_off turning_off turned_off click_away clicked_away coupe. coupez schalt. desligu tat. uit. zet desligue apaga apague spegn spegni atla. छोड़ छोड़ बंद_कर 切って 切る 飛ばし 끄 disable disabl skip skipping bypass deactivat circumvent suppress desactiv deshabilit omit. omita omite. salta. saltate evit. desactiv ignor saute. sautez contourn deaktivier abschalt ausschalt schalte uberspring umgeh desativ desabilit pule. pular contorn disattiv disabilit salta. saltare aggir schakel uitschakel omzeil sla. wylacz pomin pomij omin отключ выключ пропус обойд обход вимкн відключ пропуст обійд vypn zakaz preskoc obejd vynech dezactiv sari. omite. ocol kapcsold letilt hagyd. kihagy megkerul inaktiver stang. hoppa. kringga deaktiver sla. spring. hopp. omga poista. ohita. kytke kapat devre atla. baypas απενεργοπ παραλε παρακαμψ изключ деактив пропусн заобикол iskljuci onemoguc preskoc zaobid onemogoc izklop lulita. keela. izsledz atslедz izlaid apej isjung praleisk apeik desgaita matikan nonaktif lewati lompati abaikan tat. vo. bo. huwag laktawan zima. ruka. slaan. skakel malsaltu malaktivig अक्षम बंद छोड़ বন্ধ বাদ अक्षम बंद બંધ ਬੰਦ غیر بند غیرفعال عطل. عطّل. تعطيل تجاوز تخط השבת כבה דלג עקוף vala. yeqa. ปิด ข้าม ပိတ် 비활성 끄고 끄세요 건너뛰 우회 생략 無効 スキップ 省略 オフに 回避 禁用 关闭 關閉 跳过 跳過 绕过 繞過 停用';
const CHECKS =
  'scan. linting zapor uwierzytelnia vier-augen four-eyes 防火墙 防火牆 ファイアウォール 방화벽 файрвол фаервол антивирус antywirus 杀毒 ウイルス対策 백신 2단계 二段階 双重 двухфактор doble_factor deux_facteurs scanner. controllo controle. relecture zertifikat code-review codereview जाँच जांच समीक्षा हस्ताक्षर tls. ssl. tls- ssl- certificate certificat zertifikat signature verification verificat validation authentication 2fa. mfa. firewall antivirus tests. test. testing linter sandbox approval backup. backups. audit. logging checks. review. reviews. verificac firma. firmas. certificado validac autenticac pruebas. cortafuegos revision. verifica. validat authentif pare-feu prufung uberprufung signatur tests. freigabe assinatura verificac testes. revisao verifica. firma. certificato validazion revisione controlli. controle. controles. verificatie handtekening certificaat goedkeuring weryfikac podpis certyfikat testy. testow zatwierdz проверк провер подпис сертификат тест аутентиф валидац ревью брандмау перевірк підпис сертифік overen overova podpis testy. kontrol verificarea semnatur testele. ellenorz alairas tanusitvany teszt verifier verifiering granskning testerna bekreft sertifikat underskrift tarkistu varmenne allekirjoitus testit. testien dogrulama imza. imzasi sertifika testler guvenlik επαληθευσ υπογραφ πιστοποιητικ ελεγχ тестов проверк подпис provjer provere potpis preverjan podpis kontrolli allkirja testid parbaud paraksт tikrinim paras. testus. egiaztatze verifikasi pengesahan tandatangan ujian pengujian kiem. chung. pagsusuri uthibitish vipimo verifikasie kontrolon सत्यापन प्रमाणपत्र परीक्षण যাচাই পরীক্ষা पडताळणी ચકાસણી ਤਸਦੀਕ تصدیق بررسی تأیید گواهی التحقق الاختبار اختبارات الشهاد التوقيع אימות בדיק חתימ אישור. ukuqinisekisa การตรวจสอบ ลายเซ็น ใบรับรอง ทดสอบ စစ်ဆေး 검증 인증서 서명 테스트 확인 검토 検証 署名 証明書 テスト 確認 レビュー 验证 驗證 证书 證書 签名 簽名 测试 測試 检查 檢查 审查 审批';

/** Verbs that put something somewhere; beside an address it is given away. */
const PUT = `stream. sync. sincroniza synchronis yolla. yollay 同步 동기화 同期 va_a. vai_para geht. posted. forwarded. sent. copy. copies append attach mail. mails mailed post. export push. deliver dump. goes. cc. bcc. copia copie anad agrega adjunta sube. subir publica vuelca copier ajoute joins. joignez transfer depose. publie kopier maile. maile mailt hang. hange anhang leite. leiten lade. setz. veroffentlich acrescent anex public adicion mande. aggiung alleg pubblic spedisc spedi. carica. kopieer mail. zet. plaats voeg. skopiuj kopiuj dopisz dolacz opublikuj przekaz zamiesc скопир добав пересыл приложи опублик выклад высыл шли. уходи kopyala ekle. ekleyin yapistir yayinla sao_chep them. dang. dinh_kem gui. tai_len gop. انسخ أضف اضف حول. حوّل. ينشر تنشر انشر أرفق حمّل ارفع كॉपी कॉपी जोड़ पोस्ट अपलोड コピー 追記 追加 添付 貼り 書き込 投稿 복사 덧붙 추가 첨부 올리 올려 게시 보낸 复制 附加 添加 粘贴 抄送 发布 写到 存到`;
/** Every way to give something away. */
export const SENDING = `${SEND} ${PUT}`;
const SETTLE =
  'settl begleich salda. saldar saldo. regle. reglez regler payment payments payout invoices rechnungen facturas factures fatture facturen faktury wplac naleznosc 입금 대금 振込 virement paient paiement zahlung pago. pagos. pagamento betaling platnosc платеж odeme. odemeler الدفع भुगतान 支付 rent. route. liquid quite. quitar oplac oplacaj платить opлач оплачивай placi payable payables zahlbar pagable pagabile pagaveis oden. odenir odenmeli thanh_toan tra_tien चुका سدد تسدد 付到 付给 汇到 打到 打给 支払 결제하 정산하 refund refunds paid. reembols rembours erstatt rimbors zwrot возврат iade hoan_tien';
const CHANGE =
  'actualiz aktualis aggiorna atualiz zaktualiz обнови cap_nhat حدّث अपडेट 更新 업데이트 change. changing replace replac switch. update. substitut cambi sustitu remplac modifi ander. andere andern tausch ersetz troque troca altere sostitu wijzig vervang verander zmien zamien podmien замен измен смен поменя degistir guncelle thay. doi. غيّر غير استبدل बदल 変更 変え 差し替 바꾸 바꿔 변경 改成 改为 更改 替换 换成';
const BANK =
  'bank. bank_details bank_account payout payee iban bancari bancaire bankverbindung bankdaten kontoverbindung bankgegevens rekeningnummer bankow реквизит банковск banka. ngan_hang المصرفي البنك बैंक 振込先 口座 銀行 계좌 은행 银行 账户 账号 收款';
const ACCOUNT_WORDS =
  'account cuenta conta. compte konto conto. rekening счет счёт hesab tai_khoan الحساب खाते खाता 口座 계좌 账户 帐户 iban supplier vendor wallet';
const JOIN =
  'haz. rendi. promov promuov promouv wyznacz trage. trag. eintrag zuweis weise. attribue assegna wijs. przypisz ata. gan. 割り当て 할당 指派 分配 設定 설정 set. add. adds adding put. include assign make. promote. anad agreg ajoute mets. nimm. nehmt aufnehm fug. fuge hinzufug mach. coloque adicion inclua aggiung metti. voeg. maak. dodaj dopisz wlacz добав включ назнач сдела ekle. ekleyin yap. them. dua. أضف اضف ضم. اجعل जोड़ शामिल बनाओ 加え 追加 加入 추가 넣 添加 设为 設為 にする 만들 get. gets receive. receives krijg bekomm bekommt erhalt obten recib recoi recev obtien receb ricev ottien otrzym получа alir. alsin nhan_duoc يحصل मिलती मिले 得到 获得';
const LEADERS =
  'propietario. proprietaire. proprietario. wlasciciela wlascicielem eigentumer. besitzer. rolle_besitzer sahiplik 所有者 소유자 オーナー owner. admin. admins. administrators administrator_group admin_group owner_role admin_role owners. sudoers superusers superuser administrador administradores administrateur administratoren admin-gruppe eigentumerrolle amministrator beheerder eigenaarsrol eigenaar. administrator администратор админ владельц yonetici. yoneticiler yoneticilere quan_tri المديرين المسؤولين المشرفين प्रशासक एडमिन 管理者 관리자 管理员 管理組 管理组';
const WIPE =
  'drop. wipe. wiping erase. destroy. delete. purge. nuke. truncate. borra elimina destruye vacia vaciar supprim efface detrui vide. videz losch leere. vernicht apag exclu limpe cancell svuot distrugg verwijder wis. leeg. usun skasuj wyczysc удали снеси снести сотри очисти уничтож sil. silin bosalt xoa. احذف امسح दمिटा मिटा हटा डिलीट 削除 消去 消して 삭제 지우 删除 清空 删掉 销毁';
const PRODUCTION =
  'production. prod. produccion produktion produktiv producao produzione productie produkcyjn produkcj рабоч продакшн боев uretim canli. san_xuat الإنتاج प्रोडक्शन उत्पादन 本番 運用 프로덕션 운영 生产 正式 all. every. entire. whole. toda. todas. tous. toutes. alle. todos. tutti. wszystkie все всю целиком tum. butun. toan_bo كل. سभी सभी 全部 모든 所有';
const DATABASE =
  'database databases backup backups base_de_datos basis_de datos. base_de_donnees sauvegarde datenbank sicherung banco_de_dados dados. copias_de database. databank back-up baza. baze. bazy. kopie. базу базы бэкап резервн veritabani yedek co_so_du_lieu ban_sao_luu قاعدة_البيانات النسخ_الاحتياط डेटाबेस बैकअप データベース バックアップ 데이터베이스 백업 数据库 备份';
const APPROVE =
  'approve. aprueba approuve genehmig aprove approva keur. zatwierdz одобр onayla duyet. phe_duyet وافق स्वीकृत मंज़ूर 承認 승인 批准';
const OWN_CHANGE =
  'pull_request pull_requests merge_request own_changes own_pr propios_cambios propres_modif eigenen_ander proprio_codice wlasne_zmiany свои_изменения kendi_degis 自己的';
const WARNING =
  'malware virus warning. warnings advertencia avertissement warnung aviso. alerta avvis waarschuwing ostrzezen предупрежд uyari canh_bao تحذير चेतावनी 警告 경고 ma_doc';

/** A sentence that only tells somebody's mail address: "email" is a noun there and orders nothing. */
const OWN_ADDRESS =
  /^\s*(?:(?:the|my|his|her|their|our|die|der|das|la|el|il|o|a|le)\s+)?(?:\p{L}+(?:['’]s)?\s+){0,2}(?:e-?mail|mail|correo|courriel)(?:[ -]?(?:address|adresse|adress|electr[oó]nico))?\s*(?:is|ist|est|es|é|è|lautet|:)\s*\S+@\S+\s*$/iu;

/** What must not be remembered or learned without a person's look. */
export const HARMFUL_ORDERS: readonly Order[] = [
  {
    finding: 'injection:exfiltration',
    acts: SEND,
    objects: [LOOT],
    ordinary:
      /header|authorization|bearer|reset|restabl|restaur|réinit|zurücksetz|redefin|reimpost|resetow|сброс|восстан|sıfırl|重置|リセット|再設定|재설정|إعادة/i,
  },
  { finding: 'injection:exfiltration', acts: SENDING, objects: [ADDRESS_MARK], ordinary: OWN_ADDRESS },
  { finding: 'injection:access_grant', acts: GIVE, objects: [POWER] },
  { finding: 'injection:access_grant', acts: `${JOIN} ${GIVE}`, objects: [LEADERS] },
  { finding: 'injection:payment', acts: PAY, objects: [MONEY] },
  { finding: 'injection:payment', acts: PAY, objects: [`${ACCOUNT_MARK} ${ADDRESS_MARK} gift_card`] },
  { finding: 'injection:payment', acts: SETTLE, objects: [`${ACCOUNT_MARK} gift_card`] },
  { finding: 'injection:payment', acts: CHANGE, objects: [BANK] },
  { finding: 'injection:payment', acts: CHANGE, objects: [ACCOUNT_MARK, ACCOUNT_WORDS] },
  { finding: 'injection:disabled_check', acts: SWITCH_OFF, objects: [`${CHECKS} ${WARNING}`] },
  { finding: 'injection:disabled_check', acts: APPROVE, objects: [OWN_CHANGE] },
  { finding: 'injection:destructive_call', acts: WIPE, objects: [PRODUCTION, DATABASE] },
];
