import { createObservableStore } from '../../lib/react/store.ts';
import { readBrowserStorage, writeBrowserStorage } from '../../lib/storage/storage.ts';

/** Decides when this phone offers to install the app. @source offline.md section 10 */

const SNOOZE_KEY = 'installHintUntil';
const SNOOZE_MS = 30 * 24 * 60 * 60_000;

/** The type of Chromium's `beforeinstallprompt` event, which TypeScript lacks. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

declare global {
  /**
   * The browser's install event. A script in the page's head sets it, because the event may fire before the app runs.
   */
  var installOffer: InstallEvent | undefined;
}

const offer = createObservableStore<InstallEvent | null>(null);
export const subscribeInstallPromptEvent = offer.subscribe;

/** Stores the browser's early install event, so that the app can show the install dialog at a better moment. */
export function captureInstallPromptEvent(): void {
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

export function hasInstallPromptEvent(): boolean {
  return offer.get() !== null;
}

/** Opens the browser's install dialog. @returns whether the shopper accepted. */
export async function openInstallDialog(): Promise<boolean> {
  const event = offer.get();
  offer.set(null);
  if (!event) return false;
  return (await event.prompt()).outcome === 'accepted';
}

export function isAppInstalled(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches ||
    ('standalone' in navigator && navigator.standalone === true)
  );
}

/** Hides the hint for 30 days. */
export function snoozeInstallPrompt(nowMs: number): void {
  writeBrowserStorage('localStorage', SNOOZE_KEY, String(nowMs + SNOOZE_MS));
}

export function isInstallPromptSnoozed(nowMs: number): boolean {
  return Number(readBrowserStorage('localStorage', SNOOZE_KEY) ?? 0) > nowMs;
}

/** True when the iPhone hint may show, from the second visit on: Safari does not offer the installation itself. */
export function canShowIphoneInstallPrompt(nowMs: number): boolean {
  const isIphone = /iP(hone|ad|od)/.test(navigator.userAgent) && /Safari\//.test(navigator.userAgent);
  const isOtherBrowser = /CriOS|FxiOS|EdgiOS|OPT\//.test(navigator.userAgent);
  if (!isIphone || isOtherBrowser || isAppInstalled()) return false;
  if (readBrowserStorage('localStorage', SNOOZE_KEY) === null) {
    writeBrowserStorage('localStorage', SNOOZE_KEY, String(nowMs + 60 * 60_000));
    return false;
  }
  return !isInstallPromptSnoozed(nowMs);
}
