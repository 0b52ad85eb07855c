import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fillCards } from '../features/product/fill-cards.ts';
import { PartBoundary } from '../lib/PartBoundary.tsx';
import { useServices } from '../lib/services.ts';
import { MemberServices } from './MemberServices.tsx';
import { OfflineKeeper } from './OfflineKeeper.tsx';
import { followCache } from './persistence.ts';
import { SessionKeeper } from './SessionKeeper.tsx';

/** Background services of every page: session, persisted data, outbox, worker. Each fails on its own. */
export function Keepers() {
  const queryClient = useQueryClient();
  const services = useServices();
  useEffect(() => {
    // Persisted data is restored after hydration, because the first render must match the server's.
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
