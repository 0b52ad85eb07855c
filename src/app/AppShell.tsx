import { Outlet } from 'react-router-dom';
import { useLazyPart } from '../lib/use-lazy-part.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { ScrollToTop } from './ScrollToTop.tsx';

const loadOfflineBar = async () => (await import('../features/install/OfflineBar.tsx')).OfflineBar;

/** What stands around every screen. */
export function AppShell() {
  const OfflineBar = useLazyPart(loadOfflineBar);
  return (
    <>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <Header />
      <ScrollToTop />
      {OfflineBar && <OfflineBar />}
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </>
  );
}
