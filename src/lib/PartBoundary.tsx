import { Component } from 'react';
import type { Elements } from './elements.ts';

/**
 * Around a part of the app that is no screen: one that cannot be drawn is missing from then on, and takes nothing
 * else away. React says on the console what was wrong.
 */
export class PartBoundary extends Component<{ children: Elements }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? null : this.props.children;
  }
}
