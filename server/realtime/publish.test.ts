import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { throttleByKey } from './publish.ts';

describe('the pace of progress events', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('tells the first move at once and the last one at the end of the gap', () => {
    const told: string[] = [];
    const pace = throttleByKey(1_000, async (key) => void told.push(key));
    for (let move = 0; move < 50; move += 1) pace.ask('rice');
    expect(told).toEqual(['rice']);
    vi.advanceTimersByTime(1_000);
    expect(told).toEqual(['rice', 'rice']);
    vi.advanceTimersByTime(5_000);
    expect(told).toEqual(['rice', 'rice']);
  });

  it('paces each product on its own', () => {
    const told: string[] = [];
    const pace = throttleByKey(1_000, async (key) => void told.push(key));
    pace.ask('rice');
    pace.ask('beans');
    expect(told).toEqual(['rice', 'beans']);
    pace.stop();
    vi.advanceTimersByTime(2_000);
    pace.ask('rice');
    expect(told).toEqual(['rice', 'beans', 'rice']);
  });
});
