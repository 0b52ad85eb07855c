import { expect, test } from 'vitest';
import { listAuditedChanges } from './changes.ts';

test.each([
  [null, null, []],
  [null, { role: 'ops' }, [{ name: 'role', was: 'nothing', is: 'ops' }]],
  [
    { kept: 1, status: 'active', gone: true },
    { kept: 1, status: 'failed', ids: [1, 2] },
    [
      { name: 'status', was: 'active', is: 'failed' },
      { name: 'gone', was: 'true', is: 'nothing' },
      { name: 'ids', was: 'nothing', is: '1, 2' },
      { name: 'kept', was: '1', is: '1' },
    ],
  ],
  [[], ['blocked'], [{ name: 'value', was: 'nothing', is: 'blocked' }]],
  [{ one: { deep: 1 } }, undefined, [{ name: 'one', was: '{"deep":1}', is: 'nothing' }]],
])('%j and then %j is told value by value, what differs first', (before, after, changes) => {
  expect(listAuditedChanges(before, after)).toEqual(changes);
});
