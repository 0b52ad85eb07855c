import { describe, expect, it } from 'vitest';
import { drawInTurn } from './choose-mutants.mjs';
import { findMutants } from './find-mutants.mjs';
import { applyEdits } from './project-copy.mjs';

/** The changes of a piece of source, each as the whole piece after it. */
function changes(source, kind) {
  return findMutants('src/x.tsx', source)
    .filter((each) => each.kind === kind)
    .map(({ start, end, after }) => applyEdits(source, [{ start, end, text: after }]));
}

describe('texts', () => {
  it.each([
    [`say('Your cart is empty')`, `say('Your cart is emxty')`],
    [`const a = \`You have \${n} left over\`;`, `const a = \`You have \${n} lext over\`;`],
    ['const a = <p>Go to Cart</p>;', 'const a = <p>Go to Caxt</p>;'],
    ['const a = <p title="Delete">{x}</p>;', 'const a = <p title="Delxte">{x}</p>;'],
  ])('%s is misspelled', (source, changed) => {
    expect(changes(source, 'text')).toEqual([changed]);
  });

  it.each([
    [`import x from 'Some Thing';`],
    [`db.query('SELECT id FROM users WHERE id = $1')`],
    [`log.warn({}, 'a job failed again')`],
    [`throw new RangeError('the share is too large')`],
    [`if (key === 'Escape') stop();`],
    ['const a = <p className="two columns" />;'],
    [`type Name = 'Some Thing';`],
    [`fetch('https://example.org/a b')`],
    [`box.height = \`\${figure}px\`;`],
    [`stop(new DOMException('it took too long', 'AbortError'))`],
  ])('%s is nothing that anybody reads', (source) => {
    expect(changes(source, 'text')).toEqual([]);
  });
});

describe('limits', () => {
  it('small figures grow by one, large ones and factors double', () => {
    expect(changes('const a = [3, 1_500, 24 * x];', 'limit')).toEqual([
      'const a = [4, 1_500, 24 * x];',
      'const a = [3, 3000, 24 * x];',
      'const a = [3, 1_500, 48 * x];',
    ]);
  });

  it('a time doubles, because nobody sees a millisecond', () => {
    expect(changes('const CLOSE_MS = 300;', 'limit')).toEqual(['const CLOSE_MS = 600;']);
    expect(changes('wait({ delayMs: 50 });', 'limit')).toEqual(['wait({ delayMs: 100 });']);
  });

  it('a place in a list and a type are no limits', () => {
    expect(changes('const a = b[0]; type C = 3;', 'limit')).toEqual([]);
  });
});

describe('conditions', () => {
  it.each([
    ['const a = b < c;', 'const a = (b <= c);'],
    ['const a = ageMs <= limit;', 'const a = (ageMs >= limit);'],
    ['const a = b !== c;', 'const a = (b === c);'],
    ['const a = b && c;', 'const a = (b || c);'],
    ['const a = b ?? c;', 'const a = (c);'],
    ['if (isOpen(b)) go();', 'if (!(isOpen(b))) go();'],
    ['const a = !b ? 1 : 2;', 'const a = (b) ? 1 : 2;'],
  ])('%s becomes %s', (source, changed) => {
    expect(changes(source, 'condition')).toEqual([changed]);
  });

  it('an inner one keeps its place in the outer one', () => {
    expect(changes('const a = b < 1 && c;', 'condition')).toEqual([
      'const a = (b <= 1) && c;',
      'const a = (b < 1 || c);',
    ]);
  });
});

describe('probes', () => {
  it.each([
    ['const a = <p title="Delete it" />;', 'const a = <p title={(globalThis.reached?.(7), "Delete it")} />;'],
    ['const a = <p>Go on</p>;', 'const a = <p>{globalThis.reached?.(7)}Go on</p>;'],
    ['const f = () => b < c;', 'const f = () => (globalThis.reached?.(7), b < c);'],
  ])('%s tells who passes and does the same', (source, probed) => {
    const [mutant] = findMutants('src/x.tsx', source);
    expect(applyEdits(source, [{ ...mutant, text: mutant.probe(7) }])).toBe(probed);
  });

  it('what a module does when it is loaded is told from what it does later', () => {
    const source = 'const a = 3; export const b = [5]; function f() { return 4; }';
    const found = findMutants('src/x.ts', source);
    expect(found.map(({ before, isStatic, constant }) => [before, isStatic, constant])).toEqual([
      ['3', true, undefined],
      ['5', true, 'b'],
      ['4', false, undefined],
    ]);
  });
});

describe('the draw', () => {
  const all = ['contract', 'src', 'server'].flatMap((room) =>
    ['text', 'limit', 'condition'].flatMap((kind) =>
      Array.from({ length: 5 }, (_, number) => ({ path: `${room}/x.ts`, kind, number })),
    ),
  );

  it('is the same for the same seed and another for another', () => {
    expect(drawInTurn(all, 5, 20)).toEqual(drawInTurn(all, 5, 20));
    expect(drawInTurn(all, 5, 20)).not.toEqual(drawInTurn(all, 6, 20));
  });

  it('takes every room and kind in turn, and nothing twice', () => {
    const cells = drawInTurn(all, 1, 9).map(({ path, kind }) => `${path} ${kind}`);
    expect(new Set(cells).size).toBe(9);
    expect(new Set(drawInTurn(all, 1, 100)).size).toBe(45);
  });
});
