import type { FastifyReply } from 'fastify';

/** Seconds after which a refused client may try again; the server notices within a second that the database is back. */
export const UNAVAILABLE_RETRY_AFTER_SECONDS = 5;

/** Builds a page that reloads itself. It uses no other files, because loading them may fail too. */
const pageOf = (title: string, message: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${UNAVAILABLE_RETRY_AFTER_SECONDS}">
<title>${title}</title>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${message}</p>
<p><a href="">Try Again</a></p>
</main>
</body>
</html>
`;

/** The page that is sent while the shop cannot serve. @source specification.md section 3, error fallback */
const SHOP_AWAY = pageOf(
  'Something went wrong',
  'We encountered an error while loading this content. Please try refreshing the page.',
);

/** The page that operators get until the console is built. */
export const CONSOLE_BUILD_IN_PROGRESS_PAGE_HTML = pageOf(
  'The console is being built',
  'The shop is open already. The console opens here in a few seconds.',
);

export function sendUnavailablePage(reply: FastifyReply, page = SHOP_AWAY): FastifyReply {
  return reply
    .code(503)
    .header('retry-after', String(UNAVAILABLE_RETRY_AFTER_SECONDS))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page);
}
