import type { ReactNode } from 'react';
import { SilentErrorBoundary } from '../../lib/react/SilentErrorBoundary.tsx';
import { useLazyComponent } from '../../lib/react/use-lazy-component.tsx';
import { ScrollToTop } from '../routing/ScrollToTop.tsx';
import { useMayLoadDeferredCode } from '../start/deferred-code.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';

const loadOfflineBar = () => import('../../features/install/OfflineBar.tsx');

export function AppShell({ children }: { children: ReactNode }) {
  const OfflineBar = useLazyComponent(loadOfflineBar, useMayLoadDeferredCode());
  return (
    <>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <SilentErrorBoundary>
        <Header />
      </SilentErrorBoundary>
      <ScrollToTop />
      {OfflineBar && <OfflineBar />}
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <SilentErrorBoundary>
        <Footer />
      </SilentErrorBoundary>
    </>
  );
}
