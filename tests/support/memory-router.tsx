import { type ReactNode, useCallback, useState } from 'react';
import { type Navigate, type Place, placeAt, StandingAt } from '../../src/lib/navigation.tsx';

interface Props {
  /** Where it begins: an address, with what navigation carried there. */
  at?: string;
  state?: unknown;
  children?: ReactNode;
}

/** Addresses of a test alone: the document's own stays as it is. */
export function MemoryRouter({ at = '/', state = null, children }: Props) {
  const [place, setPlace] = useState(() => carrying(at, 'POP', state, 0));
  const navigate = useCallback<Navigate>(
    (to, options = {}) =>
      setPlace(({ location }) =>
        carrying(to, options.replace ? 'REPLACE' : 'PUSH', options.state ?? null, Number(location.key) + 1),
      ),
    [],
  );
  return (
    <StandingAt place={place} navigate={navigate}>
      {children}
    </StandingAt>
  );
}

function carrying(address: string, type: Place['type'], state: unknown, visit: number): Place {
  return { location: { ...placeAt(address).location, state, key: String(visit) }, type };
}
