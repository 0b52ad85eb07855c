import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestShop } from '../support/shop.ts';
import { buyDuring, expectWhole } from './crowd.ts';
import { type Deployment, deploy } from './deployment.ts';
import { hasNginx } from './nginx.ts';
import { deployBehindNginx } from './nginx-deployment.ts';

/** `npm run test:deploy`: a shop whose disk has no room for pictures, and an instance that lacks a picture. */

/** The shop checks its machine every minute. */
const SEEN_WITHIN_MS = 75_000;
const DISK_MB = 700;

interface Kept {
  hash: string;
}

/** Adds an operator's picture that no instance has seen before. */
async function addPicture(shop: TestShop, folder: string, background: string) {
  const file = join(folder, `cloth-${background.slice(1)}.png`);
  await sharp({ create: { width: 640, height: 480, channels: 3, background } }).toFile(file);
  return await shop.tryOps<Kept>('picture', 'add', file);
}

const statusOf = async (url: string): Promise<number> => {
  const answer = await fetch(url);
  await answer.arrayBuffer();
  return answer.status;
};
const addressOf = (kept: Kept | undefined) => `/pictures/${kept?.hash}-160.webp`;

function standing(shop: TestShop, kind: string): Promise<{ subject: string }[]> {
  return shop.db.query('SELECT subject FROM alarms WHERE kind = $1 AND over_at IS NULL ORDER BY subject', [
    kind,
  ]);
}

describe.runIf(hasNginx('an instance without the pictures'))(
  'two instances, one without the pictures',
  () => {
    let deployed: Deployment;
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'deploy-pictures-'));
      deployed = await deployBehindNginx((place) => ({ DATA_DIR: join(folder, `${place}`) }));
    }, 240_000);
    afterAll(async () => {
      await deployed?.close();
      await rm(folder, { recursive: true, force: true });
    }, 120_000);

    it('shoppers see the picture, the instance says that it has not got it, and is over it once it has', async () => {
      const [first, second] = deployed.shops as [TestShop, TestShop];
      const added = await addPicture(first, folder, '#884422');
      const address = addressOf(added.data);
      expect([await statusOf(first.url + address), await statusOf(second.url + address)]).toEqual([200, 404]);
      let failed = 0;
      for (let ask = 0; ask < 40; ask += 1) if ((await statusOf(deployed.url + address)) !== 200) failed += 1;
      process.stdout.write(`one instance without the pictures: pictures asked for 40, failed ${failed}\n`);
      expect(failed).toBe(0);
      const subject = expect.stringMatching(`:${second.port}$`);
      const alarms = () => standing(first, 'pictures');
      await expect.poll(alarms, { timeout: SEEN_WITHIN_MS, interval: 1_000 }).toEqual([{ subject }]);
      await cp(join(folder, '0', 'pictures'), join(folder, '1', 'pictures'), { recursive: true });
      expect(await statusOf(second.url + address)).toBe(200);
      await expect.poll(alarms, { timeout: SEEN_WITHIN_MS, interval: 1_000 }).toEqual([]);
    }, 240_000);
  },
);

/** Mounts a disk in memory. Null, with a printed line, where this is not allowed. */
function mountDisk(folder: string): (() => void) | null {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    process.stdout.write('Not run, no file system can be mounted here: a full disk of pictures\n');
    return null;
  }
  return () => void execFileSync('umount', [folder], { stdio: 'ignore' });
}

const folder = await mkdtemp(join(tmpdir(), 'deploy-disk-'));
await mkdir(join(folder, 'pictures'));
const unmount = mountDisk(join(folder, 'pictures'));
if (!unmount) await rm(folder, { recursive: true });

describe.runIf(unmount)('two instances whose disk of pictures is full', () => {
  let deployed: Deployment;
  beforeAll(async () => {
    deployed = await deploy(2, undefined, { DATA_DIR: folder });
  }, 240_000);
  afterAll(async () => {
    await deployed?.close();
    unmount?.();
    await rm(folder, { recursive: true, force: true });
  }, 120_000);

  it('sell on, show what they have, refuse a new picture, raise an alarm, and are well once there is room', async () => {
    const [first, second] = deployed.shops as [TestShop, TestShop];
    const made = await addPicture(first, folder, '#224488');
    const filler = join(folder, 'pictures', 'filler');
    const alarms = () => standing(first, 'disk');
    let failed = 0;
    const seen = await buyDuring(deployed, async () => {
      await writeFile(filler, Buffer.alloc(DISK_MB * 1024 * 1024)).catch((error: NodeJS.ErrnoException) =>
        expect(error.code).toBe('ENOSPC'),
      );
      const refused = await addPicture(first, folder, '#448822');
      expect(refused.exitCode).not.toBe(0);
      expect(refused.message).toMatch(/^The images cannot be written to .*ENOSPC/);
      for (const { url } of [first, second]) {
        if ((await statusOf(url + addressOf(made.data))) !== 200) failed += 1;
        expect(await statusOf(`${url}/readyz`)).toBe(200);
      }
      const both = [expect.any(Object), expect.any(Object)];
      await expect.poll(alarms, { timeout: SEEN_WITHIN_MS, interval: 1_000 }).toEqual(both);
      await rm(filler);
    });
    await expectWhole(deployed, 'disk of pictures full', seen);
    process.stdout.write(`disk of pictures full: pictures that were there, failed ${failed}\n`);
    expect([seen.cut, seen.refused, failed]).toEqual([0, 0, 0]);
    const after = await addPicture(second, folder, '#448822');
    expect(after.exitCode).toBe(0);
    expect(await statusOf(first.url + addressOf(after.data))).toBe(200);
    await expect.poll(alarms, { timeout: SEEN_WITHIN_MS, interval: 1_000 }).toEqual([]);
  }, 360_000);
});
