import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { PurchasePopUps } from '../../../src/features/social-proof/PurchasePopUps.tsx';
import { clearPurchasePopUps, showPurchasePopUp } from '../../../src/features/social-proof/popup-queue.ts';
import { tapControl } from '../../support/phone.tsx';
import { advanceFakeTime, startFrozenFakeTimers } from '../../support/phone-time.ts';
import { says } from '../specification.ts';

/** Tests the pop-ups about shoppers who just joined. */
export function popUpStates(): void {
  describe('Pop-ups', () => {
    beforeEach(() => {
      clearPurchasePopUps();
      startFrozenFakeTimers();
      render(<PurchasePopUps />);
    });
    const push = (userName: string) =>
      act(() => showPurchasePopUp({ userName, productName: 'Rice', timestamp: new Date().toISOString() }));
    const shown = () =>
      screen.queryAllByRole('listitem').map((item) => ({
        name: item.querySelector('strong')?.textContent,
        isHiding: item.dataset.hiding === 'true',
      }));
    const names = () => shown().map(({ name }) => name);

    test(says('A new pop-up goes on top and at most 3 are kept.'), () => {
      for (const name of ['Ada O.', 'Bisi A.', 'Chidi E.']) push(name);
      expect(names()).toEqual(['Chidi E.', 'Bisi A.', 'Ada O.']);
      push('Dayo F.');
      expect(names()).toEqual(['Dayo F.', 'Chidi E.', 'Bisi A.']);
    });

    test(says('Each auto-hides after 7 s and is removed 0.5 s after hiding begins.'), async () => {
      push('Ada O.');
      await advanceFakeTime(6_999);
      expect(shown()).toEqual([{ name: 'Ada O.', isHiding: false }]);
      await advanceFakeTime(1);
      expect(shown()).toEqual([{ name: 'Ada O.', isHiding: true }]);
      await advanceFakeTime(499);
      expect(shown()).toHaveLength(1);
      await advanceFakeTime(1);
      expect(shown()).toEqual([]);
    });

    test(says('The close button hides it at once.'), async () => {
      push('Ada O.');
      push('Bisi A.');
      tapControl('Close');
      expect(shown()).toEqual([
        { name: 'Bisi A.', isHiding: true },
        { name: 'Ada O.', isHiding: false },
      ]);
      await advanceFakeTime(500);
      expect(names()).toEqual(['Ada O.']);
    });
  });
}
