import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SCREENS } from '../src/ops/screen-table.tsx';
import { opsScreens } from '../src/ops/screens.ts';
import { launchBrowser, openVisitor } from '../tests/support/browser.ts';
import { openTour } from '../tests/support/console-tour.ts';
import { findCutContent, findSmallTargets } from '../tests/support/screen-checks.ts';
import { untilStill } from '../tests/support/screens.ts';
import { startShop } from '../tests/support/shop.ts';
import { type Picture, renderSheet } from './contact-sheet-page.ts';

const WINDOWS = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
];
const THEMES = ['light', 'dark'] as const;

const USAGE = `Shoots every screen of the operators' console, whole, at 360 and 1280 px, light and dark, into one sheet.

  npm run bench -- console-sheet [--out DIR] [--only PATH,PATH]

  --out   where the sheet goes (default: .data/console-sheet)
  --only  addresses of the table of screens, for example /ops/groups
`;

/** @returns the exit code: 1 when a screen scrolls sideways, is cut or has targets too small. */
export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      out: { type: 'string', default: '.data/console-sheet' },
      only: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const outDir = resolve(values.out);
  await mkdir(outDir, { recursive: true });
  const only = values.only?.split(',');
  const shop = await startShop();
  const browser = await launchBrowser();
  try {
    const open = async () =>
      (await openVisitor(browser, { baseURL: shop.url, reducedMotion: 'reduce' })).page;
    const tour = await openTour(shop, open);
    // Before the door too.
    const paths = [opsScreens.enrol, ...SCREENS.map(({ path }) => path)];
    const pictures: Picture[] = [];
    const faults: string[] = [];
    for (const path of paths.filter((one) => !only || only.includes(one))) {
      const page = await open();
      if (path !== opsScreens.enrol) await tour.enter(page);
      await page.goto(tour.placeOf(path));
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForFunction(() => !document.querySelector('[role=status][aria-label=Loading]'));
      for (const colorScheme of THEMES) {
        await page.emulateMedia({ colorScheme });
        for (const window of WINDOWS) {
          await page.setViewportSize(window);
          await untilStill(page);
          const title = `${path} ${window.width} ${colorScheme}`;
          const file = `${title.replace(/[^a-z0-9]+/g, '-').slice(1)}.png`;
          await page.screenshot({ path: join(outDir, file), fullPage: true });
          pictures.push({ title, screen: path, width: window.width, file, design: null });
          const found = [...(await findCutContent(page)), ...(await findSmallTargets(page))];
          faults.push(...found.map((fault) => `${title}: ${fault}`));
        }
      }
      await page.context().close();
      process.stdout.write(`${path}\n`);
    }
    await writeFile(join(outDir, 'index.html'), renderSheet(pictures, faults));
    process.stdout.write(`${faults.map((fault) => `${fault}\n`).join('')}${pictures.length} pictures, `);
    process.stdout.write(`${faults.length} faults: ${join(outDir, 'index.html')}\n`);
    return faults.length > 0 ? 1 : 0;
  } finally {
    await browser.close();
    await shop.close();
  }
}
