import { afterEach, expect, test, vi } from 'vitest';
import { readBrowserStorage, removeFromBrowserStorage, writeBrowserStorage } from './storage.ts';

afterEach(() => vi.unstubAllGlobals());

test.each(['localStorage', 'sessionStorage'] as const)(
  'where %s takes nothing, a value lives as long as the tab',
  (area) => {
    expect(writeBrowserStorage(area, 'walletUse', '100')).toBe(true);
    vi.stubGlobal(area, null);
    expect(readBrowserStorage(area, 'walletUse')).toBeNull();
    expect(writeBrowserStorage(area, 'walletUse', '500')).toBe(false);
    expect(readBrowserStorage(area, 'walletUse')).toBe('500');
    removeFromBrowserStorage(area, 'walletUse');
    expect(readBrowserStorage(area, 'walletUse')).toBeNull();
  },
);

test('what could be stored again takes the place of what memory held', () => {
  vi.stubGlobal('sessionStorage', null);
  writeBrowserStorage('sessionStorage', 'walletUse', '500');
  vi.unstubAllGlobals();
  writeBrowserStorage('sessionStorage', 'walletUse', '700');
  sessionStorage.setItem('walletUse', '800');
  expect(readBrowserStorage('sessionStorage', 'walletUse')).toBe('800');
});
