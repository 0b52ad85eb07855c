import { onlineManager } from '@tanstack/react-query';
import { Component, type ReactNode, useEffect, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

/** Keeps the failure of one screen inside the shell. A chunk that could not be fetched is told apart. */
export class RouteErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    return error === null ? this.props.children : <ScreenFailure isMissing={isMissingChunk(error)} />;
  }
}

function ScreenFailure({ isMissing }: { isMissing: boolean }) {
  // The browser may learn later than the screen that the line is gone; the words then stay until a tap.
  const [wasOffline, setWasOffline] = useState(!onlineManager.isOnline());
  useEffect(
    () =>
      onlineManager.subscribe((isOnline) => {
        if (!isOnline) setWasOffline(true);
      }),
    [],
  );
  if (isMissing && wasOffline) {
    return (
      <Failure title="Not downloaded yet" button="Retry">
        This page was not saved on your phone yet. It opens when the network is back.
      </Failure>
    );
  }
  return (
    <Failure title="Something went wrong" button="Try Again">
      We encountered an error while loading this content. Please try refreshing the page.
    </Failure>
  );
}

function Failure({ title, button, children }: { title: string; button: string; children: string }) {
  return (
    <div className="page">
      <title>{title}</title>
      <EmptyState
        drawing={button === 'Retry' ? 'offline' : 'broken'}
        title={title}
        level={1}
        role="alert"
        action={<Button onClick={() => location.reload()}>{button}</Button>}
      >
        {children}
      </EmptyState>
    </div>
  );
}

/** Browsers word a failed import differently; all of them name the import or the module. */
function isMissingChunk(error: unknown): boolean {
  return error instanceof Error && /import|module|preload/i.test(error.message);
}
