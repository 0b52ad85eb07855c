import { act } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { simulateBrowserTranslator, TRANSLATED_TEXT_MARK } from '../../../tests/support/translator.ts';
import headScript from '../../head-script.js?raw';
import { QuantityStepper } from '../../ui/control/QuantityStepper.tsx';
import { addRenderedControlsToRecording, replayRecordedInteractions } from './replay-interactions.ts';

/** Runs the script as the page does: inline and outside any module. */
const runHeadScript = new Function(headScript);
const handleTap = vi.fn();
const handleAdd = vi.fn();

function Page() {
  const [text, setText] = useState('');
  const [unit, setUnit] = useState('');
  const [pieces, setPieces] = useState(1);
  return (
    <Suspense>
      <input aria-label="Search" value={text} onChange={(event) => setText(event.target.value)} />
      <select aria-label="Unit" value={unit} onChange={(event) => setUnit(event.target.value)}>
        <option value="" disabled>
          Select an option
        </option>
        <option value="bag">Bag</option>
      </select>
      {/* Only React's development build compares attributes; the shop's build accepts the busy button as it is. */}
      <button type="button" suppressHydrationWarning onClick={() => handleTap(text, unit)}>
        Add
      </button>
      <QuantityStepper label="Quantity" value={pieces} onChange={setPieces} />
      <button type="button" id="add" suppressHydrationWarning onClick={() => handleAdd(pieces)}>
        Add to cart
      </button>
      <a href="#deals">Deals</a>
      <output data-text="">{`${text}|${unit}`}</output>
    </Suspense>
  );
}

let root: HTMLElement;
const find = <E extends Element>(selector: string) => root.querySelector(selector) as E;

beforeEach(() => {
  handleTap.mockClear();
  handleAdd.mockClear();
  document.body.innerHTML = `<div id="root">${renderToString(<Page />)}</div>`;
  root = document.getElementById('root') as HTMLElement;
  runHeadScript();
});
afterEach(() => {
  globalThis.recording?.();
  globalThis.recording = undefined;
  localStorage.clear();
});

async function hydrate(): Promise<void> {
  await act(async () => void hydrateRoot(root, <Page />));
  await act(async () => replayRecordedInteractions());
}

function type(field: HTMLInputElement | HTMLSelectElement, value: string): void {
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

test('what was typed and chosen early is what the app knows', async () => {
  type(find<HTMLInputElement>('input'), 'rice');
  type(find<HTMLSelectElement>('select'), 'bag');
  await hydrate();
  expect(find('output[data-text]').textContent).toBe('rice|bag');
  expect(find<HTMLInputElement>('input').value).toBe('rice');
});

test('an early tap shows busy and is done once, after what was chosen', async () => {
  type(find<HTMLSelectElement>('select'), 'bag');
  const button = find<HTMLButtonElement>('button');
  button.click();
  button.click();
  expect(button.getAttribute('aria-busy')).toBe('true');
  expect(handleTap).not.toHaveBeenCalled();
  await hydrate();
  expect(handleTap).toHaveBeenCalledExactlyOnceWith('', 'bag');
  expect(button.hasAttribute('aria-busy')).toBe(false);
});

test('each early tap on a counter counts, and of the others the last one', async () => {
  const more = find<HTMLButtonElement>('[aria-label="Increase quantity"]');
  find<HTMLButtonElement>('button').click();
  for (let tap = 0; tap < 3; tap += 1) more.click();
  find<HTMLButtonElement>('#add').click();
  find<HTMLButtonElement>('#add').click();
  expect(find('button').hasAttribute('aria-busy')).toBe(false);
  await act(async () => void hydrateRoot(root, <Page />));
  // React draws between two taps by itself, as in a real page.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  await replayRecordedInteractions();
  vi.unstubAllGlobals();
  expect(handleAdd).toHaveBeenCalledExactlyOnceWith(4);
  expect(handleTap).not.toHaveBeenCalled();
  expect(root.querySelector('[aria-busy]')).toBeNull();
});

test('afterwards a tap is a tap', async () => {
  await hydrate();
  await act(async () => find<HTMLButtonElement>('button').click());
  expect(handleTap).toHaveBeenCalledOnce();
});

test('a link is a link from the start', () => {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true });
  find('a').dispatchEvent(event);
  expect(event.defaultPrevented).toBe(false);
});

test('on a page that was translated before the app came they are done too', async () => {
  simulateBrowserTranslator(TRANSLATED_TEXT_MARK);
  const old = find<HTMLInputElement>('input');
  old.value = 'rice';
  old.dispatchEvent(new Event('input', { bubbles: true }));
  find<HTMLElement>('[aria-label="Increase quantity"]').click();
  find<HTMLElement>('#add').click();
  addRenderedControlsToRecording();
  await act(async () => void hydrateRoot(root, <Page />, { onRecoverableError: () => {} }));
  await act(async () => replayRecordedInteractions());
  expect(find('input')).not.toBe(old);
  expect(find<HTMLInputElement>('input').value).toBe('rice');
  expect(handleAdd.mock.calls).toEqual([[2]]);
});

test.each([
  [{ token: 't', user: '{}' }, 'member'],
  [{ token: 't' }, undefined],
  [{ user: '{}' }, undefined],
])('with %j stored the page is marked %s', (stored, mark) => {
  delete document.documentElement.dataset.session;
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  runHeadScript();
  expect(document.documentElement.dataset.session).toBe(mark);
});
