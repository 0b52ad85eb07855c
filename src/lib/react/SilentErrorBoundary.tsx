import { Component } from 'react';
import type { TextFreeChildren } from './elements.ts';

/** Renders nothing in place of a part that fails, so that the rest of the page stays usable. React logs the error. */
export class SilentErrorBoundary extends Component<{ children: TextFreeChildren }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? null : this.props.children;
  }
}
