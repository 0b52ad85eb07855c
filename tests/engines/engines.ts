import { describe } from 'vitest';
import { CHROMIUM } from './chromium.ts';
import type { Engine } from './engine.ts';
import { FIREFOX } from './firefox.ts';
import { WEBKIT } from './webkit.ts';

/** Every engine in which the shop is tested. */
export const ENGINES: readonly Engine[] = [CHROMIUM, FIREFOX, WEBKIT];

/**
 * Registers tests in one engine. Where the engine is not installed they are listed as not run, with what to install.
 */
export function describeIn(engine: Engine, tests: () => void): void {
  const name = engine.missing ? `in ${engine.name}: not installed (${engine.missing})` : `in ${engine.name}`;
  if (engine.missing) console.warn(`not run: ${name}`);
  describe.runIf(!engine.missing)(name, tests);
}
