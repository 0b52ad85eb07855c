import { expect, test } from 'vitest';
import { parseSandboxScenario } from './control-routes.ts';

const webhook = { shape: 'flat', drop: false, delayMs: 0, copies: 1, wrongHash: false, outOfOrder: false };

test.each<[string, unknown]>([
  ['A JSON object is expected', []],
  ['webhook must be an object', { webhook: 'late' }],
  ['webhook.shape must be v3 or flat', { webhook: { shape: 'v4' } }],
  ['webhook.copies must be 1 to 50', { webhook: { copies: 0 } }],
  ['webhook.copies must be 1 to 50', { webhook: { copies: 51 } }],
  ['webhook.copies must be 1 to 50', { webhook: { copies: 1.5 } }],
  ['webhook.delayMs must be 0 or more', { webhook: { delayMs: -1 } }],
  ['webhook.delayMs must be 0 or more', { webhook: { delayMs: 'soon' } }],
  ['api must be an object', { api: 503 }],
  ['api.fail must be 503, 429, timeout or malformed', { api: { fail: '404' } }],
  ['api.times must be 1 or more', { api: { fail: '503', times: 0 } }],
  ['api.times must be 1 or more', { api: { fail: '503', times: 1.5 } }],
  ['refund must be completed or pending', { refund: 'failed' }],
])('%s', (sentence, body) => {
  expect(parseSandboxScenario(body)).toBe(sentence);
});

test('an unknown outcome is answered with the known ones', () => {
  expect(parseSandboxScenario({ next: 'explode' })).toMatch(/^next must be one of success, decline, /);
});

test('what is left out is the plain behaviour', () => {
  expect(parseSandboxScenario({})).toMatchObject({
    next: null,
    webhook: { copies: 1, delayMs: 0 },
    api: null,
  });
  expect(parseSandboxScenario({ api: { fail: 429 } })).toMatchObject({ api: { fail: '429', times: 1 } });
});

test.each(['v3', 'flat'])('the limits themselves are good, shape %s', (shape) => {
  const told = { ...webhook, shape, copies: 50 };
  const api = { fail: 'timeout', times: 1 };
  expect(parseSandboxScenario({ next: 'decline', delayMs: 0, webhook: told, api })).toEqual({
    next: 'decline',
    delayMs: 0,
    webhook: told,
    api,
    refund: 'completed',
  });
});
