import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isPopUpAllowed } from './popup-permission.ts';
import { clearPopUps, currentPopUps, hidePopUp, pushPopUp } from './popup-queue.ts';

const event = (userName: string) => ({
  userName,
  productName: 'Honey Beans',
  timestamp: '2026-11-21T10:00:00.000Z',
});
const names = () => currentPopUps().map((popUp) => popUp.userName);

describe('purchase pop-ups', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    clearPopUps();
    vi.useRealTimers();
  });

  it('goes on top, and at most three are kept', () => {
    for (const name of ['Ada', 'Bola', 'Chi', 'Dayo']) pushPopUp(event(name));
    expect(names()).toEqual(['Dayo', 'Chi', 'Bola']);
    vi.advanceTimersByTime(7_500);
    expect(names()).toEqual([]);
  });

  it('hides after 7 s and is gone half a second later', () => {
    pushPopUp(event('Ada'));
    vi.advanceTimersByTime(6_999);
    expect(currentPopUps()[0]?.isHiding).toBe(false);
    vi.advanceTimersByTime(1);
    expect(currentPopUps()[0]?.isHiding).toBe(true);
    vi.advanceTimersByTime(499);
    expect(names()).toEqual(['Ada']);
    vi.advanceTimersByTime(1);
    expect(names()).toEqual([]);
  });

  it('hides at once when closed, and the others stay their time', () => {
    pushPopUp(event('Ada'));
    vi.advanceTimersByTime(1_000);
    pushPopUp(event('Bola'));
    hidePopUp(currentPopUps()[1]?.id ?? 0);
    vi.advanceTimersByTime(500);
    expect(names()).toEqual(['Bola']);
    vi.advanceTimersByTime(7_000);
    expect(names()).toEqual([]);
  });

  it('keeps away from forms, payment and dialogs', () => {
    expect(isPopUpAllowed('/', false)).toBe(true);
    expect(isPopUpAllowed('/product/rice', false)).toBe(true);
    expect(isPopUpAllowed('/checkout', false)).toBe(false);
    expect(isPopUpAllowed('/register', false)).toBe(false);
    expect(isPopUpAllowed('/', true)).toBe(false);
  });
});
