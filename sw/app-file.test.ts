import { beforeAll, expect, test, vi } from 'vitest';
import { validateAppFileResponse } from './app-file.ts';

beforeAll(() => void vi.stubGlobal('self', { location: new URL('https://shop.example/sw.js') }));

const entries = [{ url: 'assets/app-1.js', revision: null }];
const answer = (type: string, status = 200, body = 'x') =>
  new Response(body, { status, headers: { 'content-type': type } });
const page = (...scripts: string[]) =>
  answer('text/html', 200, scripts.map((path) => `<script type="module" src="${path}"></script>`).join(''));

test.each(['text/javascript; charset=utf-8', 'application/javascript', 'text/css; charset=utf-8'])(
  'an answer of %s is a file of the app',
  async (type) => {
    const response = answer(type);
    expect(await validateAppFileResponse(entries, response)).toBe(response);
  },
);

test('the page of this release is a file of the app', async () => {
  const response = page('/assets/app-1.js');
  expect(await validateAppFileResponse(entries, response)).toBe(response);
});

test.each([
  ['a page of a hotspot', answer('text/html')],
  ['the page of another release', page('/assets/app-1.js', '/assets/app-2.js')],
  ['an answer without a type', new Response(null, { status: 200 })],
  ['a failure', answer('text/javascript', 503)],
])('%s is none, and is not kept in its place', async (_, response) => {
  expect(await validateAppFileResponse(entries, response)).toBeNull();
});
