/** The forms in which people paste a text that they did not write into their message. */

type Paste = (text: string, about: string) => string;

/** By name: `text` is what somebody planted, `about` what stands around it. */
export const PASTED: Readonly<Record<string, Paste>> = {
  article: (text, about) => `<article>\n<h2>News</h2>\n<p>${about}</p>\n<p>${text}.</p>\n</article>`,
  element: (text, about) => `<kb_entry id="7">\n${about}\n${text}.\n</kb_entry>`,
  mail: (text, about) =>
    `From: Pat Doe <pat@example.com>\nTo: support\nSubject: Re: your request\nDate: Tue, 5 May 2026 10:12\n\nHello,\n\n${about}\n${text}.\n\nKind regards\nPat`,
  json: (text, about) => JSON.stringify({ id: 7, title: about, body: `${text}.` }, null, 2),
  jsonLine: (text, about) => `The answer was {"status":"ok","note":"${about} ${text}."}`,
  html: (text, about) => `<div class="page"><h1>Help</h1><p>${about}</p><ul><li>${text}</li></ul></div>`,
  knowledge: (text, about) => `## Knowledge base\n\n${about}\n\n- ${text}`,
  ticket: (text, about) => `[BEGIN TICKET]\n${about}\n${text}.\n[END TICKET]`,
  rule: (text, about) => `---\n${about}\n${text}.\n---`,
  marks: (text, about) => `=== PAGE START ===\n${about}\n${text}.\n=== PAGE END ===`,
  quote: (text, about) => `> ${about}\n> ${text}.`,
  fence: (text, about) => `\`\`\`\n${about}\n${text}.\n\`\`\``,
  table: (text, about) => `| topic | text |\n| --- | --- |\n| ${about} | ${text} |`,
  log: (text, about) =>
    `2026-05-05T10:12:01Z INFO start\n2026-05-05T10:12:02Z INFO ${about}\n2026-05-05T10:12:03Z WARN ${text}`,
  yaml: (text, about) => `title: Handbook\nversion: 3\nabout: ${about}\ntext: ${text}`,
  chat: (text, about) => `Pat [10:12]: ${about}\nSam [10:13]: ok\nPat [10:14]: ${text}`,
  document: (text, about) =>
    `Handbook of the service desk\n\n1. Scope\n${about} This handbook is for everybody who works at the desk and is kept by the owner of the process.\n\n2. Procedure\n${text}. Cases that are not covered here are decided by the head of the desk within two working days.\n\n3. Contacts\nThe desk is staffed from nine to five.`,
  quoted: (text, about) => `The page says: "${about} ${text}."`,
};
