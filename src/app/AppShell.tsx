import type { ReactNode } from 'react';
import { PartBoundary } from '../lib/PartBoundary.tsx';
import { useLazyPart } from '../lib/use-lazy-part.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { usePageIdle } from './page-idle.ts';
import { ScrollToTop } from './ScrollToTop.tsx';

const loadOfflineBar = async () => (await import('../features/install/OfflineBar.tsx')).OfflineBar;

export function AppShell({ children }: { children: ReactNode }) {
  const OfflineBar = useLazyPart(loadOfflineBar, usePageIdle());
  return (
    <>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <PartBoundary>
        <Header />
      </PartBoundary>
      <ScrollToTop />
      {OfflineBar && <OfflineBar />}
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <PartBoundary>
        <Footer />
      </PartBoundary>
    </>
  );
}
