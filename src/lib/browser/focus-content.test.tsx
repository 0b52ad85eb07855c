import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { EmptyState } from '../../ui/message/EmptyState.tsx';
import { MessageBox } from '../../ui/message/MessageBox.tsx';
import { focusNeighbourRow } from './focus-neighbour-row.ts';

function Page() {
  const [isOpen, setIsOpen] = useState(true);
  const close = (
    <button type="button" onClick={() => setIsOpen(false)}>
      Close
    </button>
  );
  return (
    <main tabIndex={-1}>
      <input aria-label="Search" />
      {isOpen && <MessageBox action={close}>Payment cancelled.</MessageBox>}
      {isOpen && <EmptyState title="Nothing came" action={close} />}
    </main>
  );
}

test.each(['note', 'empty state'])('a closed %s leaves the focus to the content of the page', (box) => {
  render(<Page />);
  const [inNote, inBox] = screen.getAllByRole('button', { name: 'Close' }) as [HTMLElement, HTMLElement];
  const pressed = box === 'note' ? inNote : inBox;
  pressed.focus();
  fireEvent.click(pressed);
  expect(screen.queryByText('Payment cancelled.')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('the focus stays where it is when it was elsewhere', () => {
  render(<Page />);
  screen.getByLabelText('Search').focus();
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  expect(document.activeElement).toBe(screen.getByLabelText('Search'));
});

test('before a row goes, the same button of the next row has the focus, or of the one before', () => {
  render(
    <main tabIndex={-1}>
      <ul>
        {['Rice', 'Oil'].map((name) => (
          <li key={name}>
            <button type="button">More {name}</button>
            <button type="button">Remove {name}</button>
          </li>
        ))}
      </ul>
      <ul>
        <li>
          <button type="button">Remove Eggs</button>
        </li>
      </ul>
    </main>,
  );
  const button = (name: string) => screen.getByRole('button', { name });
  focusNeighbourRow(button('Remove Rice'));
  expect(document.activeElement).toBe(button('Remove Oil'));
  focusNeighbourRow(button('Remove Oil'));
  expect(document.activeElement).toBe(button('Remove Rice'));
  focusNeighbourRow(button('Remove Eggs'));
  expect(document.activeElement).toBe(screen.getByRole('main'));
});
