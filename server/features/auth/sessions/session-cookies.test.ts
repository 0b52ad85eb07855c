import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { requireSameOrigin } from './session-cookies.ts';

/** Builds a request as the shop's own page sends it, with the test's changes. */
function callWith(headers: Record<string, string | undefined>, cookies: Record<string, string> = {}) {
  const own = { 'content-type': 'application/json', origin: 'https://shop.example', host: 'shop.example' };
  return { headers: { ...own, ...headers }, cookies } as unknown as FastifyRequest;
}

describe('a call that lives from the cookie', () => {
  test.each([
    ['our page', 'https://shop.example', {}],
    [
      'our page with its charset',
      'https://shop.example',
      { 'content-type': 'application/json; charset=utf-8' },
    ],
    [
      'our page under another loopback name',
      'http://127.0.0.1:4000',
      { origin: 'http://localhost:4000', host: 'localhost:4000' },
    ],
  ])('is taken from %s', (_name, publicUrl, headers) => {
    expect(() => requireSameOrigin(callWith(headers), publicUrl)).not.toThrow();
  });

  test.each([
    [
      'a name that somebody else pointed here',
      'https://shop.example',
      { origin: 'https://evil.example', host: 'evil.example' },
    ],
    [
      'another port of this computer',
      'http://127.0.0.1:4000',
      { origin: 'http://localhost:5000', host: 'localhost:4000' },
    ],
    ['the same name without encryption', 'https://shop.example', { origin: 'http://shop.example' }],
    ['no origin', 'https://shop.example', { origin: undefined }],
    ['a form', 'https://shop.example', { 'content-type': 'application/x-www-form-urlencoded' }],
  ])('is refused from %s', (_name, publicUrl, headers) => {
    expect(() => requireSameOrigin(callWith(headers), publicUrl)).toThrow();
  });

  test.each(['guess', 'right-tokem', undefined])('is refused with the page token %j', (token) => {
    const call = (header: string | undefined) =>
      callWith({ 'x-xsrf-token': header }, { 'XSRF-TOKEN': 'right-token' });
    expect(() => requireSameOrigin(call('right-token'), 'https://shop.example')).not.toThrow();
    expect(() => requireSameOrigin(call(token), 'https://shop.example')).toThrow(
      expect.objectContaining({ status: 400 }),
    );
  });
});
