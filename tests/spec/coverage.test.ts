import { describe, expect, test } from 'vitest';
import { expectGeneratedDocument } from '../support/drawn-document.ts';
import { drawPage } from './coverage-page.ts';
import { coverage, readClaims, says } from './specification.ts';

describe('the trace from the specification to its tests', () => {
  test('the coverage page is the one that the tests give', () => {
    expectGeneratedDocument('docs/spec-coverage.md', drawPage());
  });

  test('every quote in a test stands in the specification', () => {
    for (const { quotes } of readClaims())
      for (const quote of quotes) expect(() => says(quote)).not.toThrow();
  });

  test('a quote that the specification does not have is refused', () => {
    expect(() => says('The shop delivers to the door.')).toThrow('no sentence');
  });

  test('a sentence nobody quotes is listed as open', () => {
    const page = drawPage(coverage([]));
    expect(page).toContain('0 with a test');
    expect(page).toContain('| Any unknown path redirects to /. | **none** |');
  });
});
