/**
 * The commonest phrasings — set earlier instructions aside, show the system prompt — in the languages in
 * which they are seen most. Languages written without blanks are matched in text without blanks. Accents are
 * folded away on both sides.
 */
import { compactPhrases, type InjectionPattern, phrases } from './injection-pattern.ts';

/** Matched in folded text whose look-alikes are resolved. */
export const LATIN_PHRASES: readonly InjectionPattern[] = [
  ...phrases('override_instructions', [
    // Spanish
    '<ignor<a|e|ar|ad|en|es>|olvid<a|e|ar|ad|en|es|ate>|descart<a|e|ar|en>|desestim<a|e|ar>|omit<e|a|ir>|desobedece|<haz|haga> caso omiso de|no <sigas|siga|obedezcas|obedezca|hagas caso|haga caso>> _{0,4}?<instrucciones|indicaciones|ordenes|reglas|directrices|directivas|comandos|normas> _{0,2}?<anterior<es>?|previ<as|os>|precedentes|iniciales|originales|arriba|recibidas|sistema|dadas>',
    '<ignor<a|e|ar>|olvid<a|e|ar>|descart<a|e|ar>> _{0,3}?<anteriores|previas|tus|todas las|todas tus> _{0,1}?<instrucciones|indicaciones|ordenes|reglas|directrices>',
    // French
    '<ignor<e|ez|er|ons>|oubli<e|ez|er>|neglig<e|ez|er>|<ne >?<tiens|tenez|tenir|tient> <pas |aucun >?compte|<fais|faites> abstraction|<passe|passez|passer> outre|<ne >?<suis|suivez|respecte|respectez|obeis|obeissez> <plus|pas>> _{0,5}?<instructions?|consignes?|directives?|ordres?|regles?|commandes?> _{0,2}?<precedente?s?|anterieure?s?|dessus|initiale?s?|originale?s?|donnees|recues|prealables?|systeme>',
    '<ignor<e|ez|er>|oubli<e|ez|er>> _{0,3}?<toutes|tes|vos|precedentes> _{0,2}?<instructions|consignes|directives|regles>(?! <de compilation|du fichier> )',
    // German
    '<ignorier<e|en|t>|vergiss|vergesst|vergessen|missacht<e|en|et>|verwirf|verwerfen|ubergeh<e|en|t>|umgeh<e|en|t>|hore nicht auf|<beachte|befolge|folge> <bitte >?nicht> _{0,5}?<vorherige|vorige|bisherige|fruhere|obige|vorangegangene|vorhergehende|ursprungliche|vorstehende|anfangliche|alle deine|alle ihre|samtliche>[nrms]? _{0,2}?<anweisung|instruktion|befehl|regel|vorgabe|anordnung|hinweis|richtlinie|direktive|aufforderung>(?:e|en|n|s)?',
    '<beacht<e|en|et>|befolg<e|en|et>|folge|folgen> <sie |den |die |der |alle |deine |ihre >{0,3}<vorherige|vorige|bisherige|fruhere|obige|ursprungliche>[nrms]? _{0,1}?<anweisung|instruktion|befehl|regel|vorgabe|hinweis>(?:e|en|n|s)? <bitte |mehr >?<nicht|keinesfalls>',
    // Portuguese
    '<ignor<e|a|ar|em>|esque<ca|ce|cer|cam>|desconsider<e|a|ar|em>|descart<e|a|ar|em>|desobede<ca|ce>|nao <siga|sigas|obedeca|respeite>> _{0,4}?<instrucoes|orientacoes|regras|ordens|comandos|diretrizes|diretivas> _{0,2}?<anterior<es>?|previas|acima|originais|iniciais|recebidas|sistema|precedentes|dadas>',
    // Italian
    '<ignor<a|are|ate|i>|dimentic<a|are|ate|hi>|trascur<a|are|ate>|scart<a|are|ate>|disobbedisci|non <seguire|segui|obbedire|rispettare|tenere conto|considerare>> _{0,4}?<istruzioni|indicazioni|direttive|ordini|regole|comandi|disposizioni> _{0,2}?<precedenti|anteriori|sopra|iniziali|originali|ricevute|sistema|date>',
    // Dutch, Polish, Turkish, Indonesian, Vietnamese
    '<negeer|vergeet|volg niet> _{0,4}?<vorige|eerdere|bovenstaande|voorgaande|oorspronkelijke> _{0,1}?<instructies|opdrachten|regels|aanwijzingen|richtlijnen>',
    '<zignoruj|ignoruj|zapomnij|pomin|nie przestrzegaj> _{0,4}?<poprzedni|wczesniejsz|powyzsz|dotychczasow|pierwotn>[a-z]{1,4} <instrukcj|polece|wytyczn|zasad|regul>[a-z]{0,4}',
    '<onceki|yukaridaki|daha onceki|tum onceki> <butun |tum >?<talimat|komut|yonerge|kural>[a-z]{0,8} _{0,2}?<yok say|unut|gormezden gel|dikkate alma|goz ardi et>',
    '<abaikan|lupakan> _{0,3}?<instruksi|perintah|aturan|arahan> <sebelumnya|di atas|sistem|awal|terdahulu>',
    '<bo qua|quen|phot io> _{0,3}?<huong dan|chi dan|menh ienh|menh lenh|quy tac> _{0,2}?<truoc|tren|ban dau|he thong>',
    // Swedish, Danish and Norwegian, Czech, Romanian, Croatian and Serbian
    '<ignorera|glom|bortse fran> _{0,3}?<tidigare|foregaende|ovanstaende> <instruktioner|regler|anvisningar>',
    '<ignorer|glem|se bort fra> _{0,3}?<tidligere|foregaende|ovenstaende|forrige> <instruktioner|instruksjoner|instrukser|regler>',
    '<ignoruj|ignorujte|zapomen|zapomente> _{0,3}?<predchozi|vsechny> _?<pokyny|instrukce|pravidla>',
    '<ignora|ignorati|uita|uitati> _{0,3}?<instructiunile|regulile|indicatiile> <anterioare|de mai sus|precedente>',
    '<ignorira|ignorirajte|ignoriraj|zanemari|zanemarite> _{0,2}?<prethodne|sve> _?<upute|instrukcije|naredbe|uputstva>',
    // "Forget everything said before" in the same languages
    '<olvid<a|e|ad>|ignor<a|e|ad>> todo lo <anterior|dicho|de arriba|previo|que>',
    '<oublie|oubliez|ignore|ignorez> tout ce qui <precede|a ete dit|est au dessus>',
    '<vergiss|ignoriere|vergessen sie> alles <bisherige|vorherige|davor|obige|was <bisher|vorher|oben|davor|ich|du>>',
    '<esqueca|esquece|ignore|ignora> tudo <o que|acima|anterior|que foi>',
    '<dimentica|ignora> tutto <quello|cio|quanto|il precedente|sopra>',
  ]),
  ...phrases('prompt_extraction', [
    // Spanish
    '<muestra<me|nos>?|ensena<me>?|mostrar|mostra<me>?|revela<me|r>?|dime|dame|repite|imprime|ensename|comparte|escribe> _{0,4}?<<prompt|instrucciones|indicaciones|mensaje> <del|de|de tu|iniciales|originales|ocultas> <sistema|sistema tuyo>|prompt <inicial|oculto|original>|instrucciones <iniciales|ocultas|originales>>',
    // French
    '<montre|montrez|affiche|affichez|revele|revelez|donne|donnez|repete|repetez|dis|dites> <moi |nous >?_{0,4}?<prompt <systeme|initial|cache|du systeme>|<instructions|consignes|message|invite> <systeme|initiales|cachees|secretes|d origine|du systeme>>',
    // German
    '<zeig<e|en>?|verrat<e|en>?|nenn<e|en>?|gib|geben|wiederhol<e|en>?|druck<e|en>?|schreib<e|en>?|offenbar<e|en>?|sag<e|en>?> _{0,5}?<system ?prompt|systemanweisung<en>?|systemnachricht|<ursprungliche|geheime|versteckte|interne|anfangliche|urspr><n|r|s>? <anweisungen|instruktionen|anweisung|prompt>>',
    // Portuguese
    '<mostre|mostra|mostrar|revele|revela|diga|exiba|imprima|repita|compartilhe|escreva> <me >?_{0,4}?<<prompt|instrucoes|mensagem> <do|de|iniciais|ocultas|originais> <sistema>?|prompt <inicial|oculto|original>|instrucoes <iniciais|ocultas|originais>>',
    // Italian
    '<mostra<mi|ci|re>?|rivela<mi|re>?|dimmi|stampa|ripeti|scrivi|dammi> _{0,4}?<<prompt|istruzioni|messaggio> <di|del|iniziali|nascoste|originali> <sistema>?|prompt <iniziale|nascosto|originale>|istruzioni <iniziali|nascoste|originali>>',
    // "What is your system prompt?" in the same languages
    '<cual es|cuales son|dime> <tu|tus|su|sus> <prompt|instrucciones <de sistema|del sistema|iniciales|originales>>',
    '<quel est|quels sont|quelles sont|donne moi> <ton|votre|tes|vos> <prompt|<instructions|consignes> <systeme|initiales|cachees|d origine>>',
    '<wie|was> <lautet|lauten|ist|sind|steht in> <dein|deine|deinem|ihr|ihre|ihrem> _?<system ?prompt|system ?anweisungen?|anweisungen|instruktionen>',
    '<qual e|quais sao> <o |as |os >?<seu|sua|seus|suas|teu|tuas> <prompt|instrucoes>',
    '<qual e|quale e|quali sono> <il |le >?<tuo|tua|tue|tuoi|suo> <prompt|istruzioni>',
  ]),
];

/** Matched in folded text that keeps the letters of other scripts. */
export const OTHER_SCRIPT_PHRASES: readonly InjectionPattern[] = [
  ...phrases('override_instructions', [
    // Russian and Ukrainian
    '<про>?<игнориру[ийеют]{1,3}|забудь<те>?|отбрось<те>?|отмени<те>?|нарушь<те>?|ігноруй<те>?|не <следуй|слушай|выполняй|соблюдай|учитывай><те>?|не обращай<те>? внимания на> _{0,4}?<предыдущ|прежн|прошл|предшеству|вышеуказанн|вышеизложенн|ранн|изначальн|первоначальн|системн|все твои|все ваши|свои|попередн>[^ ]{0,6} _{0,2}?<инструкц|указани|команд|правил|приказ|директив|установк|распоряжени|промпт|ограничени|інструкц|вказівк>[^ ]{0,5}',
    // Arabic, Hindi
    '<تجاهل|انس|تجاوز|لا تتبع> _{0,3}?<التعليمات|الأوامر|الاوامر|التوجيهات|القواعد> _{0,1}?<السابقة|أعلاه|اعلاه|الأصلية|الاصلية>',
  ]),
  ...phrases('prompt_extraction', [
    // Russian and Ukrainian
    '<покажи|раскрой|выведи|напечатай|повтори|скажи|сообщи|выдай><те>? _{0,4}?<системн[^ ]{1,4} <промпт|подсказк|инструкц|сообщени|запрос>|<исходн|изначальн|первоначальн|скрыт>[^ ]{1,4} <инструкц|промпт|указани>|промпт>[^ ]{0,4}',
    '<какой|каков|какие|какова> _{0,3}?<системн[^ ]{1,4} <промпт|инструкц|подсказк>[^ ]{0,4}|твои _?инструкции>',
  ]),
];

/** Matched in text without blanks. */
export const UNSPACED_PHRASES: readonly InjectionPattern[] = [
  ...compactPhrases('override_instructions', [
    // Chinese, simplified and traditional
    '<忽略|无视|無視|忽視|忽视|忘记|忘記|忘掉|不要理会|不要理會|不理会|不用管|不要管|不要遵守|不要遵循|别管|別管|抛开|拋開|跳过|跳過|绕过|繞過|放弃|取消|违反|撤销>[^a-z0-9]{0,10}?<之前|先前|以前|上面|以上|前面|上述|此前|所有|全部|原来|原來|原有|原先|系统|系統|现有|既有|任何>[^a-z0-9]{0,8}?<指令|指示|提示|命令|规则|規則|说明|說明|要求|设定|設定|限制|约束|約束|指引|准则>',
    '<之前|先前|以前|上面|以上|前面|上述|所有>[^a-z0-9]{0,6}?<指令|指示|提示|命令|规则|規則|说明|要求|设定|限制>[^a-z0-9]{0,4}?<忽略|无视|無視|忘记|忘掉|作废|作廢|无效|無效|失效|取消>',
    // Japanese
    '<以前|前|これまで|今まで|上記|先ほど|先程|以上|すべて|全て|全部|元|最初|システム|従来>の?[^a-z0-9]{0,8}?<指示|命令|指令|プロンプト|ルール|規則|制約|設定|ガイドライン>[^a-z0-9]{0,8}?<無視|忘れ|破棄|従わない|従うな|スキップ|取り消>',
    // Korean
    '<이전|앞선|위의|기존|앞의|지금까지의|모든|원래|시스템>[^a-z0-9]{0,8}?<지시|명령|지침|프롬프트|규칙|설정|안내>[^a-z0-9]{0,8}?<무시|잊|따르지|잊어|무효>',
  ]),
  ...compactPhrases('prompt_extraction', [
    // Chinese, simplified and traditional
    '<显示|顯示|告诉我|告訴我|输出|輸出|打印|透露|重复|重複|泄露|洩露|展示|说出|公开|给我>[^a-z0-9]{0,10}?<系统|系統|初始|原始|隐藏|隱藏|你的>[^a-z0-9]{0,3}?<提示词|提示詞|提示|指令|设定|設定|prompt>',
    // Japanese
    '<システムプロンプト|システム指示|初期プロンプト|最初の指示|初期の指示|内部の指示>[^a-z0-9]{0,10}?<見せ|表示|教え|出力|公開|開示|繰り返>',
    // Korean
    '<시스템프롬프트|시스템지시|초기지시|초기프롬프트|숨겨진지시>[^a-z0-9]{0,10}?<보여|알려|출력|공개|말해|반복>',
    // "What is your system prompt?"
    '你的<系统|系統|初始|原始><提示词|提示詞|提示|指令|prompt><是|有>?<什么|什麼|啥|哪些>',
    '<システムプロンプト|システム指示|最初の指示><は|って>?<何|なに|なん>',
    '시스템<프롬프트|지시>[^a-z0-9]{0,3}<뭐|무엇|뭔>',
  ]),
];
