import { type ComponentType, Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { screenPaths } from '../../lib/paths.ts';
import type { TextFreeChildren } from '../../lib/react/elements.ts';
import { useWasServerRendered } from '../../lib/react/use-was-server-rendered.ts';
import { AppShell } from '../frame/AppShell.tsx';
import { RouteErrorBoundary } from './RouteErrorBoundary.tsx';
import { RouteLoadingFallback } from './RouteLoadingFallback.tsx';
import { appRouteTable } from './route-table.ts';

/** Renders the screen of the current address inside the page frame, with its redirects and error message. */
export function Router() {
  return (
    <AppShell>
      <Routes>
        {appRouteTable.map((route) => (
          <Route key={route.path} path={route.path} element={<Screen {...route} />} />
        ))}
        <Route path="*" element={<Navigate to={screenPaths.home} replace />} />
      </Routes>
    </AppShell>
  );
}

/**
 * Shows a placeholder while a screen's code loads. A Suspense boundary would hydrate a server-rendered screen in one
 * task.
 */
function Waiting({ children }: { children: TextFreeChildren }) {
  if (useWasServerRendered()) return children;
  return <Suspense fallback={<RouteLoadingFallback />}>{children}</Suspense>;
}

function Screen({ Component }: { Component: ComponentType }) {
  const { pathname } = useLocation();
  return (
    <RouteErrorBoundary key={pathname}>
      <Waiting>
        <Component />
      </Waiting>
    </RouteErrorBoundary>
  );
}
