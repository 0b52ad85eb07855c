import type { OpsTodayReply } from '#contract/schemas/ops.ts';
import styles from './DayBars.module.css';

type Day = OpsTodayReply['data']['days'][number];

interface BarsProps {
  title: string;
  /** What stands in words beside the title. */
  headline: string;
  /** In their order; the name is for readers. */
  bars: readonly { name: string; value: number }[];
  text: (value: number) => string;
}

/** Figures side by side, the tallest as tall as the place. */
export function Bars({ title, headline, bars, text }: BarsProps) {
  // In units of the drawing, which is stretched to its place.
  const tall = 40;
  const step = 10;
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const told = bars.map(({ name, value }) => `${name}: ${text(value)}`).join(', ');
  return (
    <figure className="card">
      <figcaption className="row" data-justify="between">
        <span>{title}</span>
        <span className="num strong">{headline}</span>
      </figcaption>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${bars.length * step} ${tall}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}. ${told}`}
      >
        {bars.map(({ name, value }, index) => {
          const height = Math.max(1, (value / most) * tall);
          return <rect key={name} x={index * step + 1} y={tall - height} width={step - 2} height={height} />;
        })}
      </svg>
    </figure>
  );
}

interface DayProps {
  title: string;
  days: readonly Day[];
  value: (day: Day) => number;
  text: (value: number) => string;
}

/** One figure per day as bars; today's stands in words beside the title. */
export function DayBars({ title, days, value, text }: DayProps) {
  const bars = days.map((day) => ({ name: day.day, value: value(day) }));
  return <Bars {...{ title, bars, text }} headline={`${text(bars.at(-1)?.value ?? 0)} today`} />;
}
