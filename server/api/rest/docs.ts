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
</head>
<body>
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

function asset(name: string): string {
  return readFileSync(join(projectRoot(), 'node_modules/swagger-ui-dist', name), 'utf8');
}

const FILES: Record<string, { type: string; read: () => string }> = {
  '/docs': { type: 'text/html; charset=utf-8', read: () => PAGE },
  '/docs/': { type: 'text/html; charset=utf-8', read: () => PAGE },
  '/docs/start.js': { type: 'text/javascript; charset=utf-8', read: () => START },
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
