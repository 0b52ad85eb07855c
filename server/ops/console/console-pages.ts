import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  CONSOLE_BUILD_IN_PROGRESS_PAGE_HTML,
  sendUnavailablePage,
} from '../../http/pages/unavailable-page.ts';

/**
 * Content security policy of the console: only the shop's own files, no inline code, no frames, no form without a
 * script.
 */
const POLICY = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `img-src 'self' data:`,
  `connect-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

/** Only pages of the console may use the camera, which scans pickup codes. */
const PERMISSIONS = 'camera=(self), microphone=(), geolocation=(), payment=()';

/**
 * Serves the console's page at every path under `/ops`, and its assets.
 * @param folder the built console, which may still be missing on a first start.
 */
export async function registerConsolePages(app: FastifyInstance, folder: string): Promise<void> {
  const file = join(folder, 'index.html');
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/ops/assets/',
    index: false,
    dotfiles: 'ignore',
    decorateReply: false,
    suppressWarning: true,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
  });
  const sendConsole = async (_: unknown, reply: FastifyReply) => {
    if (!existsSync(file)) return sendUnavailablePage(reply, CONSOLE_BUILD_IN_PROGRESS_PAGE_HTML);
    return reply
      .header('content-security-policy', POLICY)
      .header('permissions-policy', PERMISSIONS)
      .header('cache-control', 'no-store')
      .header('x-robots-tag', 'noindex')
      .type('text/html; charset=utf-8')
      .send(await readFile(file, 'utf8'));
  };
  for (const url of ['/ops', '/ops/*']) app.get(url, { schema: { hide: true } }, sendConsole);
}
