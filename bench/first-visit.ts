import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openVisitor } from '../tests/support/browser.ts';
import { quietFor } from '../tests/support/quiet-for.ts';
import { startShop } from '../tests/support/shop.ts';

/** Slow 3G as a browser's own tools define it, on a phone six times slower than this machine. */
const SLOW_LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const CPU_SLOWDOWN = 6;

const USAGE = `Measures the first visit on a slow phone: how long until the largest thing is painted, and the bytes,
beside the same page with every script taken out. The ratio says what our scripts cost a shopper who only looks.

  node bench/run.mjs first-visit.ts [--path /] [--runs 3] [--limit 1.15]

  --limit  the highest ratio that passes
`;

interface Visit {
  paintedMs: number;
  bytes: number;
}

/** @returns the exit code: 1 when the ratio is above the limit. */
export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      path: { type: 'string', default: '/' },
      runs: { type: 'string', default: '3' },
      limit: { type: 'string', default: '1.15' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const shop = await startShop();
  const browser = await launchBrowser();
  try {
    const visits: Record<'ours' | 'bare', Visit[]> = { ours: [], bare: [] };
    for (let run = 0; run < Number(values.runs); run += 1) {
      // In turn, so that a busy moment of the machine meets both.
      visits.ours.push(await visit(browser, shop.url + values.path, false));
      visits.bare.push(await visit(browser, shop.url + values.path, true));
    }
    const ours = middle(visits.ours);
    const bare = middle(visits.bare);
    const ratio = ours.paintedMs / bare.paintedMs;
    process.stdout.write(
      `${values.path}: largest paint ${ours.paintedMs} ms, without scripts ${bare.paintedMs} ms, `,
    );
    process.stdout.write(`ratio ${ratio.toFixed(2)}; ${ours.bytes} bytes, without scripts ${bare.bytes}\n`);
    return ratio > Number(values.limit) ? 1 : 0;
  } finally {
    await browser.close();
    await shop.close();
  }
}

async function visit(browser: Browser, url: string, isBare: boolean): Promise<Visit> {
  const { context, page } = await openVisitor(browser, { serviceWorkers: 'block' });
  if (isBare) await takeScriptsOut(page, url);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_LINE);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(url, { waitUntil: 'load', timeout: 120_000 });
  await quietFor(page, 1500);
  const paintedMs = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );
  await context.close();
  return { paintedMs: Math.round(paintedMs), bytes };
}

async function takeScriptsOut(page: Page, url: string): Promise<void> {
  await page.route(url, async (route) => {
    const answer = await route.fetch();
    const html = (await answer.text())
      .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
      .replace(/<link[^>]+modulepreload[^>]*>/g, '');
    await route.fulfill({ response: answer, body: html });
  });
}

function middle(visits: Visit[]): Visit {
  const sorted = visits.toSorted((a, b) => a.paintedMs - b.paintedMs);
  const visit = sorted[Math.floor(sorted.length / 2)];
  if (!visit) throw new Error('no run');
  return visit;
}
