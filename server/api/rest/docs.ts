/** Interactive documentation that works offline, without inline scripts or anything from other hosts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GatewayReply } from '../../platform/http/message.ts';
import { projectRoot } from '../../platform/shared.ts';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Whetstone API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/frame.css">
<script src="/docs/theme.js"></script>
</head>
<body>
<header class="frame">
<a class="mark" href="/review"><svg viewBox="0 0 32 32" aria-hidden="true"><path class="stone" d="M5 23.5h22"/><path class="blade" d="M8 18 26 7.5"/></svg>Whetstone</a>
<nav aria-label="Main"><a href="/review">Dashboard</a><a aria-current="page" href="/docs">API reference</a><a href="/openapi.json">openapi.json</a></nav>
</header>
<main id="ui"></main>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const START = `window.ui = SwaggerUIBundle({
  url: '/openapi.json', dom_id: '#ui', validatorUrl: null, deepLinking: true, persistAuthorization: false,
});
`;

/** Before the first paint: the theme that was chosen in the dashboard, else the system's. */
const THEME = `const chosen = /(?:^|; )whetstone-preferences=([^;]*)/.exec(document.cookie)?.[1] ?? '';
const theme = /(?:^|&)theme=(light|dark)(?:&|$)/.exec(decodeURIComponent(chosen))?.[1];
const dark = theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
document.documentElement.dataset.theme = dark ? 'dark' : 'light';
document.documentElement.classList.toggle('dark-mode', dark);
`;

/** The dashboard's frame and colours around the reference. */
const FRAME = `
body { margin: 0; background: var(--canvas); color: var(--ink); }
.frame { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 24px; padding: 10px 24px;
  background: var(--rail); font: 500 14px/20px "Inter Variable", system-ui, sans-serif; }
.frame a { color: var(--rail-quiet); text-decoration: none; padding: 6px 0; }
.frame a:hover, .frame a[aria-current], .frame .mark { color: var(--rail-ink); }
.frame a:focus-visible { outline: 2px solid var(--rail-mark); outline-offset: 2px; }
.frame .mark { display: flex; align-items: center; gap: 8px; font-weight: 600; font-size: 15px; }
.frame nav { display: flex; flex-wrap: wrap; gap: 4px 20px; }
.frame svg { width: 28px; height: 28px; fill: none; stroke-width: 3; stroke-linecap: round; }
.frame .stone { stroke: currentColor; opacity: 0.55; }
.frame .blade { stroke: var(--rail-mark); }
html.dark-mode, html.dark-mode body, html.dark-mode .swagger-ui, .swagger-ui .scheme-container,
  html.dark-mode .swagger-ui .scheme-container { background: var(--canvas); }
.swagger-ui .scheme-container { box-shadow: none; border-block: 1px solid var(--line); }
.swagger-ui { font-family: "Inter Variable", system-ui, sans-serif; }
.swagger-ui .wrapper { max-width: 1200px; padding: 0 24px; }
`;

function asset(name: string): string {
  return readFileSync(join(projectRoot(), 'node_modules/swagger-ui-dist', name), 'utf8');
}

const FILES: Record<string, { type: string; read: () => string }> = {
  '/docs': { type: 'text/html; charset=utf-8', read: () => PAGE },
  '/docs/': { type: 'text/html; charset=utf-8', read: () => PAGE },
  '/docs/start.js': { type: 'text/javascript; charset=utf-8', read: () => START },
  '/docs/theme.js': { type: 'text/javascript; charset=utf-8', read: () => THEME },
  '/docs/frame.css': {
    type: 'text/css; charset=utf-8',
    read: () => readFileSync(join(projectRoot(), 'app/tokens.css'), 'utf8') + FRAME,
  },
  '/docs/swagger-ui.css': { type: 'text/css; charset=utf-8', read: () => asset('swagger-ui.css') },
  '/docs/swagger-ui-bundle.js': {
    type: 'text/javascript; charset=utf-8',
    read: () => asset('swagger-ui-bundle.js'),
  },
};

/** The handler of a documentation path, or undefined where the path is none. */
export function docsReply(path: string): (() => GatewayReply) | undefined {
  const file = FILES[path];
  if (file === undefined) return undefined;
  return () => ({
    status: 200,
    headers: { 'content-type': file.type, 'content-security-policy': POLICY, 'cache-control': 'no-cache' },
    body: file.read(),
  });
}
