import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../support/api.ts';
import { type ApiDescription, drawApiPage } from '../support/api-page.ts';

const PAGE = new URL('../../docs/api.md', import.meta.url);

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** `npm run api:page` writes the page anew; what changed for clients then shows in review. */
test('docs/api.md says of every call what it takes, within which limits, and what it answers', async () => {
  const { body } = await api.call<ApiDescription>({ method: 'GET', url: '/api/docs/json' });
  const page = drawApiPage(body);
  if (process.env.API_PAGE === 'write') writeFileSync(PAGE, page);
  expect(readFileSync(PAGE, 'utf8')).toBe(page);
});
