import { expect, it } from 'vitest';
import { pickupQrText } from './pickup-qr.ts';

it('says whose order it is and the code', () => {
  expect(pickupQrText({ trackingNumber: 'GB-4XK7M2P9', code: '042917' })).toBe('AJORA1:GB-4XK7M2P9:042917');
});
