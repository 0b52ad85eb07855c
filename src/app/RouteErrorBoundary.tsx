import { onlineManager } from '@tanstack/react-query';
import { Component, useEffect, useState } from 'react';
import type { Elements } from '../lib/elements.ts';
import { MissingChunkError } from '../lib/lazy-route.tsx';
import { Button } from '../ui/Button.tsx';
import type { DrawingName } from '../ui/Drawing.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

/** Keeps the failure of one screen inside the shell. A chunk that could not be fetched is told apart. */
export class RouteErrorBoundary extends Component<{ children: Elements }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return <ScreenFailure isMissing={error instanceof MissingChunkError} />;
  }
}

function ScreenFailure({ isMissing }: { isMissing: boolean }) {
  // The browser may learn later than the screen that the line is gone; the words then stay until a tap.
  const [wasOffline, setWasOffline] = useState(!onlineManager.isOnline());
  useEffect(() => {
    const note = () => {
      if (!onlineManager.isOnline()) setWasOffline(true);
    };
    // The line may have gone since the first drawing.
    note();
    return onlineManager.subscribe(note);
  }, []);
  if (isMissing && wasOffline) {
    return (
      <Failure
        drawing="offline"
        title="Not downloaded yet"
        button="Retry"
        sentence="This page was not saved on your phone yet. It opens when the network is back."
      />
    );
  }
  return (
    <Failure
      drawing="broken"
      title="Something went wrong"
      button="Try Again"
      sentence="We encountered an error while loading this content. Please try refreshing the page."
    />
  );
}

interface FailureProps {
  drawing: DrawingName;
  title: string;
  button: string;
  sentence: string;
}

function Failure({ drawing, title, button, sentence }: FailureProps) {
  return (
    <div className="page">
      <title>{title}</title>
      <EmptyState
        drawing={drawing}
        title={title}
        level={1}
        role="alert"
        action={<Button onClick={() => location.reload()}>{button}</Button>}
      >
        {sentence}
      </EmptyState>
    </div>
  );
}
