import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { formatNaira } from '#contract/rules/money/money.ts';
import { buildImagePath } from '#contract/rules/product/image-path.ts';
import type { Product, ProductsReply } from '#contract/schemas/product.ts';
import { findFreePort } from '../../tests/support/free-port.ts';

/**
 * Serves a static page of the deals, to which the shop is compared. Page H has only HTML; page S adds a small service
 * worker.
 */
export interface StaticServer {
  url: string;
  close(): Promise<void>;
}

interface File {
  type: string;
  body: Buffer;
  /** True: browsers may cache the file for ever, because its name contains a hash of the content. */
  isKept?: boolean;
}

const PICTURE_PX = 320;
const WORKER_PICTURES = 6;
const FIRST_ROW = 4;

const STYLES = `*{box-sizing:border-box}body{margin:0;font:16px/1.4 system-ui,sans-serif;color:#1a1a1a;background:#fff}header{background:#0a5c36;color:#fff;padding:10px 12px}header a{color:#fff;text-decoration:none;font-weight:700}main{padding:8px;max-width:60rem;margin:auto}h1{font-size:20px;margin:8px 4px}ul{list-style:none;margin:0;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(150px,1fr));gap:8px}.c{display:block;border:1px solid #ddd;border-radius:8px;overflow:hidden;color:inherit;text-decoration:none;min-height:48px}.c img{display:block;width:100%;height:auto;aspect-ratio:1;background:#eee}.c b{display:block;font-size:15px;font-weight:600;padding:6px 8px 0}.c span{display:block;padding:0 8px;font-size:14px}.c span:last-child{padding-bottom:8px;color:#444}.g{color:#0a5c36;font-weight:700}.p img{width:100%;max-width:300px;height:auto;aspect-ratio:1}button{background:#0a5c36;color:#fff;border:0;border-radius:8px;padding:14px;font:600 16px system-ui;width:100%;max-width:300px}`;

const REGISTER = `<script>addEventListener("load",()=>navigator.serviceWorker.register("/sw.js"))</script>`;

/** Returns the source of a service worker that caches the page and its first images. */
function workerText(kept: string[]): string {
  return `const V='floor',K=${JSON.stringify(kept)};self.addEventListener('install',(e)=>e.waitUntil(caches.open(V).then((c)=>c.addAll(K)).then(()=>self.skipWaiting())));self.addEventListener('activate',(e)=>e.waitUntil(self.clients.claim()));self.addEventListener('fetch',(e)=>{const r=e.request;if(r.method!=='GET'||new URL(r.url).origin!==location.origin)return;e.respondWith(caches.match(r,{ignoreVary:true}).then((hit)=>hit||fetch(r).then((a)=>{if(a.ok){const copy=a.clone();e.waitUntil(caches.open(V).then((c)=>c.put(r,copy)))}return a}).catch(()=>r.mode==='navigate'?caches.match('/'):Response.error())))})`;
}

/** Starts the static comparison page on a free port, built from the first page of the shop's product list. */
export async function startStaticServer(shopUrl: string, hasServiceWorker: boolean): Promise<StaticServer> {
  const { data } = (await (await fetch(`${shopUrl}/api/products/`)).json()) as ProductsReply;
  const files = new Map<string, File>();
  for (const product of data) {
    const path = pictureOf(product);
    if (!path || files.has(path)) continue;
    const bytes = await (await fetch(shopUrl + path)).arrayBuffer();
    files.set(path, { type: 'image/webp', body: Buffer.from(bytes), isKept: true });
  }
  const page = (title: string, body: string): File => ({
    type: 'text/html; charset=utf-8',
    body: Buffer.from(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="theme-color" content="#0a5c36"><meta name="description" content="Buy together, pay less."><title>${title}</title><link rel="icon" href="data:,"><style>${STYLES}</style></head><body><header><a href="/">Bulk Buy</a></header><main>${body}</main>${hasServiceWorker ? REGISTER : ''}</body></html>`,
    ),
  });
  files.set('/', page('Bulk Buy', `<h1>Open groups near you</h1><ul>${data.map(card).join('')}</ul>`));
  if (hasServiceWorker) {
    const kept = [
      '/',
      ...[...files.keys()].filter((path) => path.endsWith('.webp')).slice(0, WORKER_PICTURES),
    ];
    files.set('/sw.js', { type: 'text/javascript; charset=utf-8', body: Buffer.from(workerText(kept)) });
  }
  const server = serve(files);
  const port = await findFreePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function pictureOf({ pictures: [first] }: Product): string | null {
  return first ? buildImagePath(first.hash, PICTURE_PX, 'webp') : null;
}

function image(product: Product, rest: string): string {
  return `<img src="${pictureOf(product) ?? 'data:,'}" width="300" height="300" alt=""${rest}>`;
}

function card(product: Product, index: number): string {
  const rest = `${index >= FIRST_ROW ? ' loading="lazy"' : ''}${index === 0 ? ' fetchpriority="high"' : ''}`;
  const { slug, title, price, group } = product;
  return `<li><a class="c" href="/product/${slug}">${image(product, rest)}<b>${escaped(title)}</b><span class="g">${formatNaira(price)}</span><span>${group.progressPercentage}% joined</span></a></li>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function serve(files: ReadonlyMap<string, File>): Server {
  const packed = new Map<string, { etag: string; body: Buffer; isPacked: boolean }>();
  for (const [path, { type, body }] of files) {
    const isText = type.startsWith('text/');
    const etag = `"${createHash('sha1').update(body).digest('base64url').slice(0, 12)}"`;
    packed.set(path, { etag, body: isText ? brotliCompressSync(body) : body, isPacked: isText });
  }
  return createServer(({ url = '/', headers }, answer) => {
    const path = new URL(url, 'http://floor.local').pathname;
    const file = files.get(path);
    const sent = packed.get(path);
    if (!file || !sent) return void answer.writeHead(404, { 'content-length': 0 }).end();
    const head = {
      'content-type': file.type,
      'cache-control': file.isKept ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: sent.etag,
      vary: 'accept-encoding',
      ...(sent.isPacked && { 'content-encoding': 'br' }),
    };
    if (headers['if-none-match'] === sent.etag) return void answer.writeHead(304, head).end();
    answer.writeHead(200, { ...head, 'content-length': sent.body.length }).end(sent.body);
  });
}
