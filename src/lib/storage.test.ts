import { afterEach, expect, test, vi } from 'vitest';
import { readStored, removeStored, writeStored } from './storage.ts';

afterEach(() => vi.unstubAllGlobals());

test.each(['localStorage', 'sessionStorage'] as const)(
  'where %s takes nothing, a value lives as long as the tab',
  (area) => {
    expect(writeStored(area, 'walletUse', '100')).toBe(true);
    vi.stubGlobal(area, null);
    expect(readStored(area, 'walletUse')).toBeNull();
    expect(writeStored(area, 'walletUse', '500')).toBe(false);
    expect(readStored(area, 'walletUse')).toBe('500');
    removeStored(area, 'walletUse');
    expect(readStored(area, 'walletUse')).toBeNull();
  },
);

test('what could be stored again takes the place of what memory held', () => {
  vi.stubGlobal('sessionStorage', null);
  writeStored('sessionStorage', 'walletUse', '500');
  vi.unstubAllGlobals();
  writeStored('sessionStorage', 'walletUse', '700');
  sessionStorage.setItem('walletUse', '800');
  expect(readStored('sessionStorage', 'walletUse')).toBe('800');
});
