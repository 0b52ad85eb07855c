import type { FastifyReply } from 'fastify';

/** When a refused request may come again. A database that is back is found within a second. */
export const RETRY_AFTER_S = 5;

/**
 * What people see while the shop cannot serve. It needs no other file, since none can be relied on, and reloads by
 * itself.
 *
 * @source spec section 3, error fallback: the words
 */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${RETRY_AFTER_S}">
<title>Something went wrong</title>
</head>
<body>
<main>
<h1>Something went wrong</h1>
<p>We encountered an error while loading this content. Please try refreshing the page.</p>
<p><a href="">Try Again</a></p>
</main>
</body>
</html>
`;

/** Answers 503 with a plain page. */
export function sendUnavailablePage(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .header('retry-after', String(RETRY_AFTER_S))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(PAGE);
}
