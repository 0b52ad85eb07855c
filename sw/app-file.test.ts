import { expect, test } from 'vitest';
import { validateAppFileResponse } from './app-file.ts';

const answer = (type: string, status = 200) =>
  new Response('x', { status, headers: { 'content-type': type } });

test.each(['text/javascript; charset=utf-8', 'application/javascript', 'text/css; charset=utf-8'])(
  'an answer of %s is a file of the app',
  (type) => {
    const response = answer(type);
    expect(validateAppFileResponse(response)).toBe(response);
  },
);

test.each([
  ['a page of a hotspot', answer('text/html')],
  ['an answer without a type', new Response(null, { status: 200 })],
  ['a failure', answer('text/javascript', 503)],
])('%s is none, and is not kept in its place', (_, response) => {
  expect(validateAppFileResponse(response)).toBeNull();
});
