import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { installScriptedApi, renderScreenWithoutApp } from '../../../tests/support/screen-alone.tsx';
import { DailyCentreReportPage } from './DailyCentreReportPage.tsx';

afterEach(() => vi.unstubAllGlobals());

const figures = {
  ...{ orders: 2, paidInNaira: 9_000, byCardNaira: 6_000, fromWalletsNaira: 3_000 },
  ...{ paidBackNaira: 500, handedOutItems: 3, handedOutNaira: 7_000 },
};

function open(centres: object[]) {
  const json = { success: true, data: { day: '2026-11-20', centres, total: figures } };
  return installScriptedApi({ 'GET /api/ops/day': () => ({ json }) });
}

test('each centre and the whole shop have a row in the words of the other screens', async () => {
  const sent = open([{ centre: 'LAG-IKJ', name: 'Ikeja', ...figures }]);
  renderScreenWithoutApp(<DailyCentreReportPage />);
  const row = (await screen.findByText('Ikeja')).closest('tr');
  expect(row?.textContent).toBe('Ikeja2₦9,000₦6,000₦3,000₦5003₦7,000');
  expect(screen.getByText('All centres').closest('tr')?.textContent).toContain('₦9,000');
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toContain('Paid in');
  expect(sent[0]?.query.get('day')).toMatch(/^20\d\d-\d\d-\d\d$/);
});

test('a day without any of it says so', async () => {
  open([]);
  renderScreenWithoutApp(<DailyCentreReportPage />);
  await screen.findByText(
    'Nothing came in, went back or was handed out on this day. Choose another day above.',
  );
});
