import { useEffect, useEffectEvent, useState } from 'react';
import { formatCountdown, splitIntoCountdownTiles } from './countdown.ts';
import styles from './GroupProgress.module.css';

interface Props {
  /** Deadline of the group, ISO 8601. */
  deadline: string;
  /** Time of the response by the server's clock, ISO 8601. */
  serverTime: string;
  /** Time of the same response by the phone's clock, milliseconds. */
  receivedAtMs: number;
  /** Called when the deadline has passed, also after a change of the phone's clock. */
  onTimeOver: () => void;
}

const TICK_MS = 1_000;
const CLOCK_SET_MS = 5_000;

/**
 * Shows the time until the deadline by the server's clock, because a phone's clock may be wrong.
 * @source offline.md section 3
 */
export function GroupCountdown({ deadline, serverTime, receivedAtMs, onTimeOver }: Props) {
  const deadlineMs = Date.parse(deadline);
  const serverMs = Date.parse(serverTime);
  const [nowMs, setNowMs] = useState(serverMs);
  const remainingMs = Math.max(0, deadlineMs - nowMs);
  const handleTimeOver = useEffectEvent(onTimeOver);

  useEffect(() => {
    const offsetMs = serverMs - receivedAtMs;
    let isOver = false;
    let startMs = Date.now() - performance.now();
    const tick = () => {
      const movedMs = Date.now() - performance.now() - startMs;
      if (Math.abs(movedMs) > CLOCK_SET_MS) {
        startMs += movedMs;
        handleTimeOver();
      }
      const currentMs = Date.now() + offsetMs;
      setNowMs(currentMs);
      if (currentMs >= deadlineMs && !isOver) {
        isOver = true;
        handleTimeOver();
      }
    };
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [deadlineMs, serverMs, receivedAtMs]);

  const tiles = splitIntoCountdownTiles(remainingMs);
  return (
    <div className="row" data-justify="between" data-gap="2" data-wrap="">
      <span className="small">Ends in</span>
      <span className={styles.clock} role="timer" aria-live="off" aria-label={formatCountdown(remainingMs)}>
        <Tile value={tiles.days} unit="days" />:<Tile value={tiles.hours} unit="hrs" />:
        <Tile value={tiles.minutes} unit="min" />:<Tile value={tiles.seconds} unit="sec" />
      </span>
    </div>
  );
}

function Tile({ value, unit }: { value: string; unit: string }) {
  return (
    <b>
      <span>{value}</span>
      <small>{unit}</small>
    </b>
  );
}
