import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openVisitor } from '../tests/support/browser.ts';
import { findCutContent, findSmallTargets, setDoubleText } from '../tests/support/screen-checks.ts';
import { SCREENS_AND_STATES } from '../tests/support/screen-states.ts';
import { prepareDesignShopper, type Screen, showScreen, untilStill } from '../tests/support/screens.ts';
import { type Shop, startShop } from '../tests/support/shop.ts';
import type { Shopper } from '../tests/support/shopper.ts';
import { type Picture, renderSheet } from './contact-sheet-page.ts';

const WIDTHS = [320, 360, 412, 1280];
const HEIGHT = 800;
const THEMES = ['light', 'dark'] as const;

const USAGE = `Shoots every built screen and state at 320, 360, 412 and 1280 px, light and dark, into one sheet.

  npm run contact-sheet -- [--design DIR] [--out DIR] [--only NAME,NAME]

  --design  the folder with the design's own pictures (NAME-360.png), shown beside ours
  --out     where the sheet goes (default: .data/contact-sheet)
`;

/** @returns the exit code: 1 when a screen scrolls sideways, is cut or has targets too small. */
export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      design: { type: 'string' },
      out: { type: 'string', default: '.data/contact-sheet' },
      only: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const outDir = resolve(values.out);
  const only = values.only?.split(',');
  await mkdir(outDir, { recursive: true });
  const shop = await startShop({
    env: { GROUP_CHAT_URL: 'https://chat.example/join', PRESS_URL: 'https://press.example/story' },
  });
  const browser = await launchBrowser();
  try {
    const shopper = await prepareDesignShopper(shop);
    const pictures: Picture[] = [];
    const faults: string[] = [];
    let signedInAtMs = Date.now();
    for (const screen of SCREENS_AND_STATES.filter(({ name }) => !only || only.includes(name))) {
      if (Date.now() - signedInAtMs > SESSION_MS) {
        await shopper.signInAgain();
        signedInAtMs = Date.now();
      }
      for (const theme of THEMES) {
        for (const width of WIDTHS) {
          const shot = { screen, theme, width, outDir, designDir: values.design };
          const result = await shoot(browser, shop, shopper, shot);
          pictures.push(...result.pictures);
          faults.push(...result.faults);
        }
      }
      process.stdout.write(`${screen.name}\n`);
    }
    await writeFile(join(outDir, 'index.html'), renderSheet(pictures, faults));
    await shootSheet(browser, outDir);
    process.stdout.write(`${faults.map((fault) => `${fault}\n`).join('')}${pictures.length} pictures, `);
    process.stdout.write(`${faults.length} faults: ${join(outDir, 'index.html')}\n`);
    return faults.length > 0 ? 1 : 0;
  } finally {
    await browser.close();
    await shop.close();
  }
}

/** Each picture is a phone that has only the token, and that is good for 15 minutes. */
const SESSION_MS = 5 * 60_000;

interface Shot {
  screen: Screen;
  theme: (typeof THEMES)[number];
  width: number;
  outDir: string;
  designDir: string | undefined;
}

interface Shots {
  pictures: Picture[];
  faults: string[];
}

/** A busy machine is no fault of the screen: what does not come is tried once more, then told. */
async function shoot(browser: Browser, shop: Shop, shopper: Shopper, shot: Shot): Promise<Shots> {
  for (let tries = 1; ; tries += 1) {
    const { context, page } = await openVisitor(browser, {
      baseURL: shop.url,
      viewport: { width: shot.width, height: HEIGHT },
      colorScheme: shot.theme,
      reducedMotion: 'reduce',
    });
    try {
      await showScreen(page, shot.screen, shop, shopper);
      return await shootPage(page, shot);
    } catch (error) {
      if (tries === 2) return { pictures: [], faults: [`${titleOf(shot)}: is not shown: ${error}`] };
    } finally {
      await context.close();
    }
  }
}

async function shootPage(page: Page, shot: Shot): Promise<Shots> {
  const { screen, theme, width } = shot;
  const title = titleOf(shot);
  const pictures: Picture[] = [];
  for (const y of [0, ...(screen.scrolledTo?.[width] ?? [])]) {
    await page.evaluate((top) => scrollTo(0, top), y);
    await untilStill(page);
    const file = fileName(screen.name, width, theme, y);
    await page.screenshot({ path: join(shot.outDir, file) });
    pictures.push({
      title: y ? `${title} at ${y}` : title,
      screen: screen.name,
      width,
      file,
      design: findDesign(shot, y),
    });
  }
  await page.evaluate(() => scrollTo(0, 0));
  const faults = (await findFaults(page)).map((fault) => `${title}: ${fault}`);
  return { pictures, faults };
}

function titleOf({ screen, theme, width }: Shot): string {
  return `${screen.name} ${width} ${theme}`;
}

async function findFaults(page: Page): Promise<string[]> {
  const faults = [...(await findCutContent(page)), ...(await findSmallTargets(page))];
  await setDoubleText(page, true);
  await untilStill(page);
  faults.push(...(await findCutContent(page)).map((fault) => `at 200% text: ${fault}`));
  return faults;
}

function fileName(name: string, width: number, theme: string, y: number): string {
  return `${name}-${width}${theme === 'dark' ? '-dark' : ''}${y ? `-y${y}` : ''}.png`;
}

/** The design has no 320 px pictures, and dark ones of two screens only: then its nearest one is shown. */
function findDesign({ screen, theme, width, designDir, outDir }: Shot, y: number): string | null {
  if (!designDir) return null;
  const wide = width === 320 ? 360 : width;
  const names = [fileName(screen.name, wide, theme, y), fileName(screen.name, wide, 'light', y)];
  const file = names.map((name) => resolve(designDir, name)).find((path) => existsSync(path));
  return file ? relative(outDir, file) : null;
}

async function shootSheet(browser: Browser, outDir: string): Promise<void> {
  const { context, page } = await openVisitor(browser, { viewport: { width: 3600, height: 1200 } });
  await page.goto(pathToFileURL(join(outDir, 'index.html')).href);
  // Small pictures, or the sheet is taller than a browser can paint.
  await page.evaluate(() => document.documentElement.setAttribute('data-small', ''));
  await page.screenshot({ path: join(outDir, 'contact-sheet.png'), fullPage: true, timeout: 120_000 });
  await context.close();
}
