import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import type { InlineHashes } from './inline-hashes.ts';

/** Flutterwave's hosted card page, which a form may lead to. */
const LIVE_CARD_PAGE = 'https://checkout.flutterwave.com';

/** The content security policy of every page of ours. */
export function contentSecurityPolicy(config: Config, hashes: InlineHashes): string {
  const publicUrl = new URL(config.publicUrl);
  // Older Safari does not count the own socket as 'self'.
  const socket = `${publicUrl.protocol === 'https:' ? 'wss' : 'ws'}://${publicUrl.host}`;
  const providerOrigin = new URL(config.flutterwave.baseUrl).origin;
  const cardPage = config.sandbox.isOn ? providerOrigin : LIVE_CARD_PAGE;
  return [
    `default-src 'self'`,
    ['script-src', `'self'`, ...hashes.scripts].join(' '),
    ['style-src', `'self'`, ...hashes.styles].join(' '),
    `img-src 'self' data:`,
    `connect-src 'self' ${socket}`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `form-action 'self' ${cardPage}`,
  ].join('; ');
}

/**
 * Sets the security headers. The policy goes on documents only (a page that sets its own keeps it), so that polls
 * stay small; `nosniff` goes on everything.
 */
export function registerSecurityHeaders(app: FastifyInstance, config: Config, hashes: InlineHashes): void {
  const policy = contentSecurityPolicy(config, hashes);
  const isHttps = config.publicUrl.startsWith('https:');
  app.addHook('onSend', async (_, reply, payload) => {
    reply.header('x-content-type-options', 'nosniff');
    if (isHttps) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    const type = String(reply.getHeader('content-type') ?? '');
    if (type.startsWith('text/html')) {
      if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', policy);
      reply.header('referrer-policy', 'strict-origin-when-cross-origin');
      reply.header('cross-origin-opener-policy', 'same-origin');
      reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()');
    } else if (type.startsWith('application/json') && !reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store');
    }
    return payload;
  });
}
