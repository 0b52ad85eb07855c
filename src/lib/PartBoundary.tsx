import { Component } from 'react';
import type { TextFreeChildren } from './elements.ts';

/** Removes a part of the page that fails to render and protects the rest. React logs the error. */
export class SilentErrorBoundary extends Component<{ children: TextFreeChildren }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? null : this.props.children;
  }
}
