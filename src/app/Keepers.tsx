import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fillCards } from '../features/product/fill-cards.ts';
import { PartBoundary } from '../lib/PartBoundary.tsx';
import { useServices } from '../lib/services.ts';
import { MemberServices } from './MemberServices.tsx';
import { OfflineKeeper } from './OfflineKeeper.tsx';
import { followCache } from './persistence.ts';
import { SessionKeeper } from './SessionKeeper.tsx';

/** What works on every page and draws nothing at first: session, saved data, outbox, worker. None ends another. */
export function Keepers() {
  const queryClient = useQueryClient();
  const services = useServices();
  useEffect(() => {
    // Saved data enters a rendered page only after it was taken over: the first render has the server's.
    void followCache(queryClient, services).then(() => fillCards(queryClient));
  }, [queryClient, services]);
  return (
    <>
      <PartBoundary>
        <SessionKeeper />
      </PartBoundary>
      <PartBoundary>
        <MemberServices />
      </PartBoundary>
      <PartBoundary>
        <OfflineKeeper />
      </PartBoundary>
    </>
  );
}
