import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fetchFullProducts } from '../features/product/fetch-full-products.ts';
import { PartBoundary } from '../lib/PartBoundary.tsx';
import { useServices } from '../lib/services.ts';
import { MemberServices } from './MemberServices.tsx';
import { OfflineService } from './OfflineService.tsx';
import { persistCache } from './persistence.ts';
import { SessionService } from './SessionService.tsx';

/** Runs the session, persisted data, outbox and worker on every page. A failure of one does not stop the others. */
export function BackgroundServices() {
  const queryClient = useQueryClient();
  const services = useServices();
  useEffect(() => {
    // Persisted data is restored after hydration, because the first render must match the server's.
    void persistCache(queryClient, services).then(() => fetchFullProducts(queryClient));
  }, [queryClient, services]);
  return (
    <>
      <PartBoundary>
        <SessionService />
      </PartBoundary>
      <PartBoundary>
        <MemberServices />
      </PartBoundary>
      <PartBoundary>
        <OfflineService />
      </PartBoundary>
    </>
  );
}
