import { type ComponentType, Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import type { ElementChildren } from '../lib/elements.ts';
import { paths } from '../lib/paths.ts';
import { useIsServerRendered } from '../lib/use-is-server-rendered.ts';
import { AppShell } from './AppShell.tsx';
import { GuestOnly } from './GuestOnly.tsx';
import { RouteErrorBoundary } from './RouteErrorBoundary.tsx';
import { RouteFallback } from './RouteFallback.tsx';
import { type Access, routeTable } from './route-table.ts';

/** Renders the screen of an address inside the shell, with its guard and error boundary. */
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
 * Shows a placeholder while a screen's code loads. A server-rendered screen gets none: behind its own boundary React
 * would hydrate it in one long task instead of in slices.
 */
function Waiting({ children }: { children: ElementChildren }) {
  if (useIsServerRendered()) return children;
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
