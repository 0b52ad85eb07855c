import { Agent } from 'node:https';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adjustTestWallet } from '../support/give-money.ts';
import type { TestShop } from '../support/shop.ts';
import { findProductId } from '../support/shop-facts.ts';
import { TestShopper } from '../support/shopper.ts';
import type { Deployment } from './deployment.ts';
import { type LiveLine, openLine } from './live-sockets.ts';
import { hasNginx } from './nginx.ts';
import { deployBehindNginx } from './nginx-deployment.ts';

/** `npm run test:deploy`: phones on networks that block WebSockets, each with its own address. */

const PHONES = 8;
const PURCHASES = 6;

describe.runIf(hasNginx('sockets that fall back to polling'))('sockets that poll through nginx', () => {
  let deployed: Deployment;
  let watched: string;
  let phones: { line: LiveLine; shopper: TestShopper }[];
  let failed = 0;
  let lost = 0;
  let doubled = 0;

  beforeAll(async () => {
    deployed = await deployBehindNginx();
    watched = await findProductId(deployed.shops[0] as TestShop, 'semovita-10kg');
    phones = [];
    for (let place = 1; place <= PHONES; place += 1) {
      const agent = new Agent({ keepAlive: true, localAddress: `127.0.0.${place + 1}` });
      const shopper = await TestShopper.signUp(deployed.url);
      const line = await openLine(deployed.url, shopper, { watched, transports: ['polling'], agent });
      phones.push({ line, shopper });
    }
  }, 240_000);
  afterAll(async () => {
    for (const { line } of phones ?? []) line.close();
    process.stdout.write(
      `sockets that poll: requests failed ${failed}, live events lost ${lost}, doubled ${doubled}\n`,
    );
    await deployed?.close();
  }, 120_000);

  /** Makes one purchase after another at this instance; each is waited for on all phones. */
  async function buyAt(shop: TestShop): Promise<void> {
    for (const { shopper } of phones.slice(0, PURCHASES)) {
      const heard = phones.map(({ line }) => line.progress);
      const told = phones.map(({ line }) => line.notified.length);
      const here = Object.assign(Object.create(shopper) as TestShopper, { shopUrl: shop.url });
      await adjustTestWallet(shop, shopper.id, 100_000);
      const cart = await here.add(watched);
      const paid = await here.payFor(cart, { method: 'wallet_only', walletNaira: cart.totalPrice });
      expect(paid.status).toBe(200);
      const isHeard = () =>
        phones.every(({ line }, place) => line.progress > (heard[place] as number)) &&
        phones.every(
          ({ line, shopper: { id } }, place) =>
            id !== shopper.id || line.notified.length > (told[place] ?? 0),
        );
      await expect.poll(isHeard, { timeout: 15_000 }).toBe(true);
    }
  }

  async function count(): Promise<void> {
    const { db } = deployed.shops[1] as TestShop;
    failed = phones.reduce((sum, { line }) => sum + line.cuts, 0);
    doubled = phones.reduce((sum, { line }) => sum + line.notified.length - new Set(line.notified).size, 0);
    lost = 0;
    for (const { line, shopper } of phones) {
      const rows = await db.query<{ id: string }>('SELECT id FROM notifications WHERE user_id = $1', [
        shopper.id,
      ]);
      lost += rows.filter(({ id }) => !line.notified.includes(id)).length;
    }
  }

  it('are spread over both instances and each finds its own again', async () => {
    const held = await Promise.all(deployed.shops.map(countSockets));
    expect(held.reduce((sum, sockets) => sum + sockets, 0)).toBe(PHONES);
    expect(Math.min(...held)).toBeGreaterThan(0);
    for (const { line } of phones) expect(line.socket.io.engine.transport.name).toBe('polling');
  });

  it('hear of what happens at the one instance and at the other', async () => {
    const ids = phones.map(({ line }) => line.socket.id);
    for (const shop of deployed.shops) await buyAt(shop);
    await count();
    expect(phones.map(({ line }) => line.socket.id)).toEqual(ids);
    expect([failed, doubled]).toEqual([0, 0]);
  }, 180_000);

  it('find the other instance when theirs is killed', async () => {
    const [first, second] = deployed.shops as [TestShop, TestShop];
    await first.kill9();
    await expect.poll(() => countSockets(second), { timeout: 60_000 }).toBe(PHONES);
    await expect
      .poll(() => phones.every(({ line }) => line.socket.connected), { timeout: 20_000 })
      .toBe(true);
    await buyAt(second);
    await first.start();
  }, 180_000);
});

/** Reads the instance's metrics, which it shows to this machine only. */
async function countSockets(shop: TestShop): Promise<number> {
  const figures = await (await fetch(`${shop.url}/metrics`)).text();
  return Number(/^ajora_sockets (\d+)$/m.exec(figures)?.[1]);
}
