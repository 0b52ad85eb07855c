import { expect, test } from 'vitest';
import {
  ApiError,
  isAborted,
  isApiError,
  isProxyFault,
  isUnanswered,
  NetworkError,
  SessionChangedError,
  TimeoutError,
} from './api-errors.ts';
import { errorMessage, refusalMessage } from './error-message.ts';

const FALLBACK = 'It did not work. Please try again.';
const ours = (status: number, body: object) => new ApiError(status, { success: false, ...body }, null);

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
  [new ApiError(500, '<html>', null), true],
  [new ApiError(502, {}, null), true],
  [ours(500, { code: 'internal' }), false],
  [new ApiError(499, {}, null), false],
  [new ApiError(404, '<html>', null), false],
  [new NetworkError(), false],
])('whether a proxy spoke for the server: %o, %j', (error, isProxys) => {
  expect(isProxyFault(error)).toBe(isProxys);
});

test.each([
  [new SessionChangedError(), true],
  [new DOMException('left', 'AbortError'), true],
  [new DOMException('full', 'QuotaExceededError'), false],
  [new NetworkError(), false],
  [new ApiError(400, {}, null), false],
])('whether a call was given up on purpose: %o, %j', (error, isOnPurpose) => {
  expect(isAborted(error)).toBe(isOnPurpose);
});

test('what became of a call is unknown without an answer only', () => {
  const errors = [new NetworkError(), new TimeoutError(), new ApiError(500, {}, null)];
  expect(errors.map((error) => isUnanswered(error))).toEqual([true, true, false]);
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
  [ours(400, { message: 'Your cart is empty' }), 'Your cart is empty'],
  [ours(500, { code: 'internal' }), FALLBACK],
  [new ApiError(502, '<html>', null), FALLBACK],
])('%o is told as %j', (error, sentence) => {
  expect(errorMessage(error, FALLBACK)).toBe(sentence);
});

test.each([
  [ours(400, { message: 'Wrong key' }), 'Wrong key'],
  [ours(400, {}), FALLBACK],
  [ours(401, { message: 'Wrong key' }), FALLBACK],
  [ours(500, { message: 'Wrong key' }), FALLBACK],
  [new NetworkError(), FALLBACK],
])('only a 400 speaks in the server’s words: %o as %j', (error, sentence) => {
  expect(refusalMessage(error, FALLBACK)).toBe(sentence);
});
