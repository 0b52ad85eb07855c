import { afterAll, beforeAll } from 'vitest';

/** What a part adds to what it stands on. */
type Part<Base, Added> = (base: Base) => Promise<Added> | Added;
interface Closing {
  close(): Promise<unknown>;
}

/**
 * What the tests of a file share: opened before them, with the parts they need upon it, and closed after them. Its
 * fields are there from the next `beforeAll` on. Call it at the top of the file.
 */
export function forFile<Base extends Closing>(open: () => Promise<Base>): Base;
export function forFile<Base extends Closing, One extends object>(
  open: () => Promise<Base>,
  one: Part<Base, One>,
): Base & One;
export function forFile<Base extends Closing, One extends object, Two extends object>(
  open: () => Promise<Base>,
  one: Part<Base, One>,
  two: Part<Base & One, Two>,
): Base & One & Two;
export function forFile(open: () => Promise<Closing>, ...parts: Part<never, object>[]): object {
  let opened: Closing | undefined;
  beforeAll(async () => {
    opened = await open();
    for (const part of parts) Object.assign(opened, await part(opened as never));
  });
  afterAll(() => opened?.close());
  return new Proxy({}, { get: (_, name) => opened && Reflect.get(opened, name) });
}
