import { expect, test } from 'vitest';
import { normalizePhoneNumber } from '#contract/rules/people/phone.ts';
import { applyPhoneEdit, formatNationalPhoneNumber } from './phone-mask.ts';

test('the field shows the national number in groups', () => {
  expect(formatNationalPhoneNumber('')).toBe('');
  expect(formatNationalPhoneNumber('+2348035550142')).toBe('803 555 0142');
  expect(formatNationalPhoneNumber('+23480355')).toBe('803 55');
});

test.each(['+6591234567', '+447911123456', '+23', '+', '0'])('%s is shown as it is dialled', (value) => {
  expect(formatNationalPhoneNumber(value)).toBe(value);
});

test.each([
  ['08035550142', '+2348035550142'],
  ['8035550142', '+2348035550142'],
  ['+2348035550142', '+2348035550142'],
  ['002348035550142', '+2348035550142'],
  ['2348035550142', '+2348035550142'],
  ['+6591234567', '+6591234567'],
  ['006591234567', '+6591234567'],
])('%s typed key by key is the number %s', (keys, value) => {
  let typed = '';
  for (const key of keys) {
    const text = formatNationalPhoneNumber(typed) + key;
    typed = applyPhoneEdit(typed, { text, caret: text.length, inputType: 'insertText' }).value;
  }
  expect(typed).toBe(value);
});

/** Each case is the field before and after an edit: `|` is the caret, and two are a selection. */
test.each([
  ['80|3 555 0142', 'Backspace', '8|35 550 142'],
  ['8|35 550 142', '0', '80|3 555 0142'],
  ['80|3 555 0142', 'Delete', '80|5 550 142'],
  ['803 |555 0142', 'Backspace', '80|5 550 142'],
  ['803| 555 0142', 'Delete', '803| 550 142'],
  ['803 555 |0142', 'Backspace', '803 55|0 142'],
  ['803 5|55 0142', '9', '803 59|5 50142'],
  ['803|', '5', '803 5|'],
  ['803 5|', 'Backspace', '803|'],
  ['8|03 555 0142', 'Backspace', '|035 550 142'],
  ['|035 550 142', '9', '9|03 555 0142'],
  ['8|00 355 0142', 'Backspace', '|003 550 142'],
  ['|003 550 142', '8', '8|00 355 0142'],
  ['035| 550 14', '7', '035 7|55 014'],
  ['|803 555 0142', '0', '|803 555 0142'],
  ['803 |555| 0142', '1', '803 1|01 42'],
  ['803 |555| 0142', 'Backspace', '803| 014 2'],
  ['|803 555 0142|', '0', '0|'],
  ['803 555 0142|', 'Backspace', '803 555 014|'],
])('%s and then %s is %s', (before, key, after) => {
  const [front = '', middle = '', behind] = before.split('|');
  const isSelection = behind !== undefined && middle !== '';
  const end = behind ?? middle;
  const shown = `${front}${behind === undefined ? '' : middle}${end}`;
  const value = `+234${shown.replaceAll(' ', '')}`;
  const inputType =
    { Backspace: 'deleteContentBackward', Delete: 'deleteContentForward' }[key] ?? 'insertText';
  const left = key === 'Backspace' && !isSelection ? front.slice(0, -1) : front;
  const right = key === 'Delete' && !isSelection ? end.slice(1) : end;
  const inserted = inputType === 'insertText' ? key : '';
  const next = applyPhoneEdit(value, {
    text: left + inserted + right,
    caret: left.length + inserted.length,
    inputType,
  });
  const mask = formatNationalPhoneNumber(next.value);
  expect(`${mask.slice(0, next.caret)}|${mask.slice(next.caret)}`).toBe(after);
});

test('a number that begins with a 0 after an edit is never taken for a whole one', () => {
  const text = '035 550 1427';
  expect(applyPhoneEdit('+234035550142', { text, caret: text.length, inputType: 'insertText' }).value).toBe(
    normalizePhoneNumber('355501427'),
  );
});
