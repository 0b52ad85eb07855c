import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { QuantityStepper } from './QuantityStepper.tsx';

const minus = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Decrease quantity' });
const plus = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Increase quantity' });

function show(value: number) {
  const handleChange = vi.fn();
  render(<QuantityStepper label="Quantity" value={value} max={5} onChange={handleChange} />);
  return handleChange;
}

test('each tap changes the number by one', () => {
  const handleChange = show(3);
  minus().focus();
  fireEvent.click(minus());
  fireEvent.click(plus());
  expect(handleChange.mock.calls).toEqual([[2], [4]]);
  expect(document.activeElement).toBe(minus());
});

test.each([
  [1, true, false],
  [2, false, false],
  [5, false, true],
])('at %i minus is off: %s, plus is off: %s', (value, isLeast, isMost) => {
  show(value);
  expect([minus().disabled, plus().disabled]).toEqual([isLeast, isMost]);
});

test('before a button goes off the other one has the focus', () => {
  show(2);
  minus().focus();
  fireEvent.click(minus());
  expect(document.activeElement).toBe(plus());
});

test('before the highest number plus gives the focus away', () => {
  show(4);
  plus().focus();
  fireEvent.click(plus());
  expect(document.activeElement).toBe(minus());
});
