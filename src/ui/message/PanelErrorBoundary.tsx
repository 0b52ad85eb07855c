import { Component } from 'react';
import type { TextFreeChildren } from '../../lib/react/elements.ts';
import { Button } from '../control/Button.tsx';
import { EmptyState } from './EmptyState.tsx';

interface Props {
  children: TextFreeChildren;
  /** Called before the retry, for example to reset the failed query. */
  onReset?: () => void;
}

/**
 * Shows an error message in place of a panel that fails to render; other panels stay. @source spec section 2 (Referral)
 */
export class PanelErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="card">
        <EmptyState
          drawing="broken"
          title="Something went wrong"
          role="alert"
          action={
            <Button
              onClick={() => {
                this.props.onReset?.();
                this.setState({ failed: false });
              }}
            >
              Try Again
            </Button>
          }
        >
          We encountered an error while loading this content. Please try refreshing the page.
        </EmptyState>
      </div>
    );
  }
}
