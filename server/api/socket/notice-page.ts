/** Pages that the gateway shows while there is no dashboard to show them: in its colours, without its scripts. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { GatewayReply } from '../../platform/http/message.ts';
import { parseCookies } from '../auth/index.ts';

const APP = join(import.meta.dirname, '../../../app');

/** What a page says. With `progress`, in seconds, it shows how far a step is and loads itself again. */
interface Notice {
  title: string;
  text: string;
  progress?: { seconds: number; usual: number; reloadSeconds: number };
}

// The frame is that of the sign-in page, so that little moves when the dashboard follows.
const STYLE = `
*{box-sizing:border-box;margin:0}
body{min-height:100dvh;display:grid;grid-template:auto 1fr/1fr;background:var(--canvas);color:var(--ink);
font:14px/20px "Inter Variable",system-ui,sans-serif;-webkit-font-smoothing:antialiased}
header{display:flex;gap:10px;align-items:center;align-content:start;padding:24px;background:var(--rail);
color:var(--rail-ink);font-size:16px;line-height:32px;font-weight:600}
header svg{width:32px;height:32px}
header rect{display:none}
main{display:grid;place-items:center;padding:48px 24px}
section{width:100%;max-width:384px}
h1{font-size:20px;line-height:28px;font-weight:600;text-wrap:balance}
p{margin-top:8px;color:var(--quiet)}
progress{display:block;width:100%;height:6px;margin-top:24px;appearance:none;border:0;border-radius:3px;
overflow:hidden;background:var(--line)}
progress::-webkit-progress-bar{background:var(--line)}
progress::-webkit-progress-value{background:var(--accent)}
progress::-moz-progress-bar{background:var(--accent)}
.time{font-size:13px;line-height:18px;font-variant-numeric:tabular-nums}
@media(min-width:1024px){body{grid-template:1fr/minmax(22rem,5fr) 7fr}header{align-items:start;padding:48px}}`;

/** A page for people in place of the reply's body for programs; its status and headers stay. */
export function noticeReply(
  { status, headers }: GatewayReply,
  message: IncomingMessage,
  { title, text, progress }: Notice,
): GatewayReply {
  const reload =
    progress === undefined ? '' : `<meta http-equiv="refresh" content="${progress.reloadSeconds}">`;
  const nonce = /'nonce-([^']+)'/.exec(String(message.headers['content-security-policy']))?.[1] ?? '';
  const body = `<!doctype html><html lang="en" data-theme="${themeOf(message)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">${reload}<title>${title} · Whetstone</title>
<link rel="icon" href="data:image/svg+xml;base64,${readFileSync(join(APP, 'icon.svg'), 'base64')}">
<style nonce="${nonce}">${readFileSync(join(APP, 'tokens.css'), 'utf8')}${STYLE}</style></head><body>
<header>${readFileSync(join(APP, 'icon.svg'), 'utf8')}Whetstone</header>
<main><section><h1>${title}</h1><p>${text}</p>${progressBar(progress)}</section></main></body></html>`;
  return { status, headers: { ...headers, 'content-type': 'text/html; charset=utf-8' }, body };
}

function progressBar(progress: Notice['progress']): string {
  if (progress === undefined) return '';
  const { seconds, usual } = progress;
  const remaining =
    seconds < usual
      ? `${seconds} s of about ${usual} s`
      : `${seconds} s; this machine takes longer than usual`;
  // Never full: what is full and goes on seems to hang.
  const value = Math.min(seconds, usual - 1);
  return `<progress aria-label="Progress" max="${usual}" value="${value}"></progress><p class="time">${remaining}</p>`;
}

/** The theme that the viewer chose in the dashboard; otherwise the system's decides. */
function themeOf({ headers }: IncomingMessage): string {
  const preferences = parseCookies(headers.cookie)['whetstone-preferences'];
  const theme = new URLSearchParams(preferences).get('theme');
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}
