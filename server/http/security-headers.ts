import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import type { PaymentProvider } from '../provider/provider.ts';
import type { InlineCspHashes } from './pages/inline-hashes.ts';

/** Builds the content security policy of HTML documents. @param cardPages origins of the card provider's pages. */
export function buildContentSecurityPolicy(
  config: Config,
  cardPages: readonly string[],
  hashes: InlineCspHashes,
): string {
  const publicUrl = new URL(config.publicUrl);
  // Older Safari does not count the shop's own WebSocket as `'self'`, so its URL is listed.
  const socket = `${publicUrl.protocol === 'https:' ? 'wss' : 'ws'}://${publicUrl.host}`;
  return [
    `default-src 'self'`,
    ['script-src', `'self'`, ...hashes.scripts].join(' '),
    ['style-src', `'self'`, ...hashes.styles].join(' '),
    `img-src 'self' data:`,
    `connect-src 'self' ${socket}`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    ['form-action', `'self'`, ...cardPages].join(' '),
  ].join('; ');
}

/**
 * Sets the security policies only on HTML documents, so that replies to polls stay small, and `nosniff` on every reply.
 */
export function registerSecurityHeaders(
  app: FastifyInstance,
  { config, provider }: { config: Config; provider: PaymentProvider },
  hashes: InlineCspHashes,
): void {
  const policy = buildContentSecurityPolicy(config, provider.cardPages, hashes);
  const isHttps = config.publicUrl.startsWith('https:');
  app.addHook('onSend', async (_, reply, payload) => {
    reply.header('x-content-type-options', 'nosniff');
    if (isHttps) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    const type = String(reply.getHeader('content-type') ?? '');
    if (type.startsWith('text/html')) {
      if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', policy);
      reply.header('referrer-policy', 'strict-origin-when-cross-origin');
      reply.header('cross-origin-opener-policy', 'same-origin');
      if (!reply.hasHeader('permissions-policy'))
        reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()');
    } else if (type.startsWith('application/json') && !reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store');
    }
    return payload;
  });
}
