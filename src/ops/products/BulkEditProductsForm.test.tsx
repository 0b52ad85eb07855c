import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { installScriptedApi, renderScreenWithoutApp } from '../../../tests/support/screen-alone.tsx';
import { BulkEditProductsForm } from './BulkEditProductsForm.tsx';

afterEach(() => vi.unstubAllGlobals());

test('the button changes only what the preview has shown of each product, with the one chosen field', async () => {
  let price = 900;
  const sent = installScriptedApi({
    'POST /api/ops/product-change': () => {
      const fields = { price: { before: price, after: price * 1.1 } };
      return { json: { success: true, data: { changes: [{ slug: 'rice', isNew: false, fields }] } } };
    },
  });
  const handleDone = vi.fn();
  renderScreenWithoutApp(<BulkEditProductsForm slugs={['rice', 'salt']} onDone={handleDone} />);
  fireEvent.change(screen.getByLabelText('What to change'), { target: { value: 'percent' } });
  fireEvent.change(screen.getByLabelText('Percent'), { target: { value: '10' } });
  fireEvent.click(screen.getByRole('button', { name: 'Preview' }));
  await screen.findByText('1 product would change.');
  screen.getByText('₦990');
  price = 1_000;
  fireEvent.click(screen.getByRole('button', { name: 'Change' }));
  await screen.findByText('Somebody else has changed this meanwhile: Group price. Preview it again.');
  fireEvent.click(screen.getByRole('button', { name: 'Preview' }));
  await screen.findByText('₦1,100');
  fireEvent.click(screen.getByRole('button', { name: 'Change' }));
  await vi.waitFor(() => expect(handleDone).toHaveBeenCalled());
  const body = { slugs: ['rice', 'salt'], percent: 10 };
  const dryRun = { ...body, dryRun: true };
  expect(sent.map((one) => one.body)).toEqual([dryRun, dryRun, dryRun, dryRun, body]);
});
