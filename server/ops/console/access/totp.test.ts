import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { buildTotpUri, encodeBase32, findMatchingTotpStep, makeTotpSecret } from './totp.ts';

const totpStep = (nowMs: number) => TOTP.counter({ timestamp: nowMs });
const totpCode = (secret: Uint8Array, step: number) =>
  TOTP.generate({
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
    timestamp: step * 30_000,
  });

const RFC_SECRET = Buffer.from('12345678901234567890');

// The RFC's codes have eight digits; the app shows the last six. @source RFC 6238 appendix B
test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('the code of second %i is %s', (second, code) => {
  expect(findMatchingTotpStep(RFC_SECRET, code, second * 1_000)).toBe(totpStep(second * 1_000));
});

test('a code of one step before or after is taken, of two is not', () => {
  const secret = makeTotpSecret();
  const nowMs = 1_700_000_000_000;
  const now = totpStep(nowMs);
  for (const step of [now - 1, now, now + 1])
    expect(findMatchingTotpStep(secret, totpCode(secret, step), nowMs)).toBe(step);
  const [known, far] = [new Set([now - 1, now, now + 1].map((step) => totpCode(secret, step))), now + 2];
  if (!known.has(totpCode(secret, far)))
    expect(findMatchingTotpStep(secret, totpCode(secret, far), nowMs)).toBeNull();
  for (const code of ['', '12345', '1234567', 'abcdef'])
    expect(findMatchingTotpStep(secret, code, nowMs)).toBeNull();
});

// The examples of the RFC, without padding. @source RFC 4648 section 10
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foobar', 'MZXW6YTBOI'],
])('"%s" in base32 is "%s"', (text, expected) => {
  expect(encodeBase32(Buffer.from(text))).toBe(expected);
});

test('the link names the shop and the person', () => {
  expect(buildTotpUri(RFC_SECRET, 'Ajora & Co', 'ngozi')).toBe(
    'otpauth://totp/Ajora%20%26%20Co:ngozi?issuer=Ajora%20%26%20Co' +
      '&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
  );
});
