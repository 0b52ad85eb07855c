import { onlineManager } from '@tanstack/react-query';
import { Component, useEffect, useState } from 'react';
import type { TextFreeChildren } from '../../lib/react/elements.ts';
import { MissingChunkError } from '../../lib/react/lazy-route.tsx';
import { Button } from '../../ui/control/Button.tsx';
import type { IllustrationName } from '../../ui/image/Illustration.tsx';
import { EmptyState } from '../../ui/message/EmptyState.tsx';

/** Shows an error message in place of a screen that fails to render or load. */
export class RouteErrorBoundary extends Component<{ children: TextFreeChildren }, { error: unknown }> {
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
  // True once the phone was offline, which browsers may report late. Code that failed to load is then no fault.
  const [wasOffline, setWasOffline] = useState(!onlineManager.isOnline());
  useEffect(() => {
    const note = () => {
      if (!onlineManager.isOnline()) setWasOffline(true);
    };
    // The connection may have been lost after the first render and before the subscription below.
    note();
    return onlineManager.subscribe((isOnline) => {
      note();
      // A browser may not repeat a failed import, so the page reloads.
      if (isOnline && isMissing) location.reload();
    });
  }, [isMissing]);
  if (isMissing && wasOffline) {
    return (
      <Failure
        drawing="offline"
        title="Not downloaded yet"
        button="Retry"
        sentence="This page was not saved on your phone yet. It opens when you are back online."
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
  drawing: IllustrationName;
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
