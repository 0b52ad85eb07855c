import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IMAGE_FILE_BYTES_MAX, IMPORT_FILE_CHARS_MAX } from '#contract/limits.ts';
import { opsAddProductImage, opsImportProducts } from '#contract/ops/products-endpoints.ts';
import type { OpsImportProductsReply } from '#contract/schemas/ops/products.ts';
import { createOperatorTotpCode, decodeBase32, TEST_OPERATOR_PASSWORD } from '../support/console.ts';
import { addOperatorToShop } from '../support/console-page.ts';
import type { TestShop } from '../support/shop.ts';
import { callShopApi } from '../support/shopper.ts';
import type { Deployment } from './deployment.ts';
import { hasNginx } from './nginx.ts';
import { deployBehindNginx } from './nginx-deployment.ts';

/** `npm run test:deploy`: operators' files are larger than anything that a shopper sends, and must pass the proxy. */

const HEAD = 'slug,title,description,category,price,basePrice,minimumViableUnits,baseUnitName,sellingUnits';

describe.runIf(hasNginx("the console's files through nginx"))('the console behind nginx', () => {
  let deployed: Deployment;
  let headers: Record<string, string>;
  beforeAll(async () => {
    deployed = await deployBehindNginx();
    headers = await enterConsole(deployed);
  }, 240_000);
  afterAll(() => deployed?.close(), 120_000);

  it('takes a picture of the greatest size', async () => {
    const answer = await send(
      `${opsAddProductImage.path}?name=market.png`,
      await pngOf(IMAGE_FILE_BYTES_MAX),
    );
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
  }, 120_000);

  it('takes a table of the greatest length', async () => {
    const rows = [HEAD];
    for (let length = HEAD.length; ; ) {
      const row = `harvest-${rows.length},Harvest ${rows.length},${'ọ'.repeat(1_500)},Harvest,900,1200,50,kg,bag;Bag 50 kg;50;1200;`;
      length += row.length + 1;
      if (length > IMPORT_FILE_CHARS_MAX) break;
      rows.push(row);
    }
    const answer = await callShopApi<OpsImportProductsReply>(deployed.url, 'POST', opsImportProducts.path, {
      headers,
      body: { fileName: 'harvest.csv', text: rows.join('\n'), dryRun: true },
    });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
  }, 120_000);

  it('lets through no more than that, and from shoppers no more than before', async () => {
    const [tooLarge, fromShopper] = await Promise.all([
      send(`${opsAddProductImage.path}?name=market.png`, Buffer.alloc(IMAGE_FILE_BYTES_MAX + 1_048_576)),
      send('/api/cart/add', Buffer.alloc(200_000)),
    ]);
    expect([tooLarge.status, fromShopper.status]).toEqual([413, 413]);
  });

  async function send(path: string, body: Buffer): Promise<{ status: number; body: unknown }> {
    const answer = await fetch(deployed.url + path, {
      method: opsAddProductImage.method,
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(body),
    });
    const isJson = answer.headers.get('content-type')?.includes('json');
    return { status: answer.status, body: isJson ? await answer.json() : await answer.text() };
  }
});

/** Signs a new operator in at the console. @returns the headers that their browser sends with each call. */
async function enterConsole({ url, shops }: Deployment): Promise<Record<string, string>> {
  const name = 'importer';
  const secret = await addOperatorToShop(shops[0] as TestShop, name, 'ops');
  const password = TEST_OPERATOR_PASSWORD;
  const headers = { origin: url };
  const enrolled = await callShopApi<{ data: { totpSecret: string } }>(url, 'POST', '/api/ops/enrol', {
    headers,
    body: { name, secret, password },
  });
  const code = createOperatorTotpCode(decodeBase32(enrolled.body.data.totpSecret));
  const entered = await callShopApi(url, 'POST', '/api/ops/sign-in', {
    headers,
    body: { name, password, code },
  });
  if (entered.status !== 200) throw new Error(`no way in: ${JSON.stringify(entered.body)}`);
  return { ...headers, cookie: String(entered.headers.get('set-cookie')).split(';')[0] ?? '' };
}

/** Makes a small picture of an exact number of bytes; readers ignore what follows a PNG's last chunk. */
async function pngOf(sizeBytes: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const create = { width: 320, height: 320, channels: 3, background: '#3f7d2c' } as const;
  const picture = await sharp({ create }).png().toBuffer();
  return Buffer.concat([picture, Buffer.alloc(sizeBytes - picture.length)]);
}
