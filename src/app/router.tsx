import { type ComponentType, Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import type { Elements } from '../lib/elements.ts';
import { paths } from '../lib/paths.ts';
import { useIsFromServer } from '../lib/use-is-from-server.ts';
import { AppShell } from './AppShell.tsx';
import { GuestOnly } from './GuestOnly.tsx';
import { RouteErrorBoundary } from './RouteErrorBoundary.tsx';
import { RouteFallback } from './RouteFallback.tsx';
import { type Access, routeTable } from './route-table.ts';

/** Address → screen: the shell around, the guard before, the failure of one screen kept inside it. */
export function Router() {
  return (
    <AppShell>
      <Routes>
        {routeTable.map((route) => (
          <Route key={route.path} path={route.path} element={<Screen {...route} />} />
        ))}
        <Route path="*" element={<Navigate to={paths.home} replace />} />
      </Routes>
    </AppShell>
  );
}

/**
 * What is drawn while a screen's code comes. A screen that came drawn waits for none: without a boundary of its own it is
 * taken over with the page around it, in slices and at once heard. React would take over what is behind one in one piece
 * with the first change around it.
 */
function Waiting({ children }: { children: Elements }) {
  if (useIsFromServer()) return children;
  return <Suspense fallback={<RouteFallback />}>{children}</Suspense>;
}

function Screen({ access, Component }: { access: Access; Component: ComponentType }) {
  const { pathname } = useLocation();
  const screen = (
    <RouteErrorBoundary key={pathname}>
      <Waiting>
        <Component />
      </Waiting>
    </RouteErrorBoundary>
  );
  if (access === 'guest') return <GuestOnly>{screen}</GuestOnly>;
  return screen;
}
