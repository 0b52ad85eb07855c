import { expect, test } from 'vitest';
import { getReviewTextError, normalizeReviewText, reviewErrorMessages } from './review-text.ts';

test.each([
  '',
  'Good rice, no stones. Paid ₦45,000 for 50 kg, would have been 52,500 alone!',
  'Collected 20-11-2026 at 10:30.\n\nThe 5 L keg was full :) <3',
  'I came on Friday.Nice people. 10/10, 100 % as promised.',
  'Ó dára púpọ̀! 👩🏾‍🍳',
])('a review may say: %s', (text) => {
  expect(getReviewTextError(text)).toBeNull();
});

test.each([
  'Call 08031234567',
  'Call +234 803 123 4567',
  'call 0803-123-45-67 for cheaper',
  'call 0803.123.4567',
  'call ０８０３１２３４５６７',
  'call 0\u200b8031234567',
  'write to ada@example.com',
  'write to ada@shop',
  'see https://cheaper.example',
  'see www.cheaper',
  'see cheaper.com.ng today',
  'chat: wa.me/2348',
])('no way to somebody else: %s', (text) => {
  expect(getReviewTextError(text)).toBe(reviewErrorMessages.noContacts);
});

test.each(['<b>great</b>', '<script', '< /p>', '[great](x)', '[url=x]', '**great**', '```x'])(
  'no markup: %s',
  (text) => {
    expect(getReviewTextError(text)).toBe(reviewErrorMessages.noMarkup);
  },
);

test('no text that turns letters around, and none that nobody sees', () => {
  expect(getReviewTextError('good \u202edoog')).toMatch(/^Your review has a hidden character/);
  expect(getReviewTextError('\u200b')).toBe('Your review has no visible letters');
});

test('a review keeps its lines, with one empty line at most', () => {
  expect(normalizeReviewText('  Good.\r\n\r\n\n  \nVery e\u0301lite\nindeed ')).toBe(
    'Good.\n\nVery élite\nindeed',
  );
});
