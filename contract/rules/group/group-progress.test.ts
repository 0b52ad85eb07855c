import { describe, expect, it } from 'vitest';
import {
  calculateDaysLeft,
  calculateGroupProgressPercent,
  calculateGroupUnitsRemaining,
  calculateMemberSharePercent,
  calculateTimeRemainingMs,
} from './group-progress.ts';

describe('group progress', () => {
  it.each([
    [0, 500, 0, 500],
    [380, 500, 76, 120],
    [499, 500, 99, 1],
    [500, 500, 100, 0],
    [530, 500, 100, 0],
    [0, 0, 100, 0],
  ])('%i of %i units: %i percent, %i spots', (sold, minimum, percent, spots) => {
    expect(calculateGroupProgressPercent(sold, minimum)).toBe(percent);
    expect(calculateGroupUnitsRemaining(sold, minimum)).toBe(spots);
  });

  it('says 100 percent exactly when no spot is left', () => {
    for (let sold = 0; sold <= 1010; sold += 1) {
      expect(calculateGroupProgressPercent(sold, 1001) === 100).toBe(
        calculateGroupUnitsRemaining(sold, 1001) === 0,
      );
    }
  });

  it('never counts below zero', () => {
    expect(calculateTimeRemainingMs(1000, 4000)).toBe(0);
    expect(calculateTimeRemainingMs(4000, 1000)).toBe(3000);
  });

  it('gives the share of a member with one decimal', () => {
    expect(calculateMemberSharePercent(1, 3)).toBe(33.3);
    expect(calculateMemberSharePercent(50, 500)).toBe(10);
    expect(calculateMemberSharePercent(5, 0)).toBe(0);
  });

  it.each([
    [0, 0],
    [-5, 0],
    [1, 1],
    [86_400_000, 1],
    [86_400_001, 2],
    [172_800_000, 2],
  ])('%i ms are %i days left', (ms, days) => {
    expect(calculateDaysLeft(ms)).toBe(days);
  });
});
