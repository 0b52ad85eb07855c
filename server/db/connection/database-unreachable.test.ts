import { describe, expect, it } from 'vitest';
import { isDatabaseUnreachableError } from './database-unreachable.ts';

const withCode = (code: string) => Object.assign(new Error('words'), { code });

describe('the database is away', () => {
  it.each(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', '57P01', '57P02', '57P03', '53300', '08006', '08P01'])(
    'when the driver says %s',
    (code) => {
      expect(isDatabaseUnreachableError(withCode(code))).toBe(true);
    },
  );

  it.each([
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Client has encountered a connection error and is not queryable',
  ])('when the driver says "%s"', (words) => {
    expect(isDatabaseUnreachableError(new Error(words))).toBe(true);
  });
});

describe('the database is there', () => {
  it.each(['23505', '40P01', '57014', '53100', '22021', 'EACCES'])('when it answers %s', (code) => {
    expect(isDatabaseUnreachableError(withCode(code))).toBe(false);
  });

  it.each([new Error('words'), new TypeError('fetch failed'), 'ECONNREFUSED', null, undefined])(
    'when something else failed: %s',
    (error) => {
      expect(isDatabaseUnreachableError(error)).toBe(false);
    },
  );
});
