import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { installScriptedApi, renderScreenWithoutApp } from '../../../tests/support/screen-alone.tsx';
import { AuditLogPage } from './AuditLogPage.tsx';

afterEach(() => vi.unstubAllGlobals());

const entry = {
  ...{ id: 3, at: '2026-11-20T09:00:00Z', actor: 'operator:ngozi', ip: null, action: 'item.refund' },
  ...{
    title: 'Refund of an item to the wallet',
    target: 'item:7',
    reason: 'torn bag',
    before: null,
    after: null,
  },
  records: [{ kind: 'order', id: 'GB-7K2M9X4Q', label: 'Order GB-7K2M9X4Q, line 1' }],
};

test.each([
  [['order show'], '/ops/orders/GB-7K2M9X4Q'],
  [[], undefined],
])('an entry says what was done, and leads to its order if the role %j may open it', async (may, href) => {
  const answer = (data: unknown) => () => ({ json: { success: true, data } });
  installScriptedApi({ 'GET /api/ops/operators': answer([]), 'POST /api/ops/audit': answer([entry]) });
  renderScreenWithoutApp(<AuditLogPage may={may} />);
  await screen.findByText('Refund of an item to the wallet');
  const record = screen.getByText('Order GB-7K2M9X4Q, line 1');
  expect(record.closest('a')?.getAttribute('href') ?? undefined).toBe(href);
});
