/**
 * Whether a text tells about one person: who it is, what she wants, how she is reached. Where a run has no
 * user, what it teaches is served to everybody, and nobody has asked that person.
 */
import { redact } from '../safety/redact.ts';
import { readable } from './content-terms.ts';

/** The labels that stand for contact data in recorded runs. */
const CONTACT_LABEL = /\[(?:EMAIL|PHONE|SSN|CARD|IBAN)\]/;

const TITLE =
  '(?:Mr|Mrs|Ms|Mx|Miss|Dr|Prof|Sir|Madam|Herr|Frau|Monsieur|Madame|Mme|Sr|Sra|Señor|Señora|Signor|Signora|Pan|Pani|Dhr|Mevr|Bay|Bayan|Senhor|Senhora)\\.?';
const NAME =
  "\\p{Lu}\\p{Ll}[\\p{L}'’-]*(?: (?:(?:de|la|van|von|der|den|da|di|bin|al)\\s)?\\p{Lu}[\\p{L}'’.-]*){0,3}";

/** Anyone whom a text may be about; a plural is a kind of people. */
const WHO =
  "(?:the|this|our|der|die|das|le|la|l['’]|el|il|lo|o|a|de) ?(?:user|customer|client|caller|patient|employee|colleague|manager|boss|owner|nutzer|nutzerin|benutzer|kunde|kundin|utilisateur|utilisatrice|cliente?|usuari[oa]|utente|gebruiker|klant)|s?he";
const WISH =
  'prefers|likes|dislikes|loves|hates|wants|wishes|insists|bevorzugt|möchte|mag|wünscht|hasst|préfère|aime|souhaite|veut|prefiere|quiere|desea|odia|preferisce|vuole|desidera|prefere|quer|gosta|deseja|verkiest|wil|houdt|woli|preferuje|lubi|chce';
const STATE =
  'lives|works as|was born|is allergic|is married|is divorced|is pregnant|is vegan|is vegetarian|is called|is named|wohnt|arbeitet|heißt|habite|travaille|vive|trabaja|abita|lavora|mora|trabalha|woont|werkt|mieszka|pracuje';
const BELONGING =
  'birthday|birth date|date of birth|home address|address|phone|phone number|mobile|e-?mail|salary|wife|husband|spouse|partner|son|daughter|mother|father|doctor|diagnosis|passport|nickname|favou?rite \\w+|full name|first name|last name|surname';

/**
 * A condition or a question is about anybody: "if the user prefers mail", "ask which form the customer
 * wants".
 */
const ANYBODY =
  /\b(?:if|when|whenever|where|unless|whether|which|what|how|who|whose|as|than|until|before|after|in case|wenn|falls|ob|si|se|als|jeśli|czy|quando|cuando|quand|quel\w*|welche\w*)\b[^.!?;:]{0,60}$/iu;

const CLAIMS: readonly RegExp[] = [
  new RegExp(
    `(?<![\\p{L}])(?:${WHO})\\s+(?:\\p{Ll}+ly\\s+|always\\s+|never\\s+)?(?:${WISH}|${STATE})\\b`,
    'giu',
  ),
  new RegExp(
    `(?<![\\p{L}])${NAME}\\s+(?:\\p{Ll}+ly\\s+|always\\s+|never\\s+)?(?:${WISH}|${STATE})(?![\\p{L}])`,
    'gu',
  ),
  new RegExp(`(?<![\\p{L}])${NAME}['’]s? (?:${BELONGING})\\b`, 'gu'),
  new RegExp(`(?<![\\p{L}])(?:her|his|(?:${WHO})['’]s) (?:${BELONGING})\\b(?= (?:is|are|was)\\b)`, 'giu'),
  new RegExp(`(?<![\\p{L}])${TITLE} \\p{Lu}\\p{Ll}+`, 'gu'),
  new RegExp(
    `(?<![\\p{L}])(?:(?:${WHO}) (?:is )?(?:named|called)|(?:her|his|['’]s) name is|heißt|s['’]appelle|se llama|si chiama|se chama|nazywa się|зовут) ${NAME}`,
    'gu',
  ),
  /(?:пользовател[ья]|клиент|он|она|\p{Lu}\p{Ll}+[ая]?)\s+(?:предпочитает|любит|хочет|живёт|живет|работает|воліє|любить)(?![\p{L}])/gu,
  /(?:用户|用戶|客户|客戶|先生|女士|小姐|他|她)[^。，,]{0,6}(?:偏好|喜欢|喜歡|希望|想要|讨厌|住在|生日|电话|邮箱)/gu,
  /(?:ユーザー|お客様|さん|様|氏|彼|彼女)[はがの][^。]{0,20}(?:好[むみき]|希望|住ん|誕生日|電話|嫌い)/gu,
  /(?:사용자|고객|님|씨)(?:는|은|이|가|의)\s?[^.]{0,20}(?:선호|좋아|원[하합]|싫어|생일|전화|거주)/gu,
  /(?:ผู้ใช้|ลูกค้า|คุณ)\S{0,20}(?:ชอบ|ต้องการ|อาศัยอยู่|วันเกิด)/gu,
  /(?:المستخدم|العميل)ة?\s+(?:ي|ت)(?:فضل|حب|ريد|كره|سكن|عيش)/gu,
  /(?:उपयोगकर्ता|ग्राहक)\s.{0,30}(?:पसंद|चाहत)/gu,
  /(?:kullanıcı|müşteri)\s.{0,40}(?:tercih ed|sever|istiyor|ister)/giu,
];

/**
 * Whether a text tells about a person; a kind of people ("customers prefer") is none. Linear in the text's
 * length.
 */
export function isAboutPerson(text: string): boolean {
  if (CONTACT_LABEL.test(redact(text))) return true;
  const plain = readable(text);
  return CLAIMS.some((claim) =>
    plain.matchAll(claim).some(({ index }) => !ANYBODY.test(plain.slice(Math.max(0, index - 80), index))),
  );
}
