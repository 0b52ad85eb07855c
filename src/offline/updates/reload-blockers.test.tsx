import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { InMemoryLockManager, installLockManager } from '../../../tests/support/memory-locks.ts';
import { createReloadBlockers } from './reload-blockers.ts';

const busy = createReloadBlockers();

/** Holds the lock that another tab in checkout holds. @returns a function that releases it. */
function otherTabPays(locks: InMemoryLockManager): () => void {
  let leave = () => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  void locks.request('checkout-busy', { mode: 'shared' }, () => left);
  return leave;
}

const held = async (locks: InMemoryLockManager) =>
  (await locks.query()).held?.map(({ name, mode }) => ({ name, mode }));

afterEach(() => void installLockManager(null));

describe('a tab', () => {
  test('is busy until the last of its forms is saved', () => {
    const saveFirst = busy.holdReload();
    const saveSecond = busy.holdReload();
    expect(busy.isFree()).toBe(false);
    saveFirst();
    saveFirst();
    expect(busy.isFree()).toBe(false);
    saveSecond();
    expect(busy.isFree()).toBe(true);
  });
});

describe('among tabs with Web Locks', () => {
  let locks: InMemoryLockManager;
  beforeEach(() => {
    locks = installLockManager(new InMemoryLockManager());
  });

  test('checkout is held by any number of tabs, each until it leaves', async () => {
    const otherLeaves = otherTabPays(locks);
    const leave = busy.holdCheckout();
    expect(busy.isFree()).toBe(false);
    const lock = { name: 'checkout-busy', mode: 'shared' };
    expect(await held(locks)).toEqual([lock, lock]);
    leave();
    expect(busy.isFree()).toBe(true);
    await vi.waitFor(async () => expect(await held(locks)).toEqual([lock]));
    otherLeaves();
    await vi.waitFor(async () => expect(await held(locks)).toEqual([]));
  });

  test('nothing is done while one of them is in checkout, and it is done alone when none is', async () => {
    const otherLeaves = otherTabPays(locks);
    const body = vi.fn();
    expect(await busy.whenNobodyPays(body, false)).toBe(false);
    expect(body).not.toHaveBeenCalled();
    otherLeaves();
    await vi.waitFor(async () => expect(await held(locks)).toEqual([]));
    let during: unknown;
    expect(
      await busy.whenNobodyPays(() => {
        during = locks.query();
      }, false),
    ).toBe(true);
    expect(await during).toMatchObject({ held: [{ name: 'checkout-busy', mode: 'exclusive' }] });
  });

  test('a form of this tab is no reason to keep the others from a release', async () => {
    const save = busy.holdReload();
    expect(await busy.whenNobodyPays(() => undefined, false)).toBe(true);
    save();
  });

  test('what waits for them runs once, when the last has left', async () => {
    const [firstLeaves, secondLeaves] = [otherTabPays(locks), otherTabPays(locks)];
    const body = vi.fn();
    const done = busy.whenNobodyPays(body, true);
    firstLeaves();
    await vi.waitFor(async () => expect(await held(locks)).toHaveLength(1));
    expect(body).not.toHaveBeenCalled();
    secondLeaves();
    await done;
    expect(body).toHaveBeenCalledTimes(1);
  });

  test('a checkout that was left before its lock was granted holds nothing', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    void locks.request('checkout-busy', () => released);
    const leave = busy.holdCheckout();
    leave();
    release();
    await vi.waitFor(async () => expect(await locks.query()).toEqual({ held: [], pending: [] }));
  });
});

test('without Web Locks other tabs are unknown, and what waits for them is done at once', async () => {
  installLockManager(null);
  const leave = busy.holdCheckout();
  const body = vi.fn();
  expect(await busy.whenNobodyPays(body, false)).toBe(true);
  expect(busy.isFree()).toBe(false);
  leave();
  expect(body).toHaveBeenCalledTimes(1);
});
