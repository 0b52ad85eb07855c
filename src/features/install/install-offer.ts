import { readStored, writeStored } from '../../lib/storage.ts';
import { createStore } from '../../lib/store.ts';

/** When this phone may be asked to install the shop, and how. @source offline.md section 10 */

const SNOOZE_KEY = 'installHintUntil';
const SNOOZE_MS = 30 * 24 * 60 * 60_000;

/** What Chromium hands over when the shop can be installed. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

declare global {
  /** Kept by the head script: the browser's offer may come before the app. */
  var installOffer: InstallEvent | undefined;
}

const offer = createStore<InstallEvent | null>(null);
export const subscribeInstallOffer = offer.subscribe;

/** Keeps the browser's own offer for later; it comes once, early, and at the wrong moment. */
export function followInstallOffer(): void {
  offer.set(globalThis.installOffer ?? null);
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer.set(event as InstallEvent);
  });
  addEventListener('appinstalled', () => {
    offer.set(null);
    void navigator.storage?.persist?.();
  });
}

export function hasInstallOffer(): boolean {
  return offer.get() !== null;
}

/** Shows the browser's own question. @returns whether the shopper said yes. */
export async function askToInstall(): Promise<boolean> {
  const event = offer.get();
  offer.set(null);
  if (!event) return false;
  return (await event.prompt()).outcome === 'accepted';
}

export function isInstalled(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches ||
    ('standalone' in navigator && navigator.standalone === true)
  );
}

/** No hint for 30 days. */
export function snoozeInstall(nowMs: number): void {
  writeStored('localStorage', SNOOZE_KEY, String(nowMs + SNOOZE_MS));
}

export function isSnoozed(nowMs: number): boolean {
  return Number(readStored('localStorage', SNOOZE_KEY) ?? 0) > nowMs;
}

/**
 * Whether the hint for iPhones may be shown: Safari there asks by itself never. Not at the first visit, which
 * only leaves a mark that a later one finds.
 */
export function mayHintOnIphone(nowMs: number): boolean {
  const isIphone = /iP(hone|ad|od)/.test(navigator.userAgent) && /Safari\//.test(navigator.userAgent);
  const isOtherBrowser = /CriOS|FxiOS|EdgiOS|OPT\//.test(navigator.userAgent);
  if (!isIphone || isOtherBrowser || isInstalled()) return false;
  if (readStored('localStorage', SNOOZE_KEY) === null) {
    writeStored('localStorage', SNOOZE_KEY, String(nowMs + 60 * 60_000));
    return false;
  }
  return !isSnoozed(nowMs);
}
