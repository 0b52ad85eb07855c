import { onlineManager } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import {
  createCommandRefusal,
  createSetQuantityFields,
  type FakeOutboxServer,
  registerOutboxPhoneForFile,
} from '../../../tests/support/outbox-tab.ts';

/** Tests that a refusal is shown exactly once: where the shopper waits for it, otherwise by the sender. */

const { openTab } = registerOutboxPhoneForFile();

const refuse: FakeOutboxServer = () => {
  throw createCommandRefusal(400);
};

test('somebody waits for the answer of a change made online', async () => {
  const tab = await openTab(refuse);
  expect(await tab.submit(createSetQuantityFields(2))).toMatchObject({ kind: 'refused' });
  expect(tab.answers.refused).toMatchObject([{ isAwaited: true }]);
});

test('nobody waits any more once the shopper was told that the change waits', async () => {
  onlineManager.setOnline(false);
  const tab = await openTab(refuse);
  expect(await tab.submit(createSetQuantityFields(2))).toEqual({ kind: 'waiting' });
  onlineManager.setOnline(true);
  await expect.poll(() => tab.answers.refused).toMatchObject([{ command: { tries: 1 }, isAwaited: false }]);
});

test('nobody waits for what another page left untried', async () => {
  onlineManager.setOnline(false);
  const left = await openTab(refuse);
  await left.submit(createSetQuantityFields(2));
  const next = await openTab(refuse);
  onlineManager.setOnline(true);
  await expect
    .poll(() => [...left.answers.refused, ...next.answers.refused])
    .toMatchObject([{ command: { tries: 1 }, isAwaited: false }]);
});

test('a drain under way that meets the new row first still answers whoever made it', async () => {
  let refuseFirst = () => {};
  const tab = await openTab(
    ({ type }) =>
      new Promise((_, reject) => {
        if (type === 'cart.set') refuseFirst = () => reject(createCommandRefusal(400));
        else reject(createCommandRefusal(409));
      }),
  );
  void tab.submit(createSetQuantityFields(2));
  await expect.poll(() => tab.calls.length).toBe(1);
  const second = tab.submit({
    type: 'cart.remove',
    line: { productId: 'oil', variant: null, sellingUnitName: null },
  });
  refuseFirst();
  expect(await second).toMatchObject({ kind: 'refused' });
  expect(tab.answers.refused.map(({ isAwaited }) => isAwaited)).toEqual([true, true]);
});

test("a gateway's outage gives no change up, the server's own eighth fault does", async () => {
  let isOut = true;
  const tab = await openTab(() => {
    if (!isOut) throw createCommandRefusal(500, 0);
    isOut = tab.calls.length < 12;
    throw createCommandRefusal(502, 0, true);
  });
  await tab.submit(createSetQuantityFields(2));
  await expect.poll(() => tab.answers.refused).toMatchObject([{ isAwaited: false }]);
  expect(tab.calls).toHaveLength(20);
});

test('a shop whose database is away gives no change up, however long it takes', async () => {
  const tab = await openTab(() => {
    if (tab.calls.length > 20) return null;
    throw createCommandRefusal(503, 0);
  });
  await tab.submit(createSetQuantityFields(2));
  await expect.poll(() => tab.answers.done.length + tab.answers.refused.length).toBe(1);
  expect(tab.answers.refused).toEqual([]);
  expect(tab.calls).toHaveLength(21);
});

test.each([403, 404, 413, 451])('what a proxy answers with %i is not the end of a change', async (status) => {
  const tab = await openTab(() => {
    if (tab.calls.length < 3) throw createCommandRefusal(status, 0, true);
    return 'cart';
  });
  await tab.submit(createSetQuantityFields(2));
  await expect.poll(() => tab.answers.done).toHaveLength(1);
  expect(tab.calls).toHaveLength(3);
  expect(tab.answers.refused).toEqual([]);
});
