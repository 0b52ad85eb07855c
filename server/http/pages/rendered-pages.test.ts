import { expect, test } from 'vitest';
import { createPageRenderCache } from './rendered-pages.ts';

/** Creates a page cache whose renderings end when the test says so, with a clock that the test moves. */
function stage() {
  const rendered: string[] = [];
  const ends: (() => void)[] = [];
  const clock = { nowMs: 0 };
  const ask = createPageRenderCache(
    (path) => {
      rendered.push(path);
      return new Promise<string>((resolve) => ends.push(() => resolve(`${path} at ${clock.nowMs}`)));
    },
    () => clock.nowMs,
  );
  const endAll = () => {
    for (const end of ends.splice(0)) end();
  };
  return { ask, rendered, clock, endAll };
}

test('an address is rendered once a second, for all who ask meanwhile', async () => {
  const { ask, rendered, clock, endAll } = stage();
  const many = [ask('/'), ask('/'), ask('/')];
  endAll();
  expect(await Promise.all(many)).toEqual(['/ at 0', '/ at 0', '/ at 0']);
  clock.nowMs = 999;
  expect(await ask('/')).toBe('/ at 0');
  clock.nowMs = 1_000;
  const later = ask('/');
  endAll();
  expect(await later).toBe('/ at 1000');
  expect(rendered).toEqual(['/', '/']);
});

test('sixteen are rendered at once, the rest is told that there is none', async () => {
  const { ask, rendered, endAll } = stage();
  const asked = Array.from({ length: 40 }, (_, index) => ask(`/product/${index}`));
  endAll();
  const answers = await Promise.all(asked);
  expect([rendered.length, answers.filter((page) => page === null).length]).toEqual([16, 24]);
  const next = ask('/product/39');
  endAll();
  expect(await next).toBe('/product/39 at 0');
});

test('a hundred are kept, and a failed one is not', async () => {
  let rendered = 0;
  const ask = createPageRenderCache(
    async (path) => {
      rendered += 1;
      if (path === '/broken') throw new Error('broken');
      return path;
    },
    () => 0,
  );
  for (let index = 0; index < 101; index += 1) await ask(`/${index}`);
  await ask('/100');
  expect(rendered).toBe(101);
  await ask('/0');
  expect(rendered).toBe(102);
  await expect(ask('/broken')).rejects.toThrow('broken');
  await expect(ask('/broken')).rejects.toThrow('broken');
  expect(rendered).toBe(104);
});
