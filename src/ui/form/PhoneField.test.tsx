import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { PhoneField } from './PhoneField.tsx';

function Form() {
  const [phone, setPhone] = useState('');
  return (
    <>
      <PhoneField label="Phone" value={phone} onChange={setPhone} />
      <output>{phone}</output>
    </>
  );
}

function drawn(): HTMLInputElement {
  render(<Form />);
  return screen.getByLabelText('Phone');
}

const value = () => screen.getByRole('status').textContent;

test.each([
  '+234 (0) 803 555 0142',
  '(+234) 0803 - 555 - 0142',
  '00 234 803 555 0142',
  'Phone: 0803-555-0142',
  'tel:+234-803-555-0142',
  '\u202a+234 803 555 0142\u202c',
  '0803\u2011555\u20110142',
  '٠٨٠٣٥٥٥٠١٤٢',
])('%s is pasted whole', async (pasted) => {
  const field = drawn();
  await userEvent.click(field);
  await userEvent.paste(pasted);
  expect(field.value).toBe('803 555 0142');
  expect(value()).toBe('+2348035550142');
});

test('a browser fills in a long international form', () => {
  const field = drawn();
  fireEvent.change(field, { target: { value: '+234 (0) 803 555 0142' } });
  expect(value()).toBe('+2348035550142');
});

test('what is typed ends at 18 characters, also after a paste', async () => {
  const field = drawn();
  await userEvent.click(field);
  await userEvent.paste('+234 (0) 803 555 0142');
  expect(field.maxLength).toBe(18);
  await userEvent.clear(field);
  await userEvent.type(field, '8'.repeat(25));
  expect(field.value.length).toBeLessThanOrEqual(18);
});

test('a digit corrected in the middle leaves the others and the caret where they were', async () => {
  const field = drawn();
  await userEvent.type(field, '8035550142');
  field.setSelectionRange(2, 2);
  await userEvent.keyboard('{Backspace}');
  expect([field.value, field.selectionStart]).toEqual(['835 550 142', 1]);
  await userEvent.keyboard('0');
  expect([field.value, field.selectionStart]).toEqual(['803 555 0142', 2]);
  field.setSelectionRange(4, 4);
  await userEvent.keyboard('{Backspace}3');
  expect([field.value, field.selectionStart]).toEqual(['803 555 0142', 3]);
});
