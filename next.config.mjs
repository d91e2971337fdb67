// The dashboard's build. The database drivers stay outside the bundle; the gateway's own server sets every header.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  skipTrailingSlashRedirect: true,
  serverExternalPackages: [
    '@prisma/adapter-pg',
    'graphile-worker',
    'pg',
    'pino',
    'pino-pretty',
    'prom-client',
  ],
  // `npm test` type-checks the whole tree; a start on a user's machine need not do it again.
  typescript: { ignoreBuildErrors: true },
  // A first start builds once. What makes the next build faster, and the maps of the server's code, take many
  // times the room of the dashboard itself.
  experimental: { turbopackFileSystemCacheForBuild: false, turbopackSourceMaps: false },
  turbopack: { root: dirname(fileURLToPath(import.meta.url)) },
};
