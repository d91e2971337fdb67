/**
 * Words for what a planted lesson makes an agent do, in the languages that stop words are known for. Each is the
 * beginning of a word, without accents; a full stop makes it a whole one. Scripts without blanks are looked for anywhere.
 */

/** An act and what it must be aimed at, in one sentence and in either order. */
export interface Deed {
  readonly finding: string;
  readonly acts: string;
  readonly objects: string;
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
  'send forward upload transmit leak exfiltrat relay e-mail email envi mand reenvi comparte transmit envoy envoi transmet partag televers schick ubermittl weiterleit hochlad compartilh encaminh invi inoltr condivid stuur verstuur verzend zend. deel. wyslij wysyl przeslij przesyl udostepn отправ пошли пересла перешл передай передав выложи выгруз надішл надсил відправ posli. posl odesl preposl posil zasl trimite expedi incarca kuld tovabbit feltolt skick vidarebefordra videresend laheta lahett valita gonder ilet. iletin yukle paylas στειλ αποστ προωθ изпрат препрат posalji saljite prosledi poslji saada. edasta suti. nosuti siusk nusiusk issiusk persiusk bidali kirim hantar unggah teruskan gui. chuyen ipadala magpadala tuma. tumia sendu. दبھ भेज পাঠা पाठव મોકલ ਭੇਜ بھیج ارسال بفرست ارسل أرسل شارك שלח העבר העלה thumela ranse aika. ուղարկ ส่ง อัปโหลด ပို့ 보내 전송 전달 업로드 공유 送信 送っ 送る 転送 アップロード 共有 发送 發送 发给 發給 上传 上傳 转发 轉發 传送 傳送 寄给 分享 发到 發到';
const LOOT =
  'conversation. conversations. transcript chatlog password credential secrets. conversaci conversac contrasen credencial secretos. passe. passes. identifiants. gesprach unterhaltung chatverlauf passwort passworter zugangsdaten anmeldedaten geheimnis senha senhas. conversa. conversas. segredos. conversazion credenzial segreti. gesprek wachtwoord inloggegevens rozmow hasla. haslo. hasel. poswiadcz переписк разговор диалог беседу парол учетн розмов heslo hesla. hesel. konverzac conversati parola. parole. parolele. parolayi parolalar jelszo jelszav beszelget losenord samtal adgangskode passord keskustel salasan sifre sohbet konusma κωδικ συνομιλ lozink razgovor gesl parool vestlus sarun slaptazod pokalb contrasenya pasahitz elkarrizket percakapan sandi. perbualan khau. thoai. usapan mazungumzo nenosiri wagwoord pasvort पासवर्ड बातचीत वार्तालाप পাসওয়ার্ড কথোপকথন संभाषण પાસવર્ડ વાતચીત ਪਾਸਵਰਡ ਗੱਲਬਾਤ پاسورڈ گفتگو رمز. محادث المحادث كلمات المرور الاعتماد סיסמ השיח שיחה. iphasiwedi ingxoxo גיסמ գաղտնաբառ زمونه รหัสผ่าน บทสนทนา စကားဝှက် 비밀번호 대화 자격 パスワード 会話 認証情報 密码 密碼 对话 對話 凭据 憑證 凭证 聊天 密钥 密鑰';
const GIVE =
  'grant elevat promot otorg conced concede dale. asign accord octroi attribu donne. donnez gewahr erteil vergib verleih conceda atribu concedi assegna dai. verleen geef. ken. nadaj przyznaj udziel предостав выда выдай назнач дай. надай признач udel pridel priznej acorda aloca adj. adjon bevilj ge. tilldel tildel giv. gi. anna. myonna ver. atam χορηγ δωσ дай. предостав dodijeli dodeli daj. anna. pieskir suteik eman. berikan beri. cap. trao. ibigay bigyan toa. gee. donu. दें दो. प्रदान দাও দিন. द्या આપો ਦਿਓ دیں بده. اعط. امنح. منح תן. הענק nika. fun. ให้สิทธิ์ มอบ ပေး 부여 付与 与え 授予 赋予 賦予 给予 授权 授權';
const POWER =
  'admin administra root. owner. superuser sudo. privileg permiso permis acceso access. acces. zugriff berechtigung rechte. adminrechte acesso accesso permess toegang dostep uprawnien доступ права. права привилег роль. pristup opravnen drepturi jogosultsag hozzafer behorighet atkomst adgang tilgang oikeu kayttooikeu yetki erisim προσβασ δικαιωμ prava. ovlast dostop oigus piekluv prieig baimen akses hak. quyen ufikiaji toegang adminrajt अनुमति एक्सेस पहुंच অনুমতি প্রবেশ परवानगी પરવાનગી ਪਹੁੰਚ رسائی دسترسی صلاحي صلاحيات الوصول מנהל הרשא גישה. สิทธิ์ ခွင့် 권한 관리자 権限 管理者 权限 權限 管理员 管理員';
const PAY =
  'pay. wire. wires transfer remit deposit paga. pague. pagar transfier transfer pay. paie. payez payer vire. virez vir. verse. versez uberweis bezahl zahle. zahl transfir deposit paga. pagate bonific versa. betaal maak. overmaak zaplac przelej przelew оплат перевед перевест переводи заплат сплат перека zaplat prevo prevest plat. plateste achita transfera fizes utal. utald betala overfor betal maksa. siirra ode. odeyin havale πληρω μεταφερ плат превед uplat plati. prenesi placaj maksa. kanna. parskait samaksa pervesk sumoke ordaindu bayar transfer thanh chuyen. magbayad bayaran lipa. pagu. भुगतान ट्रांसफर পরিশোধ પેમેન્ટ ਭੁਗਤਾਨ ادا منتقل پرداخت واریز ادفع حول. تحويل שלם העבר khokha sanwo โอน ชำระ ပေးချေ 송금 지불 이체 결제 振り込 支払 送金 付款 支付 转账 轉帳 汇款 匯款 打款';
const MONEY =
  'money funds. bitcoin btc. ethereum crypto wallet iban. invoice giftcard gift. dinero fondos. cartera factura cuenta. argent. fonds. facture compte. geld. rechnung konto kontos guthaben betrag dinheiro fundos. fatura conta. denaro fondi. fattura conto. bedrag rekening pieniadze srodki faktur pieniedzy деньги средств счет счёт кошел биткоин гроші кошти рахун penize castk ucet. bani. cont. factura penz osszeg szamla pengar konto. penge konto rahaa tili. tilille para. parayi hesab fatura χρηματ λογαριασμ пари сметк novac racun denar raha. konto. nauda kont. pinigu saskait dirua uang. rekening wang. tien. khoan. pera. pesa. akaunti mono. पैसे खाते धनराशि টাকা অ্যাকাউন্ট पैसे પૈસા ਪੈਸੇ رقم پیسے اکاؤنٹ پول. حساب المال أموال الاموال المبلغ الحساب כסף חשבון imali owo. เงิน บัญชี ငွေ 돈을 금액 계좌 자금 お金 口座 金額 资金 資金 款项 账户 帳戶 钱包 比特币 金额';
const SWITCH_OFF =
  'disable disabl skip skipping bypass deactivat circumvent suppress desactiv deshabilit omit. omita omite. salta. saltate evit. desactiv ignor saute. sautez contourn deaktivier abschalt ausschalt schalte uberspring umgeh desativ desabilit pule. pular contorn disattiv disabilit salta. saltare aggir schakel uitschakel omzeil sla. wylacz pomin pomij omin отключ выключ пропус обойд обход вимкн відключ пропуст обійд vypn zakaz preskoc obejd vynech dezactiv sari. omite. ocol kapcsold letilt hagyd. kihagy megkerul inaktiver stang. hoppa. kringga deaktiver sla. spring. hopp. omga poista. ohita. kytke kapat devre atla. baypas απενεργοπ παραλε παρακαμψ изключ деактив пропусн заобикол iskljuci onemoguc preskoc zaobid onemogoc izklop lulita. keela. izsledz atslедz izlaid apej isjung praleisk apeik desgaita matikan nonaktif lewati lompati abaikan tat. vo. bo. huwag laktawan zima. ruka. slaan. skakel malsaltu malaktivig अक्षम बंद छोड़ বন্ধ বাদ अक्षम बंद બંધ ਬੰਦ غیر بند غیرفعال عطل. عطّل. تعطيل تجاوز تخط השבת כבה דלג עקוף vala. yeqa. ปิด ข้าม ပိတ် 비활성 끄고 끄세요 건너뛰 우회 생략 無効 スキップ 省略 オフに 回避 禁用 关闭 關閉 跳过 跳過 绕过 繞過 停用';
const CHECKS =
  'tls. ssl. tls- ssl- certificate certificat zertifikat signature verification verificat validation authentication 2fa. mfa. firewall antivirus tests. test. testing linter sandbox approval backup. backups. audit. logging checks. review. reviews. verificac firma. firmas. certificado validac autenticac pruebas. cortafuegos revision. verifica. validat authentif pare-feu prufung uberprufung signatur tests. freigabe assinatura verificac testes. revisao verifica. firma. certificato validazion revisione controlli. controle. controles. verificatie handtekening certificaat goedkeuring weryfikac podpis certyfikat testy. testow zatwierdz проверк провер подпис сертификат тест аутентиф валидац ревью брандмау перевірк підпис сертифік overen overova podpis testy. kontrol verificarea semnatur testele. ellenorz alairas tanusitvany teszt verifier verifiering granskning testerna bekreft sertifikat underskrift tarkistu varmenne allekirjoitus testit. testien dogrulama imza. imzasi sertifika testler guvenlik επαληθευσ υπογραφ πιστοποιητικ ελεγχ тестов проверк подпис provjer provere potpis preverjan podpis kontrolli allkirja testid parbaud paraksт tikrinim paras. testus. egiaztatze verifikasi pengesahan tandatangan ujian pengujian kiem. chung. pagsusuri uthibitish vipimo verifikasie kontrolon सत्यापन प्रमाणपत्र परीक्षण যাচাই পরীক্ষা पडताळणी ચકાસણી ਤਸਦੀਕ تصدیق بررسی تأیید گواهی التحقق الاختبار اختبارات الشهاد التوقيع אימות בדיק חתימ אישור. ukuqinisekisa การตรวจสอบ ลายเซ็น ใบรับรอง ทดสอบ စစ်ဆေး 검증 인증서 서명 테스트 확인 검토 検証 署名 証明書 テスト 確認 レビュー 验证 驗證 证书 證書 签名 簽名 测试 測試 检查 檢查 审查 审批';

/** What must not be learned without a person's look. */
export const DEEDS: readonly Deed[] = [
  {
    finding: 'injection:exfiltration',
    acts: SEND,
    objects: LOOT,
    ordinary:
      /header|authorization|bearer|reset|restabl|restaur|réinit|zurücksetz|redefin|reimpost|resetow|сброс|восстан|sıfırl|重置|リセット|再設定|재설정|إعادة/i,
  },
  { finding: 'injection:access_grant', acts: GIVE, objects: POWER },
  { finding: 'injection:payment', acts: PAY, objects: MONEY },
  { finding: 'injection:disabled_check', acts: SWITCH_OFF, objects: CHECKS },
];
