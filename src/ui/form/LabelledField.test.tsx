import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LabelledField, type LabelledFieldProps } from './LabelledField.tsx';

function draw(props: Partial<LabelledFieldProps> = {}) {
  render(
    <LabelledField id="city" label="City" {...props}>
      {(ties) => <input {...ties} />}
    </LabelledField>,
  );
  return screen.getByLabelText(/City/);
}
const noteOf = (control: HTMLElement) =>
  document.getElementById(control.getAttribute('aria-describedby') ?? '');

test('a plain field is its label and its control', () => {
  const control = draw();
  expect(control.hasAttribute('aria-describedby')).toBe(false);
  expect(document.querySelector('#city-note')).toBeNull();
});

test('a hint is tied to the control until an error takes its place', () => {
  const control = draw({ hint: 'Where you live' });
  expect(noteOf(control)?.textContent).toBe('Where you live');
  expect(control.hasAttribute('aria-invalid')).toBe(false);
  document.body.replaceChildren();
  const wrong = draw({ hint: 'Where you live', error: 'City is required' });
  expect(screen.getByRole('alert').textContent).toBe('City is required');
  expect(noteOf(wrong)?.textContent).toBe('City is required');
  expect(wrong.getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByText('Where you live')).toBeNull();
});

test('what may be left out says so', () => {
  draw({ optional: true });
  expect(screen.getByText('(optional)')).toBeDefined();
});
