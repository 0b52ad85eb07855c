import { describe, expect, it } from 'vitest';
import { limitProviderLookups } from './limit-lookups.ts';
import type { PaymentProvider, TransactionLookupResult } from './provider.ts';

/** Creates a provider whose lookups end when the test says so. */
function slowProvider() {
  const asked: { reference: string; answer: () => void }[] = [];
  const found: TransactionLookupResult = { ok: true, transaction: null };
  const provider = {
    verify: (reference: string) =>
      new Promise<TransactionLookupResult>((resolve) =>
        asked.push({ reference, answer: () => resolve(found) }),
      ),
    createCheckout: async () => ({ ok: true, link: 'page' }) as const,
  } as unknown as PaymentProvider;
  return { asked, found, provider };
}

describe('lookups at the card provider', () => {
  it('go on two at once, in the order in which they came', async () => {
    const { asked, found, provider } = slowProvider();
    const gate = limitProviderLookups(provider, 2, 60_000);
    const looks = ['a', 'b', 'c', 'd'].map((reference) => gate.verify(reference));
    expect(asked.map(({ reference }) => reference)).toEqual([]);
    await Promise.resolve();
    expect(asked.map(({ reference }) => reference)).toEqual(['a', 'b']);
    asked[1]?.answer();
    expect(await looks[1]).toEqual(found);
    expect(asked.map(({ reference }) => reference)).toEqual(['a', 'b', 'c']);
    asked[0]?.answer();
    asked[2]?.answer();
    await looks[2];
    await expect.poll(() => asked.length).toBe(4);
    asked[3]?.answer();
    expect(await Promise.all(looks)).toEqual([found, found, found, found]);
  });

  it('that find no place in time are unknown, and leave theirs to others', async () => {
    const { asked, found, provider } = slowProvider();
    const gate = limitProviderLookups(provider, 1, 20);
    const first = gate.verify('a');
    expect(await gate.verify('b')).toMatchObject({ ok: false, kind: 'unknown' });
    asked[0]?.answer();
    expect(await first).toEqual(found);
    const later = gate.verify('c');
    await expect.poll(() => asked.length).toBe(2);
    asked[1]?.answer();
    expect(await later).toEqual(found);
  });

  it('never hold up a checkout', async () => {
    const { provider } = slowProvider();
    const gate = limitProviderLookups(provider, 1, 60_000);
    void gate.verify('a');
    expect(await gate.createCheckout({} as never)).toEqual({ ok: true, link: 'page' });
  });
});
