import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { canShowPurchasePopUps } from './popup-permission.ts';
import {
  clearPurchasePopUps,
  getVisiblePurchasePopUps,
  hidePurchasePopUp,
  showPurchasePopUp,
} from './popup-queue.ts';

const event = (userName: string) => ({
  userName,
  productName: 'Honey Beans',
  timestamp: '2026-11-21T10:00:00.000Z',
});
const names = () => getVisiblePurchasePopUps().map((popUp) => popUp.userName);

describe('purchase pop-ups', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    clearPurchasePopUps();
    vi.useRealTimers();
  });

  it('goes on top, and at most three are kept', () => {
    for (const name of ['Ada', 'Bola', 'Chi', 'Dayo']) showPurchasePopUp(event(name));
    expect(names()).toEqual(['Dayo', 'Chi', 'Bola']);
    vi.advanceTimersByTime(7_500);
    expect(names()).toEqual([]);
  });

  it('hides after 7 s and is gone half a second later', () => {
    showPurchasePopUp(event('Ada'));
    vi.advanceTimersByTime(6_999);
    expect(getVisiblePurchasePopUps()[0]?.isHiding).toBe(false);
    vi.advanceTimersByTime(1);
    expect(getVisiblePurchasePopUps()[0]?.isHiding).toBe(true);
    vi.advanceTimersByTime(499);
    expect(names()).toEqual(['Ada']);
    vi.advanceTimersByTime(1);
    expect(names()).toEqual([]);
  });

  it('hides at once when closed, and the others stay their time', () => {
    showPurchasePopUp(event('Ada'));
    vi.advanceTimersByTime(1_000);
    showPurchasePopUp(event('Bola'));
    hidePurchasePopUp(getVisiblePurchasePopUps()[1]?.id ?? 0);
    vi.advanceTimersByTime(500);
    expect(names()).toEqual(['Bola']);
    vi.advanceTimersByTime(7_000);
    expect(names()).toEqual([]);
  });

  it('keeps away from forms, payment and dialogs', () => {
    expect(canShowPurchasePopUps('/', false)).toBe(true);
    expect(canShowPurchasePopUps('/product/rice', false)).toBe(true);
    expect(canShowPurchasePopUps('/checkout', false)).toBe(false);
    expect(canShowPurchasePopUps('/register', false)).toBe(false);
    expect(canShowPurchasePopUps('/', true)).toBe(false);
  });
});
