import { type ComponentType, Suspense } from 'react';
import { Navigate, useLocation } from '../lib/navigation.tsx';
import { paths } from '../lib/paths.ts';
import { AppShell } from './AppShell.tsx';
import { GuestOnly } from './GuestOnly.tsx';
import { RouteErrorBoundary } from './RouteErrorBoundary.tsx';
import { RouteFallback } from './RouteFallback.tsx';
import { type Access, matchRoute } from './route-table.ts';

/** Address → screen: the shell around, the guard before, the failure of one screen kept inside it. */
export function Router() {
  const matched = matchRoute(useLocation().pathname);
  return (
    <AppShell>{matched ? <Screen {...matched.route} /> : <Navigate to={paths.home} replace />}</AppShell>
  );
}

function Screen({ access, Component }: { access: Access; Component: ComponentType }) {
  const { pathname } = useLocation();
  const screen = (
    <RouteErrorBoundary key={pathname}>
      <Suspense fallback={<RouteFallback />}>
        <Component />
      </Suspense>
    </RouteErrorBoundary>
  );
  if (access === 'guest') return <GuestOnly>{screen}</GuestOnly>;
  return screen;
}
