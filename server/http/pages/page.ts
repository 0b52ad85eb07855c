import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { buildProductScreenPath, NON_SCREEN_PATH_PATTERNS, screenPathPatterns } from '#contract/addresses.ts';
import { chunkDefinitions } from '#contract/chunks.ts';
import type { PageDataSource, PageRenderer } from '#contract/page.ts';
import { formatGroupInvitationQuery, parseGroupInvitation } from '#contract/rules/group/group-invitation.ts';
import { formatProductFilterQuery, parseProductFilter } from '#contract/rules/product/product-filter.ts';
import { SLOGAN, TAGLINE } from '#contract/slogan.ts';
import { isDatabaseUnreachableError } from '../../db/connection/database-unreachable.ts';
import { DomainError, isHtmlPageRequest, sendErrorReply } from '../errors/error-handler.ts';
import { logRequestFailure } from '../errors/log-failure.ts';
import type { PrecompressPage } from './compression.ts';
import { computeEtag, matchesEtag } from './conditional-get.ts';
import { computeInlineCspHashes, type InlineCspHashes } from './inline-hashes.ts';
import { createPageTemplate, type ViteManifest } from './page-template.ts';
import { createPrerenderedPage } from './prerendered-page.ts';
import { createPageRenderCache } from './rendered-pages.ts';
import { sendUnavailablePage } from './unavailable-page.ts';

interface Places {
  /** Folder of the built app; may be missing in tests. */
  clientFolder: string;
  /** Path of the built script that renders pages. */
  rendererFile: string;
}

interface PageOptions {
  isDatabaseKnownUnreachable: () => boolean;
  /** The shop's origin. */
  publicUrl: string;
  policyOf: (hashes: InlineCspHashes) => string;
  /** Milliseconds after which the product list on the home page is shuffled again. */
  homePeriodMs: number;
  compressAhead: PrecompressPage;
}

const PRODUCT_PATH = new RegExp(`^${buildProductScreenPath(screenPathPatterns.product, '')}`);
/**
 * Matches paths of foreign hosts, proxy requests and paths with a NUL, which no page has. Browsers are redirected to
 * the home page.
 */
const NO_ADDRESS = /^(\/\/|[^/])|%00/;

/**
 * Serves HTML for all remaining paths. Public routes are rendered; others, and failed renderings, get the app's empty
 * page. While the database is unreachable, every page is a 503.
 */
export async function registerPageRoutes(
  app: FastifyInstance,
  { clientFolder, rendererFile }: Places,
  reads: PageDataSource,
  { isDatabaseKnownUnreachable, publicUrl, policyOf, homePeriodMs, compressAhead }: PageOptions,
): Promise<void> {
  const shellFile = join(clientFolder, 'index.html');
  if (!existsSync(shellFile) || !existsSync(rendererFile)) return;
  const shell = readFileSync(shellFile, 'utf8');
  const template = createPageTemplate(shell, readManifest(clientFolder), (file) =>
    readFileSync(join(clientFolder, file), 'utf8'),
  );
  // Each page's content security policy lists only its own hashes, because the header is part of every reply.
  const policies = new Map(chunkDefinitions.map(({ name }) => [name, policyOf(template.hashesOf(name))]));
  const { renderPage }: PageRenderer = await import(pathToFileURL(rendererFile).href);
  const renderedPage = createPageRenderCache(async (path) => {
    const page = await renderPage(path, reads);
    if (!page) return null;
    return { ...page, ...withEtag(page.location ? '' : template.fill(page)) };
  });
  const readyHome = createPrerenderedPage(async () => {
    const home = await renderedPage(screenPathPatterns.home);
    if (home) await compressAhead(home.html, home.etag);
    return home;
  }, homePeriodMs);
  app.addHook('onClose', async () => readyHome.stop());
  const shellPage = withEtag(shell);
  const registerPage = withEtag(addLinkPreview(shell, publicUrl));

  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const [path = '/', query] = request.url.split(/\?(.*)/s, 2);
    if (NON_SCREEN_PATH_PATTERNS.some((rule) => rule.test(path))) {
      return sendErrorReply(request, reply, new DomainError('not_found'));
    }
    if (NO_ADDRESS.test(path)) {
      if (isHtmlPageRequest(request)) return reply.redirect(screenPathPatterns.home, 302);
      return sendErrorReply(request, reply, new DomainError('not_found'));
    }
    if (isDatabaseKnownUnreachable()) return sendUnavailablePage(reply);
    try {
      const shown = path + readShownQuery(path, new URLSearchParams(query));
      const page = (shown === screenPathPatterns.home && readyHome.take()) || (await renderedPage(shown));
      if (!page) {
        return sendPage(request, reply, 200, path === screenPathPatterns.register ? registerPage : shellPage);
      }
      if (page.location)
        return reply.redirect(query ? `${page.location}?${query}` : page.location, page.status);
      return sendPage(request, reply, page.status, page, policies.get(page.chunk));
    } catch (error) {
      if (isDatabaseUnreachableError(error)) return sendUnavailablePage(reply);
      logRequestFailure(request.log, error, 'a page could not be rendered');
      return sendPage(request, reply, 500, shellPage);
    }
  });
}

/** Adds what chats show of a shared referral link, because the app itself draws the page to which it leads. */
function addLinkPreview(shell: string, publicUrl: string): string {
  const preview = {
    'og:title': SLOGAN,
    'og:description': TAGLINE,
    'og:image': `${publicUrl}/icons/og-default.jpg`,
  };
  const tags = Object.entries(preview).map(([name, text]) => `<meta property="${name}" content="${text}" />`);
  return shell.replace('</head>', `${tags.join('')}</head>`);
}

/** Returns the query parameters that change a rendered page, so that tracking parameters share one cached page. */
function readShownQuery(path: string, query: URLSearchParams): string {
  if (path === screenPathPatterns.home) return formatProductFilterQuery(parseProductFilter(query));
  return PRODUCT_PATH.test(path) ? formatGroupInvitationQuery(parseGroupInvitation(query)) : '';
}

function readManifest(clientFolder: string): ViteManifest {
  return JSON.parse(readFileSync(join(clientFolder, '.vite/manifest.json'), 'utf8'));
}

export function readAppShellCspHashes(clientFolder: string): InlineCspHashes {
  const shellFile = join(clientFolder, 'index.html');
  if (!existsSync(shellFile)) return computeInlineCspHashes('');
  return computeInlineCspHashes(readFileSync(shellFile, 'utf8'));
}

interface HtmlWithEtag {
  html: string;
  etag: string;
}

function withEtag(html: string): HtmlWithEtag {
  return { html, etag: computeEtag(html) };
}

/** Sends a page that browsers must revalidate; a page that has not changed costs no bytes. */
function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  { html, etag }: HtmlWithEtag,
  policy?: string,
): FastifyReply {
  reply.header('cache-control', 'no-cache').header('etag', etag);
  if (status === 200 && matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (policy !== undefined) reply.header('content-security-policy', policy);
  return reply.code(status).type('text/html; charset=utf-8').send(html);
}
