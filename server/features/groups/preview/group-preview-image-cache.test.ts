import { expect, test } from 'vitest';
import { createGroupPreviewImageCache, GROUP_PREVIEW_CONTENT_CACHE_MS } from './group-preview-image-cache.ts';
import type { GroupPreviewContent } from './preview-content.ts';

const figuresOf = (state: string): GroupPreviewContent => ({
  ...{ title: 'Rice', image: null, offer: null, state, detail: '' },
});
const mayDraw = async () => {};

function open(groups: Map<string, string> = new Map([['g1', 'Needs 9 kg more']])) {
  let nowMs = 0;
  const counts = { read: 0, drawn: 0, drawing: 0, drawingMost: 0 };
  const previews = createGroupPreviewImageCache(
    async (groupId) => {
      counts.read += 1;
      const state = groups.get(groupId);
      return state === undefined ? null : figuresOf(state);
    },
    async ({ state }) => {
      counts.drawn += 1;
      counts.drawing += 1;
      counts.drawingMost = Math.max(counts.drawingMost, counts.drawing);
      await new Promise((resolve) => setImmediate(resolve));
      counts.drawing -= 1;
      if (state === 'broken') throw new Error('cannot be drawn');
      return Buffer.from(state);
    },
    () => nowMs,
  );
  const nameOf = async (groupId: string) => (await previews.path(groupId))?.slice(-16, -4) ?? '';
  return { previews, counts, groups, nameOf, pass: (ms: number) => (nowMs += ms) };
}

test('a group is read and drawn once a minute, however many ask', async () => {
  const { previews, counts, groups, nameOf, pass } = open();
  const name = await nameOf('g1');
  const all = await Promise.all(Array.from({ length: 20 }, () => previews.getImage('g1', name, mayDraw)));
  expect(all.map((one) => one?.jpeg.toString())).toEqual(Array(20).fill('Needs 9 kg more'));
  groups.set('g1', 'Needs 4 kg more');
  pass(GROUP_PREVIEW_CONTENT_CACHE_MS - 1);
  expect(await nameOf('g1')).toBe(name);
  expect(counts).toMatchObject({ read: 1, drawn: 1 });
  pass(1);
  expect(await nameOf('g1')).not.toBe(name);
  // A chat may request an image by its old name. It gets the current image, and `isNamed` is false so that it is cached
  // briefly.
  const old = await previews.getImage('g1', name, mayDraw);
  expect(old).toEqual({ jpeg: Buffer.from('Needs 4 kg more'), isNamed: false });
  expect(counts).toMatchObject({ read: 2, drawn: 2 });
});

test('what has not changed is not drawn again', async () => {
  const { previews, counts, nameOf, pass } = open();
  await previews.getImage('g1', await nameOf('g1'), mayDraw);
  pass(GROUP_PREVIEW_CONTENT_CACHE_MS);
  expect((await previews.getImage('g1', await nameOf('g1'), mayDraw))?.isNamed).toBe(true);
  expect(counts).toMatchObject({ read: 2, drawn: 1 });
});

test('an unknown group has no picture and takes no room', async () => {
  const { previews, counts } = open();
  expect(await previews.path('none')).toBeNull();
  expect(await previews.getImage('none', 'name', mayDraw)).toBeNull();
  expect(counts).toMatchObject({ read: 2, drawn: 0 });
});

test('one picture is drawn at a time, and beyond eight that wait the next is refused', async () => {
  const groups = new Map(Array.from({ length: 9 }, (_, index) => [`g${index}`, `Needs ${index} kg more`]));
  const { previews, counts } = open(groups);
  const asked = [...groups.keys()].map((groupId) => previews.getImage(groupId, '', mayDraw));
  const answers = await Promise.allSettled(asked);
  expect(answers.filter(({ status }) => status === 'rejected')).toMatchObject([
    { reason: { code: 'unavailable' } },
  ]);
  expect(counts).toMatchObject({ drawn: 8, drawingMost: 1 });
  expect((await previews.getImage('g8', '', mayDraw))?.jpeg.toString()).toBe('Needs 8 kg more');
});

test('who may not draw still gets a picture that is there', async () => {
  const { previews, counts } = open();
  const refuse = () => Promise.reject(new Error('too many'));
  await expect(previews.getImage('g1', '', refuse)).rejects.toThrow('too many');
  await previews.getImage('g1', '', mayDraw);
  expect((await previews.getImage('g1', '', refuse))?.jpeg.toString()).toBe('Needs 9 kg more');
  expect(counts.drawn).toBe(1);
});

test('at most 200 groups are kept, and a failed drawing is tried again', async () => {
  const groups = new Map(Array.from({ length: 201 }, (_, index) => [`g${index}`, 'broken']));
  const { previews, counts } = open(groups);
  for (const groupId of groups.keys()) await previews.path(groupId);
  await previews.path('g200');
  expect(counts.read).toBe(201);
  await previews.path('g0');
  expect(counts.read).toBe(202);
  await expect(previews.getImage('g0', '', mayDraw)).rejects.toThrow('cannot be drawn');
  groups.set('g0', 'Needs 1 kg more');
  await expect(previews.getImage('g0', '', mayDraw)).rejects.toThrow('cannot be drawn');
  expect(counts.drawn).toBe(2);
});
