import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  BrowserRouter,
  Link,
  matchPath,
  useLocation,
  useNavigate,
  useNavigationType,
} from './navigation.tsx';

beforeEach(() => {
  history.replaceState(null, '', '/');
});

let place: ReturnType<typeof useLocation> & { type: string };
let navigate: ReturnType<typeof useNavigate>;

function Watch() {
  place = { ...useLocation(), type: useNavigationType() };
  navigate = useNavigate();
  return null;
}

function open(): void {
  render(
    <BrowserRouter>
      <Watch />
      <Link to="/about?from=home" state={{ listing_url: 'rice' }}>
        About
      </Link>
    </BrowserRouter>,
  );
}

test.each([
  ['/product/:slug', '/product/rice-2.5kg', { slug: 'rice-2.5kg' }],
  ['/product/:slug', '/product/palm%20oil%2F5l/', { slug: 'palm oil/5l' }],
  ['/product/:slug', '/product/%E0%A4%A', { slug: '%E0%A4%A' }],
  ['/product/:slug', '/product/', null],
  ['/product/:slug', '/product/rice/more', null],
  ['/about', '/about/', {}],
  ['/about', '/About', null],
  ['/', '/', {}],
])('%s reads %s as %j', (pattern, pathname, parts) => {
  expect(matchPath(pattern, pathname)).toEqual(parts);
});

test('a link goes to its address and carries its state over a reload', async () => {
  open();
  const before = history.length;
  fireEvent.click(screen.getByText('About'));
  await waitFor(() => expect(place.pathname + place.search).toBe('/about?from=home'));
  expect(place).toMatchObject({ state: { listing_url: 'rice' }, type: 'PUSH' });
  expect(history.length).toBe(before + 1);
  // Seen from the browser's own memory alone.
  open();
  expect(place).toMatchObject({ state: { listing_url: 'rice' }, type: 'POP' });
});

test('a link to what is shown adds nothing to the history', async () => {
  history.replaceState(null, '', '/about?from=home');
  open();
  const before = history.length;
  fireEvent.click(screen.getByText('About'));
  await waitFor(() => expect(place.type).toBe('REPLACE'));
  expect(history.length).toBe(before);
});

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  'a click with %j is the browser’s',
  (how) => {
    open();
    const isLeft = fireEvent.click(screen.getByText('About'), how);
    expect(isLeft).toBe(true);
    expect(place.pathname).toBe('/');
  },
);

test('Back shows the address that the browser has', async () => {
  open();
  act(() => navigate('/about'));
  expect(place).toMatchObject({ pathname: '/about', type: 'PUSH', state: null });
  const { key } = place;
  history.replaceState(null, '', '/');
  act(() => void dispatchEvent(new PopStateEvent('popstate')));
  expect(place).toMatchObject({ pathname: '/', type: 'POP' });
  expect(place.key).not.toBe(key);
});

test('an address that the browser takes no more is loaded', () => {
  open();
  const assign = vi.spyOn(location, 'assign').mockReturnValue(undefined);
  vi.spyOn(history, 'pushState').mockImplementation(() => {
    throw new DOMException('too many', 'SecurityError');
  });
  act(() => navigate('/about'));
  expect(assign).toHaveBeenCalledWith('/about');
  vi.restoreAllMocks();
});
