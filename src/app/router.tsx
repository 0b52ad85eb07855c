import { type ComponentType, Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { AppShell } from './AppShell.tsx';
import { GuestOnly } from './GuestOnly.tsx';
import { RouteErrorBoundary } from './RouteErrorBoundary.tsx';
import { RouteFallback } from './RouteFallback.tsx';
import { type Access, routeTable } from './route-table.ts';

/** Address → screen: the shell around, the guard before, the failure of one screen kept inside it. */
export function Router() {
  return (
    <Routes>
      <Route element={<AppShell />}>
        {routeTable.map(({ path, access, Component }) => (
          <Route key={path} path={path} element={<Screen access={access} Component={Component} />} />
        ))}
        <Route path="*" element={<Navigate to={paths.home} replace />} />
      </Route>
    </Routes>
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
