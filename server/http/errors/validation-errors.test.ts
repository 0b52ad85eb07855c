import type { FastifyError } from 'fastify';
import { expect, test } from 'vitest';
import { toFieldErrors } from './validation-errors.ts';

const read = (problem: object, validationContext?: string) =>
  toFieldErrors({
    validation: [{ instancePath: '', params: {}, ...problem }],
    validationContext,
  } as unknown as FastifyError);

test.each([
  [{ instancePath: '/items/0' }, { field: 'items.0', message: 'items.0 is not valid' }],
  [{ message: 'must be object' }, { field: 'request', message: 'request must be object' }],
  [{ params: { missingProperty: 'email' } }, { field: 'email', message: 'email is required' }],
  [
    { instancePath: '/keys', params: { missingProperty: 'auth' } },
    { field: 'keys.auth', message: 'auth is required' },
  ],
])('%j', (problem, expected) => {
  expect(read(problem)).toEqual([expected]);
});

test('the words of the schema come before those of the validator', () => {
  const words = { 'x-refusal': 'Quantity must be at least 1' };
  expect(read({ instancePath: '/quantity', message: 'must be number', parentSchema: words })).toEqual([
    { field: 'quantity', message: 'Quantity must be at least 1' },
  ]);
  const missing = {
    params: { missingProperty: 'quantity' },
    parentSchema: { properties: { quantity: words } },
  };
  expect(read(missing)).toEqual([{ field: 'quantity', message: 'Quantity must be at least 1' }]);
});

test('without a path the part of the request is named', () => {
  expect(read({ message: 'must be object' }, 'body')).toEqual([
    { field: 'body', message: 'body must be object' },
  ]);
});
