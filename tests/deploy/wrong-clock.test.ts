import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestShop } from '../support/shop.ts';
import { callShopApi, SHOPPER_PASSWORD, type ShopResponse, TestShopper } from '../support/shopper.ts';
import { buyDuring, expectWhole } from './crowd.ts';
import { type Deployment, deploy } from './deployment.ts';

/** `npm run test:deploy`: the clock of the second instance is an hour off from the first one's and the database's. */

const LIBRARY = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find((path) => existsSync(path));
if (!LIBRARY)
  process.stdout.write("Not run, libfaketime is not installed: an instance's clock an hour off\n");

/** The shop checks its clock every minute. */
const SEEN_WITHIN_MS = 75_000;
const TOKEN_S = 15 * 60;

describe.runIf(LIBRARY)("two instances, one's clock an hour off", () => {
  let deployed: Deployment;
  let folder: string;
  let beganAt: Date;
  const shopAt = (place: number) => deployed.shops[place] as TestShop;
  /** Sets the clock of the second instance; libfaketime reads this file every second. */
  const setClock = (offset: string) => writeFile(join(folder, 'clock'), `${offset}\n`);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'deploy-clock-'));
    await setClock('+0');
    const wrong = {
      LD_PRELOAD: LIBRARY as string,
      FAKETIME_TIMESTAMP_FILE: join(folder, 'clock'),
      FAKETIME_CACHE_DURATION: '1',
      // Only the time of day leaps; clocks that measure durations go on.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
    deployed = await deploy(2, undefined, (place): Record<string, string> => (place === 1 ? wrong : {}));
    beganAt = await databaseTime();
  }, 240_000);
  afterAll(async () => {
    await deployed?.close();
    await rm(folder, { recursive: true, force: true });
  }, 120_000);

  async function databaseTime(): Promise<Date> {
    const [row] = await shopAt(0).db.query<{ now: Date }>('SELECT app_now() AS now');
    return row?.now as Date;
  }

  /** Renews a session as the shop's page does. */
  async function renew(place: number, cookies: ReadonlyMap<string, string>): Promise<ShopResponse> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, origin: deployed.url, 'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '' };
    return await callShopApi(shopAt(place).url, 'POST', '/api/auth/refresh', { headers, body: {} });
  }

  async function standing(): Promise<{ subject: string; detail: string }[]> {
    return await shopAt(0).db.query(
      "SELECT subject, detail FROM alarms WHERE kind = 'clock' AND over_at IS NULL",
    );
  }

  describe.each([
    ['+3600', 'ahead of'],
    ['-3600', 'behind'],
  ])('%s s, which leaps while people buy', (offset, words) => {
    it('fails no purchase, loses nothing and doubles nothing', async () => {
      const seen = await buyDuring(deployed, async () => {
        await setClock(offset);
        await delay(12_000);
      });
      await expectWhole(deployed, `clock of one instance ${offset} s`, seen);
      expect([seen.cut, seen.refused]).toEqual([0, 0]);
      expect(deployed.unanswered).toEqual([]);
    }, 180_000);

    it('really is another hour to the instance', async () => {
      const [last] = shopAt(1)
        .logs()
        .split('\n')
        .filter((line) => line.startsWith('{') && line.includes('"time"'))
        .slice(-1);
      const offMs = new Date((JSON.parse(last as string) as { time: string }).time).getTime() - Date.now();
      expect(Math.abs(offMs - Number(offset) * 1_000)).toBeLessThan(120_000);
    });

    it('leaves sessions and their tokens right: each instance takes those of the other for as long', async () => {
      for (const [from, to] of [
        [0, 1],
        [1, 0],
      ] as const) {
        const shopper = await TestShopper.signUp(shopAt(from).url);
        const { token } = shopper.session;
        const { iat, exp } = JSON.parse(String(Buffer.from(token.split('.')[1] ?? '', 'base64url'))) as {
          iat: number;
          exp: number;
        };
        expect(exp - iat).toBe(TOKEN_S);
        expect(Math.abs(iat - Date.now() / 1_000)).toBeLessThan(10);
        const headers = { authorization: `Bearer ${token}` };
        expect((await callShopApi(shopAt(to).url, 'GET', '/api/notifications', { headers })).status).toBe(
          200,
        );
      }
    });

    it('signs nobody out whose answer to a renewal was lost', async () => {
      const { account } = await TestShopper.signUp(shopAt(0).url);
      const body = { email: account.email, password: SHOPPER_PASSWORD, platform: 'web' };
      const entered = await callShopApi(shopAt(0).url, 'POST', '/api/auth/login', { body });
      const first = cookiesOf(entered);
      const second = cookiesOf(await renew(1, first));
      expect((await renew(0, second)).status).toBe(200);
      // Within 30 s of the first use of its successor, an old token is taken for a phone that slept and not for a
      // thief's.
      expect((await renew(1, first)).status).toBe(200);
    });

    it(
      'raises an alarm that names the instance',
      async () => {
        await expect
          .poll(standing, { timeout: SEEN_WITHIN_MS, interval: 1_000 })
          .toEqual([
            { subject: expect.stringMatching(`:${shopAt(1).port}$`), detail: expect.stringContaining(words) },
          ]);
      },
      SEEN_WITHIN_MS + 5_000,
    );
  });

  it('all that was written has the time of the database', async () => {
    const { db } = shopAt(0);
    const columns = await db.query<{ table: string; column: string }>(
      `SELECT c.table_name AS "table", c.column_name AS "column"
       FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
       WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE'
         AND c.data_type = 'timestamp with time zone'`,
    );
    const endedAt = await databaseTime();
    const off: string[] = [];
    for (const { table, column } of columns.filter(({ column }) => IS_PAST.test(column))) {
      // The demo catalogue has older times, and the sandbox's clock was moved 2 min after each crowd.
      const [row] = await db.query<{ late: number; hourBefore: number }>(
        `SELECT count(*) FILTER (WHERE "${column}" > $1)::int AS late,
           count(*) FILTER (WHERE "${column}" BETWEEN $2 AND $3)::int AS "hourBefore" FROM "${table}"`,
        [
          new Date(endedAt.getTime() + 60_000),
          new Date(beganAt.getTime() - 65 * 60_000),
          new Date(beganAt.getTime() - 45 * 60_000),
        ],
      );
      if (row && row.late + row.hourBefore > 0) {
        off.push(`${table}.${column}: ${row.late} late, ${row.hourBefore} an hour early`);
      }
    }
    expect(columns.length).toBeGreaterThan(20);
    expect(off).toEqual([]);
  });

  it(
    'the alarm is over when the clock is right again',
    async () => {
      await setClock('+0');
      await expect.poll(standing, { timeout: SEEN_WITHIN_MS, interval: 1_000 }).toEqual([]);
    },
    SEEN_WITHIN_MS + 5_000,
  );
});

/** Matches columns with the time of a past event; other columns are deadlines. */
const IS_PAST =
  /^(created|paid|updated|started|finished|raised|seen|presented|rotated|settled|posted|joined)_at$/;

function cookiesOf({ headers }: ShopResponse): Map<string, string> {
  const pairs = headers.getSetCookie().map((cookie) => (cookie.split(';')[0] ?? '').split('='));
  return new Map(pairs.map(([name = '', ...value]) => [name, value.join('=')]));
}
