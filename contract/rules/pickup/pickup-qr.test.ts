import { expect, it } from 'vitest';
import { formatOrderLabelQrText, formatPickupQrText, parsePickupQrText } from './pickup-qr.ts';

it('says whose order it is and the code', () => {
  expect(formatPickupQrText({ trackingNumber: 'GB-4XK7M2P9', code: '042917' })).toBe(
    'AJORA1:GB-4XK7M2P9:042917',
  );
});

it('a camera reads it back, and nothing else', () => {
  const order = { trackingNumber: 'GB-4XK7M2P9', code: '042917' };
  expect(parsePickupQrText(formatPickupQrText(order))).toEqual(order);
  for (const other of [
    '',
    'https://ajora.example',
    'AJORA1:GB-4XK7M2P9:',
    'AJORA1:GB-4XK7M2P9:04291',
    'AJORA2:GB-4XK7M2P9:042917',
  ])
    expect(parsePickupQrText(other)).toBeNull();
});

it('the code of a label names the order and proves nothing', () => {
  const trackingNumber = 'GB-4XK7M2P9';
  expect(parsePickupQrText(formatOrderLabelQrText(trackingNumber))).toEqual({ trackingNumber, code: '' });
});
