import { act, fireEvent, render } from '@testing-library/react';
import { Profiler } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import Illustration, { type IllustrationName } from './Illustration.tsx';
import { LazyImage } from './LazyImage.tsx';

const picture = { hash: 'abc', width: 1200, height: 1200, tone: 5 };

let isComplete = false;

beforeEach(() => {
  vi.useFakeTimers();
  // happy-dom loads no picture and calls each one complete.
  isComplete = false;
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockImplementation(() => isComplete);
  // Without an observer every picture counts as near.
  vi.stubGlobal('IntersectionObserver', undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
});

const imageIn = (container: HTMLElement) => container.querySelector('img') as HTMLImageElement;
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

test('it offers AVIF at every width before one WebP, on a ground of its own tone', () => {
  const { container } = render(<LazyImage image={picture} alt="Rice" shape="main" />);
  expect(container.querySelector('source')?.getAttribute('srcset')).toBe(
    [160, 320, 480, 640, 1200].map((width) => `/pictures/abc-${width}.avif ${width}w`).join(', '),
  );
  expect(imageIn(container).getAttribute('src')).toBe('/pictures/abc-640.webp');
  expect(imageIn(container).dataset.tone).toBe('5');
});

test.each([
  ['card', [160, 320, 480, 640], 320],
  ['thumb', [160, 320], 160],
] as const)('a %s names the files that it has room for, and no other', (shape, widths, plain) => {
  const { container } = render(<LazyImage image={picture} alt="Rice" shape={shape} />);
  const files = [...container.innerHTML.matchAll(/abc-(\d+)\.(\w+)/g)].map(
    ([, width, kind]) => `${width} ${kind}`,
  );
  expect(files).toEqual([...widths.map((width) => `${width} avif`), `${plain} webp`]);
});

test('a small picture is asked for at its own width', () => {
  const { container } = render(<LazyImage image={{ ...picture, width: 480 }} alt="Rice" shape="main" />);
  expect(imageIn(container).getAttribute('src')).toBe('/pictures/abc-480.webp');
});

test('on a dear line each picture is one step smaller, unless it is there already', () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  const set = () => {
    const { container } = render(<LazyImage image={picture} alt="Rice" shape="main" />);
    return container.querySelector('source')?.getAttribute('srcset');
  };
  const files = (steps: [number, number][]) =>
    steps.map(([file, width]) => `/pictures/abc-${file}.avif ${width}w`).join(', ');
  expect(set()).toBe(
    files([
      [160, 320],
      [320, 480],
      [480, 640],
      [640, 1200],
    ]),
  );
  const { container } = render(<LazyImage image={{ ...picture, width: 320 }} alt="Rice" />);
  expect(container.querySelector('source')?.getAttribute('srcset')).toBe(files([[160, 320]]));
  isComplete = true;
  expect(set()).toContain('/pictures/abc-1200.avif 1200w');
  Object.defineProperty(navigator, 'connection', { value: undefined, configurable: true });
});

test.each([
  ['in the first row twice, for the browser is told to fetch it at once', true, ['mount', 'update']],
  ['elsewhere once', false, ['mount']],
])('a picture that the server drew is drawn again %s', async (_, priority, drawn) => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      unobserve() {}
    },
  );
  const drawings: string[] = [];
  const image = (
    <Profiler id="picture" onRender={(_id, phase) => drawings.push(phase)}>
      <LazyImage image={picture} alt="Rice" priority={priority} />
    </Profiler>
  );
  const box = document.createElement('div');
  box.innerHTML = renderToString(image);
  const root = await act(async () => hydrateRoot(box, image));
  expect(drawings).toEqual(drawn);
  expect(imageIn(box).getAttribute('loading')).toBe(priority ? null : 'lazy');
  act(() => root.unmount());
});

test('a failed picture is asked for again after a second, with a counter', () => {
  const { container } = render(<LazyImage src="/a.webp" alt="" />);
  fireEvent.error(imageIn(container));
  pass(999);
  expect(imageIn(container).getAttribute('src')).toBe('/a.webp');
  pass(1);
  expect(imageIn(container).getAttribute('src')).toBe('/a.webp?retry=1');
  fireEvent.error(imageIn(container));
  pass(1_000);
  expect(imageIn(container).getAttribute('src')).toBe('/a.webp?retry=2');
});

test('a picture of the server that failed before anybody listened counts as failed', () => {
  isComplete = true;
  const { container } = render(<LazyImage src="/a.webp" alt="" />);
  pass(1_000);
  expect(imageIn(container).getAttribute('src')).toBe('/a.webp?retry=1');
});

test('after 500 tries the broken-picture drawing takes its place', () => {
  const { container } = render(<LazyImage src="/a.webp" alt="Rice" />);
  for (let tries = 1; tries <= 500; tries += 1) {
    fireEvent.error(imageIn(container));
    pass(1_000);
  }
  expect(imageIn(container).getAttribute('src')).toBe('/a.webp?retry=500');
  fireEvent.error(imageIn(container));
  expect(container.querySelector('img')).toBeNull();
  expect(container.textContent).toBe('Rice');
});

test('a product without a picture has the basket in its place, never the broken one', async () => {
  const art = (name: IllustrationName) => render(<Illustration name={name} />).container.innerHTML;
  const { container } = render(<LazyImage alt="" />);
  expect(container.querySelector('img')).toBeNull();
  await act(() => vi.dynamicImportSettled());
  expect(container.querySelector('svg')?.outerHTML).toBe(art('basket'));
});

test('a changed picture starts anew', () => {
  const { container, rerender } = render(<LazyImage src="/a.webp" alt="" />);
  fireEvent.error(imageIn(container));
  pass(1_000);
  rerender(<LazyImage src="/b.webp" alt="" />);
  expect(imageIn(container).getAttribute('src')).toBe('/b.webp');
  fireEvent.error(imageIn(container));
  pass(1_000);
  expect(imageIn(container).getAttribute('src')).toBe('/b.webp?retry=1');
});

test('while nobody looks the clock stands still', () => {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  const { container } = render(<LazyImage src="/a.webp" alt="" />);
  fireEvent.error(imageIn(container));
  pass(60_000);
  expect(imageIn(container).getAttribute('src')).toBe('/a.webp');
  Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
  pass(1_000);
  expect(imageIn(container).getAttribute('src')).toBe('/a.webp?retry=1');
});

test('at most four are tried again at the same time', () => {
  const { container } = render(
    ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => <LazyImage key={name} src={`/${name}.webp`} alt="" />),
  );
  const images = [...container.querySelectorAll('img')];
  for (const image of images) fireEvent.error(image);
  pass(5_000);
  const retried = () => images.filter((image) => image.getAttribute('src')?.includes('retry')).length;
  expect(retried()).toBe(4);
  const [first] = images;
  if (first) fireEvent.load(first);
  pass(1_000);
  expect(retried()).toBe(5);
});
