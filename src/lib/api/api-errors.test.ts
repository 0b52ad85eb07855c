import { expect, test } from 'vitest';
import type { ApiErrorBody } from '#contract/errors.ts';
import { createErrorBody } from '../../../tests/support/error-body.ts';
import {
  ApiError,
  isAbortError,
  isApiError,
  isProxyErrorResponse,
  isResponseMissing,
  NetworkError,
  SessionChangedError,
  TimeoutError,
} from './api-errors.ts';
import { getBadRequestMessage, getErrorMessage } from './error-message.ts';

const FALLBACK = 'It did not work. Please try again.';
const ours = (status: number, body: Partial<ApiErrorBody>) =>
  new ApiError(status, { ...createErrorBody('bad_request', body.message), ...body }, null);
const HTML = undefined;

test.each([
  [{ message: 'Slow down', msg: 'old words' }, 'Slow down'],
  [{ message: 'Slow down' }, 'Slow down'],
  [{ msg: 'old words' }, 'old words'],
  [{}, ''],
  ['<html>Bad gateway</html>', ''],
  [null, ''],
])('of the answer %j the server’s sentence is %j', (body, sentence) => {
  const error = new ApiError(400, body, null);
  expect([error.serverMessage, error.code, error.fieldErrors]).toEqual([sentence, null, []]);
});

test('the code and the wrong fields of a refusal are told', () => {
  const errors = [{ field: 'email', message: 'Taken' }];
  expect(ours(400, { code: 'bad_request', errors })).toMatchObject({
    code: 'bad_request',
    fieldErrors: errors,
  });
});

test.each([
  ['a gateway without the server', new ApiError(502, HTML, null), true],
  ['a firewall', new ApiError(403, HTML, null), true],
  [
    'a cloud with an error body of its own',
    new ApiError(403, { code: 'AccessDenied', requestId: '7' }, null),
    true,
  ],
  ['an API that says only no', new ApiError(404, { success: false, message: 'No', msg: 'No' }, null), true],
  ['a body half ours', new ApiError(400, { ...createErrorBody('bad_request'), msg: 'other' }, null), true],
  ['our server, broken', ours(500, { code: 'internal' }), false],
  ['our server, refusing', ours(403, { message: 'No' }), false],
  ['nobody', new NetworkError(), false],
])('%s: somebody else spoke for the server, %#', (_, error, isProxys) => {
  expect(isProxyErrorResponse(error)).toBe(isProxys);
});

test.each([
  [new SessionChangedError(), true],
  [new DOMException('left', 'AbortError'), true],
  [new DOMException('full', 'QuotaExceededError'), false],
  [new NetworkError(), false],
  [new ApiError(400, {}, null), false],
])('whether a call was given up on purpose: %o, %j', (error, isOnPurpose) => {
  expect(isAbortError(error)).toBe(isOnPurpose);
});

test('what became of a call is unknown without an answer only', () => {
  const errors = [new NetworkError(), new TimeoutError(), new ApiError(500, {}, null)];
  expect(errors.map((error) => isResponseMissing(error))).toEqual([true, true, false]);
  expect(isApiError(errors[2])).toBe(true);
  expect(isApiError(errors[2], 500)).toBe(true);
  expect(isApiError(errors[2], 501)).toBe(false);
  expect(isApiError(errors[0])).toBe(false);
});

test.each([
  [new NetworkError(), 'Network error: Please check your internet connection and try again.'],
  [new TimeoutError(), 'Request timeout: Please try again.'],
  [new TypeError('x is not a function'), FALLBACK],
  [ours(401, { code: 'unauthorized', message: 'No token' }), 'Session expired. Please login again.'],
  [ours(400, { code: 'cart_empty', message: 'Your cart is empty' }), 'Your cart is empty'],
  [new ApiError(400, { message: 'Your cart is empty' }, null), 'Your cart is empty'],
  [ours(500, { code: 'internal' }), FALLBACK],
  [new ApiError(502, '<html>', null), FALLBACK],
])('%o is told as %j', (error, sentence) => {
  expect(getErrorMessage(error, FALLBACK)).toBe(sentence);
});

test.each([
  [ours(400, { message: 'Wrong key' }), 'Wrong key'],
  [ours(400, {}), FALLBACK],
  [ours(401, { message: 'Wrong key' }), FALLBACK],
  [ours(500, { message: 'Wrong key' }), FALLBACK],
  [new NetworkError(), FALLBACK],
])('only a 400 speaks in the server’s words: %o as %j', (error, sentence) => {
  expect(getBadRequestMessage(error, FALLBACK)).toBe(sentence);
});
