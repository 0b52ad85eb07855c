import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fetchProductsWithAllFields } from '../../features/product/data/fetch-products-with-all-fields.ts';
import { SilentErrorBoundary } from '../../lib/react/SilentErrorBoundary.tsx';
import { useAppServices } from '../../lib/react/services.ts';
import { startQueryPersistence } from '../data/persistence.ts';
import { MemberBackgroundServices } from './MemberBackgroundServices.tsx';
import { ServiceWorkerStarter } from './ServiceWorkerStarter.tsx';
import { SessionCleanupService } from './SessionCleanupService.tsx';

/** Runs the services that every page needs, such as session and outbox. A failure of one does not stop the others. */
export default function BackgroundServices() {
  const queryClient = useQueryClient();
  const services = useAppServices();
  useEffect(() => {
    // Stored data is restored only after hydration, because the first render must match the server's HTML.
    void startQueryPersistence(queryClient, services).then(() => fetchProductsWithAllFields(queryClient));
  }, [queryClient, services]);
  return (
    <>
      <SilentErrorBoundary>
        <SessionCleanupService />
      </SilentErrorBoundary>
      <SilentErrorBoundary>
        <MemberBackgroundServices />
      </SilentErrorBoundary>
      <SilentErrorBoundary>
        <ServiceWorkerStarter />
      </SilentErrorBoundary>
    </>
  );
}
