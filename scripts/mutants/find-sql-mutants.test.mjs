import { describe, expect, it } from 'vitest';
import { findSqlMutants } from './find-sql-mutants.mjs';
import { applyEdits } from './project-copy.mjs';
import { probeEdits } from './reach.mjs';

const define = (body) =>
  `create or replace function f() returns void\nlanguage plpgsql as $$\nbegin\n${body}\nend\n$$;\n`;
const bodyOf = (source) => source.split('begin\n')[1].split('\nend\n$$')[0];

/** The changes of a statement, each as the whole statement after it. */
function changes(body, kind) {
  const source = define(body);
  return findSqlMutants('server/x/sql/f.sql', source)
    .filter((each) => each.kind === kind)
    .map(({ start, end, after }) => bodyOf(applyEdits(source, [{ start, end, text: after }])));
}

describe('a condition', () => {
  it.each([
    ['if a < b then return; end if;', ['if a <= b then return; end if;']],
    ['if deadline <= app_now() then return; end if;', ['if deadline >= app_now() then return; end if;']],
    ['if not found then return; end if;', ['if  found then return; end if;']],
    ['if a is null then return; end if;', ['if a is not null then return; end if;']],
    ['while a in (b, c) loop return; end loop;', ['while a not in (b, c) loop return; end loop;']],
    ['return coalesce(a, b);', ['return (b);']],
    ['return case when a then b else c end;', ['return case when a then c else b end;']],
  ])('of %s is turned over', (statement, changed) => {
    expect(changes(statement, 'condition')).toEqual(changed);
  });

  it('loses each of its terms, but what is set is no condition', () => {
    expect(changes('update t set a = b, c = d where e = f and g;', 'condition')).toEqual([
      'update t set a = b, c = d where  g;',
      'update t set a = b, c = d where e <> f and g;',
      'update t set a = b, c = d where e = f or g;',
      'update t set a = b, c = d where e = f ;',
    ]);
  });
});

describe('a figure', () => {
  it.each([
    ['return 3;', ['return 4;']],
    ['return 100 * a;', ['return 101 * a;']],
    ['return a * 100;', ['return a * 200;']],
    [
      "return now() + interval '24 hours';",
      ["return now() - interval '24 hours';", "return now() + interval '48 hours';"],
    ],
    ['return f(-a, b - a);', ['return f(a, b - a);', 'return f(-a, b + a);']],
    ['select a[1] into b from t limit 1;', []],
  ])('of %s is another', (statement, changed) => {
    expect(changes(statement, 'limit')).toEqual(changed);
  });
});

it('each statement that does something is left out once', () => {
  expect(
    changes("perform f();\n  if a then\n    v := 1;\n  end if;\n  raise exception 'no';", 'statement'),
  ).toEqual([
    "null;\n  if a then\n    v := 1;\n  end if;\n  raise exception 'no';",
    "perform f();\n  if a then\n    null;\n  end if;\n  raise exception 'no';",
    'perform f();\n  if a then\n    v := 1;\n  end if;\n  null;',
  ]);
});

it('a sentence for people is misspelled, a name is not', () => {
  expect(changes("perform post('item_refund', 'Left the group buy');", 'text')).toEqual([
    "perform post('item_refund', 'Left the grxup buy');",
  ]);
});

describe('a probe', () => {
  const probed = (source) => {
    const [first, ...more] = findSqlMutants('server/x/sql/f.sql', source);
    return applyEdits(source, probeEdits([more.at(-1) ?? first]));
  };

  it('stands in front of the statement, and of an elsif in front of its if', () => {
    expect(bodyOf(probed(define('a := 1;\nif b then return; elsif c < d then return; end if;')))).toBe(
      "a := 1;\n raise notice 'reached 0';\nif b then return; elsif c < d then return; end if;",
    );
  });

  it('of a variable stands behind the begin', () => {
    const source = define('return;').replace('begin', 'declare\n  v integer := 1;\nbegin');
    expect(probed(source)).toContain("begin raise notice 'reached 0';\n");
  });

  it('of plain SQL is a call before the query', () => {
    const source =
      'create or replace function f() returns integer\nlanguage sql stable as $$\n  select a + 1\n$$;\n';
    expect(probed(source)).toContain('$$\n  select mutant_reached(0);\n  select a + 1\n$$');
  });
});
