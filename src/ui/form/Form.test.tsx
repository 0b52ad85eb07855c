import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Form } from './Form.tsx';
import { PasswordField } from './PasswordField.tsx';
import { PhoneField } from './PhoneField.tsx';
import { SearchField } from './SearchField.tsx';
import { SelectField } from './SelectField.tsx';
import { TextAreaField, TextField } from './TextField.tsx';

const EMPTY = { email: '', password: '', phone: '', reason: '', words: '', state: 'Lagos' };
const FILLED = {
  email: 'ada@demo.example',
  password: 'market day 1',
  phone: '+234 (0) 803 555 0142',
  reason: 'lost it',
  words: 'rice',
  state: 'Ogun',
};
const STATES = ['Lagos', 'Ogun'].map((state) => ({ value: state, label: state }));
const LABELS = {
  email: 'Email',
  password: 'Password',
  phone: 'Phone',
  reason: 'Reason',
  words: 'Words',
  state: 'State',
};

let redraw: () => void;

function Page({ onSend }: { onSend: (input: typeof EMPTY) => void }) {
  const [input, setInput] = useState(EMPTY);
  const [, setCount] = useState(0);
  redraw = () => setCount((count) => count + 1);
  // Some forms work in this way: what was typed into another field at the same moment is not known here.
  const change = (name: keyof typeof EMPTY, value: string) => setInput({ ...input, [name]: value });
  const field = (name: keyof typeof EMPTY) => ({
    name,
    value: input[name],
    onChange: (event: { target: { value: string } }) => change(name, event.target.value),
  });
  return (
    <Form noValidate onSubmit={() => onSend(input)}>
      <TextField label="Email" type="email" {...field('email')} />
      <PasswordField label="Password" {...field('password')} />
      <PhoneField label="Phone" value={input.phone} onChange={(phone) => change('phone', phone)} />
      <TextAreaField label="Reason" {...field('reason')} />
      <SearchField placeholder="Words" {...field('words')} />
      <SelectField label="State" options={STATES} {...field('state')} />
      <button type="submit">Send</button>
    </Form>
  );
}

const fieldOf = (name: keyof typeof EMPTY) =>
  screen.getByLabelText<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(LABELS[name]);

/** Fills the fields as the browser itself does (`native`), or as a script of an extension. */
function fillSilently(way: 'native' | 'script'): void {
  for (const name of Object.keys(FILLED) as (keyof typeof FILLED)[]) {
    const field = fieldOf(name);
    const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set;
    if (way === 'native') set?.call(field, FILLED[name]);
    else field.value = FILLED[name];
  }
}

test.each(['native', 'script'] as const)('a form filled without events (%s) is sent as it stands', (way) => {
  const onSend = vi.fn();
  render(<Page onSend={onSend} />);
  fillSilently(way);
  act(() => redraw());
  fireEvent.click(screen.getByText('Send'));
  expect(onSend).toHaveBeenCalledExactlyOnceWith({ ...FILLED, phone: '+2348035550142' });
  expect(fieldOf('phone').value).toBe('803 555 0142');
});

test('a field that is typed into does not empty those that were filled', async () => {
  const onSend = vi.fn();
  render(<Page onSend={onSend} />);
  fillSilently('native');
  await userEvent.clear(fieldOf('reason'));
  await userEvent.type(fieldOf('reason'), 'stolen');
  for (const name of ['email', 'password', 'words', 'state'] as const)
    expect(fieldOf(name).value).toBe(FILLED[name]);
  await userEvent.click(screen.getByText('Send'));
  expect(onSend).toHaveBeenCalledExactlyOnceWith({ ...FILLED, phone: '+2348035550142', reason: 'stolen' });
});

test('what the app sets itself is on the screen, and an edit that it does not take is not', async () => {
  function Clipped() {
    const [text, setText] = useState('9');
    return (
      <>
        <TextField label="Amount" value={text} onChange={({ target }) => setText(target.value.slice(0, 2))} />
        <button type="button" onClick={() => setText('')}>
          Clear
        </button>
      </>
    );
  }
  render(<Clipped />);
  const field = screen.getByLabelText<HTMLInputElement>('Amount');
  await userEvent.type(field, '8765');
  expect(field.value).toBe('98');
  await userEvent.click(screen.getByText('Clear'));
  expect(field.value).toBe('');
});

test('other options show the value that the app has chosen', () => {
  const draw = (options: typeof STATES, value: string) => (
    <SelectField label="State" {...{ options, value }} onChange={() => undefined} />
  );
  const { rerender } = render(draw([], 'Ogun'));
  rerender(draw([...STATES], 'Ogun'));
  expect(screen.getByLabelText<HTMLSelectElement>('State').value).toBe('Ogun');
});

test('every form of the shop is such a form', () => {
  const sources = import.meta.glob<string>('../../{features,routes,app}/**/*.tsx', {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  expect(Object.keys(sources).length).toBeGreaterThan(100);
  expect(Object.keys(sources).filter((path) => /<form\b/.test(sources[path] ?? ''))).toEqual([]);
});
