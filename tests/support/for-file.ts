import { afterAll, beforeAll } from 'vitest';

/** A part adds fields to the fixture that it receives. */
type Part<Base, Added> = (base: Base) => Promise<Added> | Added;
interface Closing {
  close(): Promise<unknown>;
}

/**
 * Opens a fixture with its parts before the tests of a file and closes it after them. Its fields exist from the next
 * `beforeAll` on. Call it at the top of the file.
 */
export function openFixtureForFile<Base extends Closing>(open: () => Promise<Base>): Base;
export function openFixtureForFile<Base extends Closing, One extends object>(
  open: () => Promise<Base>,
  one: Part<Base, One>,
): Base & One;
export function openFixtureForFile<Base extends Closing, One extends object, Two extends object>(
  open: () => Promise<Base>,
  one: Part<Base, One>,
  two: Part<Base & One, Two>,
): Base & One & Two;
export function openFixtureForFile(open: () => Promise<Closing>, ...parts: Part<never, object>[]): object {
  let opened: Closing | undefined;
  beforeAll(async () => {
    opened = await open();
    for (const part of parts) Object.assign(opened, await part(opened as never));
  });
  afterAll(() => opened?.close());
  return new Proxy({}, { get: (_, name) => opened && Reflect.get(opened, name) });
}
