import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isOverlayOpen, pushOverlay } from './overlay-stack.ts';

/** The page: a menu, and a dialog that was opened from it. */
const html =
  '<div id="root"><main tabindex="-1"><button>Open</button></main></div><div id="menu"></div><div id="dialog"></div>';

let back: ReturnType<typeof vi.spyOn>;
const closed: string[] = [];
const removals = new Map<string, () => void>();

beforeEach(() => {
  vi.useFakeTimers();
  history.replaceState(null, '', '/');
  document.body.innerHTML = html;
  back = vi.spyOn(history, 'back').mockImplementation(() => undefined);
  closed.length = 0;
});
afterEach(() => {
  for (const id of [...removals.keys()]) remove(id);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function show(...ids: string[]): void {
  for (const id of ids) {
    const element = document.getElementById(id) as HTMLElement;
    const close = () => {
      closed.push(id);
      remove(id);
    };
    removals.set(id, pushOverlay(id, element, close));
  }
}
function remove(id: string): void {
  removals.get(id)?.();
  removals.delete(id);
}
function press(key: string): Event {
  const event = new KeyboardEvent('keydown', { key, cancelable: true });
  dispatchEvent(event);
  return event;
}
const inert = () =>
  ['root', 'menu', 'dialog'].filter((id) => document.getElementById(id)?.hasAttribute('inert'));

test('only the topmost one can be used, and what lies under it comes back step by step', () => {
  expect(isOverlayOpen()).toBe(false);
  show('menu');
  expect(inert()).toEqual(['root']);
  show('dialog');
  expect(inert()).toEqual(['root', 'menu']);
  remove('dialog');
  expect(inert()).toEqual(['root']);
  expect(isOverlayOpen()).toBe(true);
  remove('menu');
  expect(inert()).toEqual([]);
  expect(isOverlayOpen()).toBe(false);
});

test('Escape closes one at a time, topmost first, and then is nobody’s', () => {
  show('menu', 'dialog');
  press('Enter');
  expect(closed).toEqual([]);
  expect(press('Escape').defaultPrevented).toBe(true);
  expect(closed).toEqual(['dialog']);
  press('Escape');
  expect(closed).toEqual(['dialog', 'menu']);
  expect(press('Escape').defaultPrevented).toBe(false);
});

test('an Escape that something inside has used up closes nothing', () => {
  show('dialog');
  const event = new KeyboardEvent('keydown', { key: 'Escape', cancelable: true });
  event.preventDefault();
  dispatchEvent(event);
  expect(closed).toEqual([]);
});

test('one that closes under another leaves that one open', () => {
  show('menu', 'dialog');
  remove('menu');
  expect(isOverlayOpen()).toBe(true);
  expect(inert()).not.toContain('dialog');
  press('Escape');
  expect(closed).toEqual(['dialog']);
});

test('Back closes what its step did not know yet: the dialog, not the menu under it', () => {
  show('menu', 'dialog');
  expect(history.state.overlays).toEqual(['menu', 'dialog']);
  history.replaceState({ overlays: ['menu'] }, '');
  dispatchEvent(new PopStateEvent('popstate'));
  expect(closed).toEqual(['dialog']);
  history.replaceState({}, '');
  dispatchEvent(new PopStateEvent('popstate'));
  expect(closed).toEqual(['dialog', 'menu']);
  vi.runAllTimers();
  expect(back).not.toHaveBeenCalled();
});

test('a step back over both closes the topmost first', () => {
  show('menu', 'dialog');
  history.replaceState({}, '');
  dispatchEvent(new PopStateEvent('popstate'));
  expect(closed).toEqual(['dialog', 'menu']);
});

test('closed otherwise it takes its own step out of the history, also above another', () => {
  show('menu', 'dialog');
  remove('dialog');
  expect(back).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(back).toHaveBeenCalledOnce();
});

test('closed by something that leads to another page it takes no step', () => {
  show('dialog');
  remove('dialog');
  history.pushState({}, '', '/cart');
  vi.runAllTimers();
  expect(back).not.toHaveBeenCalled();
});

test('opened again at once it keeps the one step it has', () => {
  show('dialog');
  remove('dialog');
  show('dialog');
  expect(history.state.overlays).toEqual(['dialog']);
  vi.runAllTimers();
  expect(back).not.toHaveBeenCalled();
});

test('the focus returns to what opened it, or to the content when that is gone', () => {
  const button = document.querySelector('button') as HTMLButtonElement;
  button.focus();
  show('dialog');
  button.blur();
  remove('dialog');
  expect(document.activeElement).toBe(button);
  show('dialog');
  button.remove();
  remove('dialog');
  expect(document.activeElement).toBe(document.querySelector('main'));
});

test('the place of the scroll bar is kept from the first one to the last', () => {
  const page = document.documentElement;
  const clientWidth = vi.spyOn(page, 'clientWidth', 'get').mockReturnValue(innerWidth - 15);
  show('menu');
  clientWidth.mockReturnValue(innerWidth);
  show('dialog');
  expect(page.style.getPropertyValue('--scrollbar')).toBe('15px');
  expect(page.hasAttribute('data-overlay')).toBe(true);
  remove('dialog');
  remove('menu');
  expect(page.style.getPropertyValue('--scrollbar')).toBe('');
  expect(page.hasAttribute('data-overlay')).toBe(false);
});

test('a scroll bar that takes no room is not told of, for the whole page would be styled again', () => {
  const page = document.documentElement;
  vi.spyOn(page, 'clientWidth', 'get').mockImplementation(() => {
    expect(document.querySelector('[inert]')).toBeNull();
    return innerWidth;
  });
  show('menu');
  expect(page.style.getPropertyValue('--scrollbar')).toBe('');
  expect(page.hasAttribute('data-overlay')).toBe(true);
  remove('menu');
});
