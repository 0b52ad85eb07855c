import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { screens } from '#contract/addresses.ts';

/** Below this the answer fits one packet anyway. */
const LEAST_BYTES = 1_024;
const COMPRESSED = /^(text\/|application\/(json|manifest\+json|javascript))/;
/** Nine tenths of the best compression at a fiftieth of its time. */
const BROTLI_QUALITY = 5;
/** Of a page: it is compressed once and sent many times, and its first packets are what a new shopper waits for. */
const PAGE_QUALITY = 9;
/** Of home, where most begin: the least there is, for three times the work, once for each list and beside the requests. */
const HOME_QUALITY = 11;
const PAGES_KEPT = 100;

/**
 * Compresses pages and answers of the API. Files come compressed from the build.
 * Answers that hold tokens are left alone: together with words of the request in them, their length would tell.
 */
export function registerCompression(app: FastifyInstance): void {
  const compressPage = keepingPages();
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
    const isHome = request.url === screens.home;
    const isPage = type.startsWith('text/html') && typeof etag === 'string';
    const compressed = isPage
      ? await compressPage(`${encoding} ${etag}`, () =>
          compress(bytes, encoding, isHome ? HOME_QUALITY : PAGE_QUALITY),
        )
      : await compress(bytes, encoding, BROTLI_QUALITY);
    // The bytes differ from those of the plain answer, only the meaning is the same.
    if (typeof etag === 'string' && etag.startsWith('"')) reply.header('etag', `W/${etag}`);
    reply.header('content-encoding', encoding).removeHeader('content-length');
    return compressed;
  });
}

/** A page's tag is the hash of its text, so the same tag has the same bytes. */
function keepingPages(): (name: string, make: () => Promise<Buffer>) => Promise<Buffer> {
  const kept = new Map<string, Promise<Buffer>>();
  return (name, make) => {
    const bytes = kept.get(name) ?? make();
    // The one that was sent last goes last.
    kept.delete(name);
    kept.set(name, bytes);
    const [oldest] = kept.keys();
    if (kept.size > PAGES_KEPT && oldest !== undefined) kept.delete(oldest);
    return bytes;
  };
}

function compress(bytes: Buffer, encoding: 'br' | 'gzip', quality: number): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(bytes);
  return promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

function chooseEncoding(accepted: string | undefined): 'br' | 'gzip' | null {
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
