import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { Dialog } from './Dialog.tsx';

function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <div id="root">
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Dialog title="Added to cart" onClose={() => setOpen(false)}>
          <button type="button">Go to Cart</button>
        </Dialog>
      )}
    </div>
  );
}

/** Does what a browser does at Back: happy-dom keeps a history but fires no event. */
function pressBack(): void {
  history.replaceState({}, '');
  dispatchEvent(new PopStateEvent('popstate', { state: {} }));
}

beforeEach(() => history.replaceState(null, '', '/product/rice'));

async function open() {
  render(<Page />);
  const opener = screen.getByRole('button', { name: 'Open' });
  await userEvent.click(opener);
  return { opener, dialog: screen.getByRole('dialog', { name: 'Added to cart' }) };
}

test('the focus goes into the dialog, everything else is inert', async () => {
  const { dialog } = await open();
  expect(document.activeElement).toBe(dialog);
  expect(document.getElementById('root')?.hasAttribute('inert')).toBe(true);
});

test('Escape closes it, and the focus returns to where it was', async () => {
  const { opener } = await open();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(opener);
  expect(document.getElementById('root')?.hasAttribute('inert')).toBe(false);
});

test('its button and a tap outside close it', async () => {
  const { opener, dialog } = await open();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(opener);
  await userEvent.click(dialog.previousElementSibling ?? document.body);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBe(dialog));
});

test('the phone’s Back closes it and stays on the page', async () => {
  await open();
  expect(history.state.overlays).toHaveLength(1);
  pressBack();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(location.pathname).toBe('/product/rice');
});

test('the focus goes to what a dialog names as its first step', () => {
  render(
    <Dialog title="Payment successful!" onClose={() => undefined}>
      <button type="button">Share</button>
      <button type="button" data-autofocus="">
        View My Account
      </button>
    </Dialog>,
  );
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'View My Account' }));
});
