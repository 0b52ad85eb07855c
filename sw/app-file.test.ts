import { expect, test } from 'vitest';
import { acceptAppFileResponse } from './app-file.ts';

const answer = (type: string, status = 200) =>
  new Response('x', { status, headers: { 'content-type': type } });

test.each(['text/javascript; charset=utf-8', 'application/javascript', 'text/css; charset=utf-8'])(
  'an answer of %s is a file of the app',
  (type) => {
    const response = answer(type);
    expect(acceptAppFileResponse(response)).toBe(response);
  },
);

test.each([
  ['a page of a hotspot', answer('text/html')],
  ['an answer without a type', new Response(null, { status: 200 })],
  ['a failure', answer('text/javascript', 503)],
])('%s is none, and is not kept in its place', (_, response) => {
  expect(acceptAppFileResponse(response)).toBeNull();
});
