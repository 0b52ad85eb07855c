import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GroupProgress } from '#contract/schemas/group.ts';
import { GroupProgressPanel } from './GroupProgressPanel.tsx';

const SERVER_TIME = '2026-01-10T10:00:00.000Z';
const HOUR_MS = 3_600_000;

function progress(changes: Partial<GroupProgress> = {}): GroupProgress {
  return {
    progressPercentage: 76,
    timeRemaining: 28 * HOUR_MS,
    spotsRemaining: 120,
    groupId: 'g',
    status: 'active',
    unitsSold: 380,
    minimumViableUnits: 500,
    participantCount: 12,
    lastJoinedAt: '2026-01-10T09:55:00.000Z',
    memberInitials: ['AO', 'BA'],
    deadline: '2026-01-11T14:00:00.000Z',
    serverTime: SERVER_TIME,
    ...changes,
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  // The phone's clock is two hours ahead of the server's.
  vi.setSystemTime(new Date(Date.parse(SERVER_TIME) + 2 * HOUR_MS));
});
afterEach(() => {
  vi.useRealTimers();
});

function show(shown: GroupProgress, onTimeOver = () => {}) {
  render(
    <GroupProgressPanel
      progress={shown}
      baseUnitName="kg"
      receivedAtMs={Date.now()}
      onTimeOver={onTimeOver}
    />,
  );
}

test('it says how full the group is and what is missing', () => {
  show(progress());
  expect(screen.getByRole('region', { name: 'Group progress' })).toBeDefined();
  expect(screen.getByText('Ends in')).toBeDefined();
  expect(screen.getByText('76% joined')).toBeDefined();
  expect(screen.getByText('120 kg to go')).toBeDefined();
  expect(screen.getByRole('progressbar', { name: 'Group progress' }).getAttribute('value')).toBe('76');
});

test('the countdown runs by the server’s clock, whatever the phone’s says', () => {
  show(progress());
  const clock = screen.getByRole('timer');
  expect(clock.textContent).toBe('01days:04hrs:00min:00sec');
  act(() => void vi.advanceTimersByTime(61_000));
  expect(clock.textContent).toBe('01days:03hrs:58min:59sec');
});

test('at zero the progress is asked for once', () => {
  const onTimeOver = vi.fn();
  show(progress({ deadline: '2026-01-10T10:00:03.000Z' }), onTimeOver);
  act(() => void vi.advanceTimersByTime(10_000));
  expect(onTimeOver).toHaveBeenCalledOnce();
  expect(screen.getByRole('timer').textContent).toBe('00days:00hrs:00min:00sec');
});

test.each([3, -3])(
  'a phone clock that is set by %i hours meanwhile has the progress asked for at once',
  (hours) => {
    const onTimeOver = vi.fn();
    show(progress(), onTimeOver);
    act(() => void vi.advanceTimersByTime(10_000));
    expect(onTimeOver).not.toHaveBeenCalled();
    vi.setSystemTime(Date.now() + hours * HOUR_MS);
    act(() => void vi.advanceTimersByTime(3_000));
    expect(onTimeOver).toHaveBeenCalledOnce();
  },
);

test('a full group is completed: no countdown, and the next order joins the next one', () => {
  show(progress({ spotsRemaining: 0, progressPercentage: 100, timeRemaining: 0 }));
  expect(screen.getByText('Completed!')).toBeDefined();
  expect(screen.getByText('This group is full. Your order joins the next one.')).toBeDefined();
  expect(screen.queryByRole('timer')).toBeNull();
});

test('before the first buyer no clock runs', () => {
  show(progress({ groupId: null, deadline: null, progressPercentage: 0, timeRemaining: 48 * HOUR_MS }));
  expect(screen.getByText('Be the first: the 48 hours start when you join.')).toBeDefined();
  expect(screen.queryByRole('timer')).toBeNull();
});

test('it says how many are in, how long ago the newest joined, and the initials of those who agreed', () => {
  show(progress());
  expect(screen.getByText('12 buyers are in.')).toBeDefined();
  expect(screen.getByText('AO')).toBeDefined();
  expect(screen.getByText('BA')).toBeDefined();
  expect(screen.getByText('Last joined 5m ago.')).toBeDefined();
  act(() => void vi.advanceTimersByTime(60_000));
  expect(screen.getByText('Last joined 6m ago.')).toBeDefined();
});

test('one buyer is one, and nobody is named without consent', () => {
  show(progress({ participantCount: 1, memberInitials: [], lastJoinedAt: SERVER_TIME }));
  expect(screen.getByText('1 buyer is in.')).toBeDefined();
  expect(screen.getByText('Last joined just now.')).toBeDefined();
});

test('before the first buyer, and while only the list is known, no number is invented', () => {
  show(progress({ groupId: null, participantCount: 0, lastJoinedAt: null, memberInitials: [] }));
  const { participantCount: _, lastJoinedAt: __, memberInitials: ___, ...listed } = progress();
  render(<GroupProgressPanel progress={listed} baseUnitName={null} receivedAtMs={0} onTimeOver={() => {}} />);
  expect(screen.queryByText(/(is|are) in\./)).toBeNull();
});
