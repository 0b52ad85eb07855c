import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Size in bytes below which replies are not compressed, because they fit in one packet anyway. */
const LEAST_BYTES = 1_024;
const COMPRESSED = /^(text\/|application\/(json|manifest\+json|javascript))/;
/** Brotli quality for replies that are sent once, because it is fifty times as fast as the best and nearly as small. */
const BROTLI_QUALITY = 5;
/** Brotli quality for pages that are sent often, which are compressed in the background. */
const PAGE_QUALITY = 9;
/**
 * Best Brotli quality, for pages that are rendered before anybody requests them. It takes fifty times as long as
 * quality 5.
 */
const AHEAD_QUALITY = 11;
const PAGES_KEPT = 100;

type Encoding = 'br' | 'gzip';

/** Compresses a page at the best quality before anybody requests it. */
export type PrecompressPage = (html: string, etag: string) => Promise<void>;

/**
 * Compresses pages and API replies. Replies with tokens are not compressed, because their length could leak the token.
 */
export function registerCompression(app: FastifyInstance): PrecompressPage {
  const pages = keepPages();
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    const type = String(reply.getHeader('content-type') ?? '');
    if (!COMPRESSED.test(type) || reply.hasHeader('content-encoding') || holdsTokens(request)) return payload;
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
    if (bytes.length < LEAST_BYTES) return payload;
    reply.header('vary', addVary(reply.getHeader('vary')));
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    if (!encoding) return payload;
    const etag = reply.getHeader('etag');
    const isPage = type.startsWith('text/html') && typeof etag === 'string';
    const cached = isPage ? pages.find(encoding, etag, bytes) : undefined;
    // Compressed bytes differ from the uncompressed reply, so the ETag must become weak.
    if (typeof etag === 'string' && etag.startsWith('"')) reply.header('etag', `W/${etag}`);
    reply.header('content-encoding', encoding).removeHeader('content-length');
    return cached ?? (await compress(bytes, encoding, BROTLI_QUALITY));
  });
  return (html, etag) => pages.makeAhead(etag, Buffer.from(html));
}

/** Caches pages that are compressed at high quality, by ETag, which is a hash of the page's text. */
function keepPages() {
  /**
   * Compressed pages by encoding and ETag. The value is null while a page is being compressed, so that it is compressed
   * only once.
   */
  const cached = new Map<string, Buffer | null>();
  const keep = (name: string, page: Buffer | null) => {
    // The entry moves to the end, so that the least recently sent page is evicted first.
    cached.delete(name);
    cached.set(name, page);
    const [oldest] = cached.keys();
    if (cached.size > PAGES_KEPT && oldest !== undefined) cached.delete(oldest);
  };
  return {
    async makeAhead(etag: string, bytes: Buffer): Promise<void> {
      keep(nameOf('br', etag), await compress(bytes, 'br', AHEAD_QUALITY));
    },
    /**
     * Starts to compress a page at its first request, for later requests.
     * @returns the compressed page; undefined: not available yet.
     */
    find(encoding: Encoding, etag: string, bytes: Buffer): Buffer | undefined {
      const name = nameOf(encoding, etag);
      const page = cached.get(name);
      if (page) keep(name, page);
      if (page === undefined) {
        keep(name, null);
        compress(bytes, encoding, PAGE_QUALITY).then(
          // If the page was compressed at the best quality in the meantime, that smaller version stays.
          (made) => cached.get(name) === null && keep(name, made),
          () => cached.delete(name),
        );
      }
      return page ?? undefined;
    },
  };
}

function nameOf(encoding: Encoding, etag: string): string {
  return `${encoding} ${etag}`;
}

function compress(bytes: Buffer, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(bytes);
  return promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

function chooseEncoding(accepted: string | undefined): Encoding | null {
  const names = (accepted ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(\.0+)?$/.test(part))
    .map((part) => part.split(';')[0]);
  if (names.includes('br')) return 'br';
  return names.includes('gzip') ? 'gzip' : null;
}

function holdsTokens(request: FastifyRequest): boolean {
  return /^(\/api)?\/auth\//.test(request.routeOptions.url ?? '');
}

function addVary(present: unknown): string {
  const names = typeof present === 'string' && present !== '' ? present.split(/,\s*/) : [];
  if (!names.some((name) => name.toLowerCase() === 'accept-encoding')) names.push('accept-encoding');
  return names.join(', ');
}
