import { launchBrowserWithProfile } from '../support/browser.ts';
import type { Engine } from './engine.ts';

/** Chromium, driven as in all other browser tests. */
export const CHROMIUM: Engine = {
  name: 'Chromium',
  // Chromium comes with the npm packages.
  missing: null,
  keepsProfile: true,
  async open(profileDir) {
    const { page, close } = await launchBrowserWithProfile(profileDir);
    const call = (body: string, args: unknown[]) =>
      `(async function () { ${body} }).apply(null, ${JSON.stringify(args)})`;
    return {
      async goto(url) {
        await page.goto(url);
      },
      run: (body, ...args) => page.evaluate(call(body, args)),
      async tap(find, ...args) {
        const element = (await page.evaluateHandle<Element | null>(call(find, args))).asElement();
        await element?.click();
        return element !== null;
      },
      type: (text) => page.keyboard.type(text),
      close,
    };
  },
};
