import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { registerWebManifestRoute } from './web-manifest.ts';

const folder = mkdtempSync(join(tmpdir(), 'web-manifest-'));
mkdirSync(join(folder, 'screenshots'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function manifest() {
  const app = Fastify();
  registerWebManifestRoute(app, readConfig({}), folder);
  const answer = await app.inject('/manifest.webmanifest');
  await app.close();
  return answer.json();
}

test('it names the pictures of the shop that are there', async () => {
  expect(await manifest()).not.toHaveProperty('screenshots');
  for (const name of ['home', 'product', 'account', 'wide']) {
    writeFileSync(join(folder, 'screenshots', `${name}.png`), '');
  }
  const narrow = { sizes: '720x1280', type: 'image/png', form_factor: 'narrow' };
  expect((await manifest()).screenshots).toEqual([
    { src: '/screenshots/home.png', label: 'Home', ...narrow },
    { src: '/screenshots/product.png', label: 'Product', ...narrow },
    { src: '/screenshots/account.png', label: 'Account', ...narrow },
    { src: '/screenshots/wide.png', label: 'Home', ...narrow, sizes: '1280x800', form_factor: 'wide' },
  ]);
});

test('it says what the shop is, and leads to cart, wallet and referral', async () => {
  expect(await manifest()).toMatchObject({
    name: 'Ajora',
    short_name: 'Ajora',
    description: 'Buy Together, Save Together. Wholesale directly to you.',
    shortcuts: [
      { name: 'Cart', url: '/cart?source=shortcut' },
      { name: 'Wallet', url: '/wallet?source=shortcut' },
      { name: 'Referral', url: '/referral?source=shortcut' },
    ],
  });
});
