import type { OpsTodayReply } from '#contract/schemas/ops.ts';
import styles from './DayBars.module.css';

type Day = OpsTodayReply['data']['days'][number];

interface Props {
  title: string;
  days: readonly Day[];
  value: (day: Day) => number;
  text: (value: number) => string;
}

/** One figure per day as bars; today's stands in words beside the title. */
export function DayBars({ title, days, value, text }: Props) {
  // In units of the drawing, which is stretched to its place.
  const tall = 40;
  const step = 10;
  const values = days.map(value);
  const most = Math.max(1, ...values);
  const told = days.map((day) => `${day.day}: ${text(value(day))}`).join(', ');
  return (
    <figure className="card">
      <figcaption className="row" data-justify="between">
        <span>{title}</span>
        <span className="num strong">{text(values.at(-1) ?? 0)} today</span>
      </figcaption>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${days.length * step} ${tall}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}. ${told}`}
      >
        {values.map((one, index) => {
          const height = Math.max(1, (one / most) * tall);
          return (
            <rect
              key={days[index]?.day}
              x={index * step + 1}
              y={tall - height}
              width={step - 2}
              height={height}
            />
          );
        })}
      </svg>
    </figure>
  );
}
