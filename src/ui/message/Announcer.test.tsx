import { render } from '@testing-library/react';
import { useEffect, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { AnnouncedText, announceToScreenReader, ScreenReaderAnnouncer } from './Announcer.tsx';
import { EmptyState } from './EmptyState.tsx';
import { MessageBox } from './MessageBox.tsx';

const said = () => document.querySelector('[data-announcer]')?.textContent;
const isSaid = (words: string) => vi.waitFor(() => expect(said()).toBe(words));

test('what comes in one moment is said together, each sentence once', async () => {
  render(<ScreenReaderAnnouncer />);
  for (const words of ['Cart', 'Payment cancelled.', 'Cart']) announceToScreenReader(words);
  await isSaid('Cart Payment cancelled.');
  announceToScreenReader('Wallet');
  await isSaid('Wallet');
});

test('what was said is gone after three seconds', async () => {
  render(<ScreenReaderAnnouncer />);
  announceToScreenReader('Cart');
  await isSaid('Cart');
  await vi.waitFor(() => expect(said()).toBe(''), { timeout: 5_000 });
});

test('what was said before anybody listened is said then', async () => {
  announceToScreenReader('Cart');
  render(<ScreenReaderAnnouncer />);
  await isSaid('Cart');
});

test.each([
  ['a note', <MessageBox key="">Kept</MessageBox>, 'Kept'],
  [
    'a warning, without its button',
    <MessageBox key="" kind="warning" action={<button type="button">Stop</button>}>
      Lost
    </MessageBox>,
    'Lost',
  ],
  ['an empty result', <EmptyState key="" title="No products found" role="status" />, 'No products found'],
  [
    'a sentence',
    <AnnouncedText key="">Card payments start at ₦100</AnnouncedText>,
    'Card payments start at ₦100',
  ],
])('%s is heard when it comes, by the one announcer', async (_, part, words) => {
  const { rerender } = render(<ScreenReaderAnnouncer />);
  rerender(
    <>
      <ScreenReaderAnnouncer />
      {part}
    </>,
  );
  await isSaid(words);
  const others = [...document.querySelectorAll('[role=status]:not([data-announcer])')];
  expect(others.map((other) => other.getAttribute('aria-live'))).toEqual(others.map(() => 'off'));
});

test('a note whose words change is heard again', async () => {
  const page = (words: string) => (
    <>
      <ScreenReaderAnnouncer />
      <MessageBox>{words}</MessageBox>
    </>
  );
  const { rerender } = render(page('1 of 2'));
  await isSaid('1 of 2');
  rerender(page('2 of 2'));
  await isSaid('2 of 2');
});

test.each([
  [
    'a failure speaks for itself',
    <MessageBox key="" kind="error">
      Failed
    </MessageBox>,
  ],
  [
    'what belongs to the page is read where it stands',
    <MessageBox key="" role="note">
      At the centre
    </MessageBox>,
  ],
  ['an empty place is no result', <EmptyState key="" title="Your cart is empty" />],
])('%s', async (_, part) => {
  render(
    <>
      <ScreenReaderAnnouncer />
      {part}
    </>,
  );
  await new Promise(requestAnimationFrame);
  expect(said()).toBe('');
});

test('an announcer that goes before its first frame leaves no timer behind', () => {
  vi.useFakeTimers();
  const { unmount } = render(<ScreenReaderAnnouncer />);
  announceToScreenReader('Cart');
  unmount();
  vi.advanceTimersByTime(20);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test("a page's title is heard, although a part of the page speaks while the title is written", async () => {
  const heard: string[] = [];
  const region = new MutationObserver(() => heard.push(said() ?? ''));
  region.observe(document.body, { subtree: true, childList: true, characterData: true });
  let frame: (() => void) | null = null;
  vi.stubGlobal('requestAnimationFrame', (next: () => void) => {
    frame = next;
  });
  vi.stubGlobal('cancelAnimationFrame', () => {
    frame = null;
  });
  const drawFrame = () => {
    const current = frame;
    frame = null;
    current?.();
  };
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const root = createRoot(document.createElement('div'));
  root.render(<ScreenReaderAnnouncer />);
  await vi.waitFor(() => expect(said()).toBe(''));
  announceToScreenReader('Checkout');
  await new Promise<void>((onDrawn) => {
    function Part() {
      useLayoutEffect(onDrawn, []);
      useEffect(() => announceToScreenReader('Collect it at Yaba'), []);
      return null;
    }
    root.render(
      <>
        <ScreenReaderAnnouncer />
        <Part />
      </>,
    );
  });
  // The frame of the title comes after the part is drawn and before its effects, which announce its sentence.
  drawFrame();
  await vi.waitFor(() => expect(frame).not.toBeNull());
  drawFrame();
  await isSaid('Collect it at Yaba');
  expect(heard.join('; ')).toContain('Checkout');
  root.unmount();
  region.disconnect();
  vi.unstubAllGlobals();
});
