import { setTimeout as delay } from 'node:timers/promises';
import type { Tab } from './engine.ts';

/** The commands to an engine's driver, named as in the WebDriver standard. */
export type Command =
  | { name: 'Navigate'; url: string }
  | { name: 'ExecuteAsyncScript'; script: string; args: unknown[] }
  | { name: 'GetActiveElement' }
  | { name: 'ElementClick'; id: string }
  | { name: 'ElementSendKeys'; id: string; text: string };

/** One session of a driver. An answer is the standard's `value`; an error of the standard is thrown. */
export interface Session {
  send(command: Command): Promise<unknown>;
  close(): Promise<void>;
}

/** How long a page may take to load, and a script to answer. */
export const CALL_WITHIN_MS = 120_000;

/** The field in which a driver returns the id of an element. @source WebDriver, section 12.1 */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** Opens a tab that is driven by WebDriver, over any connection. */
export function tabOf(session: Session): Tab {
  const run = async <Result>(body: string, ...args: unknown[]): Promise<Result> => {
    const script = `const done = arguments[arguments.length - 1];
      (async function () { ${body} }).apply(null, [...arguments].slice(0, -1)).then(
        (value) => done({ value: value === undefined ? null : value }),
        (error) => done({ error: String(error) }));`;
    const answer = await session.send({ name: 'ExecuteAsyncScript', script, args });
    const { value, error } = answer as { value: Result; error?: string };
    if (error) throw new Error(error);
    return value;
  };
  const idOf = (element: unknown) => (element as { [ELEMENT]: string })[ELEMENT];
  return {
    async goto(url) {
      await session.send({ name: 'Navigate', url });
      // WebKit's driver may answer while the old page is still there.
      const until = performance.now() + CALL_WITHIN_MS;
      while ((await run('return location.href').catch(() => '')) !== url) {
        if (performance.now() > until) throw new Error(`the browser did not go to ${url}`);
        await delay(50);
      }
    },
    run,
    async tap(find, ...args) {
      const element = await run(find, ...args);
      if (!element) return false;
      await session.send({ name: 'ElementClick', id: idOf(element) });
      return true;
    },
    async type(text) {
      const element = await session.send({ name: 'GetActiveElement' });
      await session.send({ name: 'ElementSendKeys', id: idOf(element), text });
    },
    close: () => session.close(),
  };
}
