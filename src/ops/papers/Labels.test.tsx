import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LabelSheet } from './Labels.tsx';

const order = { trackingNumber: 'GB-4XK7M2P9', name: 'Ada Obi', centreName: 'Ikeja' };

test('each order has a label; goods without room are counted, never cut off unsaid', () => {
  const goods = ['1 x Rice', '2 x Salt', '3 x Garri', '4 x Beans'];
  const labels = [
    { ...order, goods },
    { ...order, trackingNumber: 'GB-00000001', goods: ['1 x Rice'] },
  ];
  render(<LabelSheet labels={labels} paper="a4" />);
  const [first, second] = screen.getAllByRole('listitem');
  const texts = (label?: HTMLElement) => [...(label?.querySelectorAll('p') ?? [])].map((p) => p.textContent);
  expect(texts(first)).toEqual(['Ada Obi', 'GB-4XK7M2P9', 'Ikeja', '1 x Rice', '2 x Salt', 'and 2 more']);
  expect(texts(second)).toEqual(['Ada Obi', 'GB-00000001', 'Ikeja', '1 x Rice']);
  within(first as HTMLElement).getByRole('img', { name: 'QR code of GB-4XK7M2P9' });
});
