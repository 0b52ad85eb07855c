import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';

/**
 * Where the shop is, and how it goes elsewhere: the browser's address and history as React sees them. The addresses
 * themselves are `contract/addresses.ts`, what is drawn at each `app/route-table.ts`.
 */

interface Location {
  /** Encoded, as in the address. */
  pathname: string;
  /** With its `?`, or empty. */
  search: string;
  /** What `navigate` carried; null where nothing was. It outlives a reload: check what is read. */
  state: unknown;
  /** Another one for each visit of an address. */
  key: string;
}

/** How an address came: the start, Back and Forward are `POP`. */
export type NavigationType = 'POP' | 'PUSH' | 'REPLACE';

export interface Place {
  location: Location;
  type: NavigationType;
}

interface NavigateOptions {
  /** Takes the place of the shown entry of the history: Back leads to the one before it. */
  replace?: boolean | undefined;
  state?: unknown;
}

/** Goes to an address of the shop: path, query and fragment. */
export type Navigate = (to: string, options?: NavigateOptions) => void;

const PlaceContext = createContext(placeAt('/'));
const NavigateContext = createContext<Navigate>(() => {});

export function placeAt(address: string): Place {
  const { pathname, search } = new URL(address, 'http://page.local');
  return { location: { pathname, search, state: null, key: 'default' }, type: 'POP' };
}

function placeOfBrowser(type: NavigationType): Place {
  const { pathname, search } = location;
  const { usr: state = null, key = 'default' } = history.state ?? {};
  return { location: { pathname, search, state, key }, type };
}

export function useLocation(): Location {
  return useContext(PlaceContext).location;
}

export function useNavigationType(): NavigationType {
  return useContext(PlaceContext).type;
}

/** The same function for as long as the page lives. */
export function useNavigate(): Navigate {
  return useContext(NavigateContext);
}

interface PlaceProps {
  place: Place;
  navigate?: Navigate;
  children: ReactNode;
}

/** Stands at a place that somebody else knows: the server, a test. */
export function StandingAt({ place, navigate = () => {}, children }: PlaceProps) {
  return (
    <NavigateContext value={navigate}>
      <PlaceContext value={place}>{children}</PlaceContext>
    </NavigateContext>
  );
}

/** Follows the browser. What is shown stays until the screen of the next address can be drawn. */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState(() => placeOfBrowser('POP'));
  useLayoutEffect(() => {
    const handleBack = () => startTransition(() => setPlace(placeOfBrowser('POP')));
    addEventListener('popstate', handleBack);
    return () => removeEventListener('popstate', handleBack);
  }, []);
  const navigate = useMemo<Navigate>(
    () =>
      (to, { replace = false, state = null } = {}) => {
        const entry = { usr: state, key: Math.random().toString(36).slice(2) };
        try {
          if (replace) history.replaceState(entry, '', to);
          else history.pushState(entry, '', to);
        } catch {
          // Safari allows a hundred in half a minute.
          location.assign(to);
        }
        startTransition(() => setPlace(placeOfBrowser(replace ? 'REPLACE' : 'PUSH')));
      },
    [],
  );
  return (
    <StandingAt place={place} navigate={navigate}>
      {children}
    </StandingAt>
  );
}

/** Goes elsewhere once it is drawn. */
export function Navigate({ to, replace }: { to: string; replace?: boolean }) {
  const navigate = useNavigate();
  useEffect(() => navigate(to, { replace }), [navigate, to, replace]);
  return null;
}

interface LinkProps extends ComponentProps<'a'>, NavigateOptions {
  to: string;
}

/** A link inside the shop. To what is shown already it adds nothing to the history. */
export function Link({ to, replace, state, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate();
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const { button, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (event.defaultPrevented || button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return;
    event.preventDefault();
    navigate(to, { replace: replace ?? location.pathname + location.search + location.hash === to, state });
  };
  return <a {...rest} href={to} onClick={handleClick} />;
}

/** What stands in the places of a pattern, by their names. */
export type PathParts = Partial<Record<string, string>>;

/**
 * What an address says in the places of a pattern such as `/product/:slug`; trailing slashes do not count.
 *
 * @returns null when the address is not one of the pattern's.
 */
export function matchPath(pattern: string, pathname: string): PathParts | null {
  const found = new RegExp(`^${pattern.replace(/:(\w+)/, '(?<$1>[^/]+)')}/*$`).exec(pathname);
  if (!found) return null;
  return Object.fromEntries(Object.entries(found.groups ?? {}).map(([name, text]) => [name, decoded(text)]));
}

/** @see matchPath */
export function usePathParts(pattern: string): PathParts {
  return matchPath(pattern, useLocation().pathname) ?? {};
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
