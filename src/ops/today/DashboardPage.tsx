import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { opsGetOwnCredentials } from '#contract/ops/access-endpoints.ts';
import { MessageBox } from '../../ui/message/MessageBox.tsx';
import { RECOVERY_CODES_LOW_BELOW } from '../access/OwnCredentialsPage.tsx';
import { formatNairaWithKobo } from '../display-text.ts';
import { endpointQuery } from '../frames/console-queries.ts';
import { QueryStateView } from '../frames/QueryStateView.tsx';
import { type OpsScreenProps, opsScreenPaths } from '../screens.ts';
import { SetupChecklist } from './SetupChecklist.tsx';
import styles from './Today.module.css';
import { dashboardQuery, WaitingWorkList } from './WaitingWork.tsx';

/** Shows the work that waits for an operator, and the shop's figures of the last two weeks. */
export function DashboardPage({ may }: Pick<OpsScreenProps, 'may'>) {
  const today = useQuery(dashboardQuery);
  return (
    <div className="stack" data-gap="6">
      <h1>Today</h1>
      <FewCodes />
      <QueryStateView query={today}>
        {({ setup, waiting, days, closing }) => {
          const byDay = (of: (day: (typeof days)[number]) => number) =>
            days.map((day) => ({ name: day.day, value: of(day) }));
          return (
            <>
              <SetupChecklist steps={setup} may={may} />
              <WaitingWorkList waiting={waiting} may={may} />
              <section className="stack" data-gap="3" hidden={days.length === 0}>
                <h2>The last 14 days, and the next 24 hours</h2>
                <div className={styles.charts}>
                  <Bars
                    title="Groups closing"
                    figure={closing.reduce((all, { groups }) => all + groups, 0)}
                    when="in 24 hours"
                    bars={closing.map(({ inHours, groups }) => ({
                      name: `within ${inHours} h`,
                      value: groups,
                    }))}
                  />
                  <Bars
                    title="Paid in"
                    bars={byDay(({ paidInNaira }) => paidInNaira)}
                    text={formatNairaWithKobo}
                  />
                  <Bars
                    title="Paid back"
                    bars={byDay(({ paidBackNaira }) => paidBackNaira)}
                    text={formatNairaWithKobo}
                  />
                  <Bars title="Orders" bars={byDay(({ orders }) => orders)} />
                  <Bars title="Payments started" bars={byDay(({ attempts }) => attempts)} />
                  <Bars title="New shoppers" bars={byDay(({ newShoppers }) => newShoppers)} />
                </div>
              </section>
            </>
          );
        }}
      </QueryStateView>
    </div>
  );
}

/** Warns of few remaining recovery codes on the page that operators open daily, before they lose a phone. */
function FewCodes() {
  const left = useQuery(endpointQuery(opsGetOwnCredentials)).data?.recoveryCodesLeft;
  if (left === undefined || left >= RECOVERY_CODES_LOW_BELOW) return null;
  return (
    <MessageBox kind="warning" role="note">
      <span>{`Recovery codes left: ${left}. A lost phone would lock you out.`}</span>{' '}
      <Link className="link" to={opsScreenPaths.access}>
        Make new codes
      </Link>
    </MessageBox>
  );
}

interface BarsProps {
  title: string;
  /** The number above the bars; absent: the value of the last bar. */
  figure?: number;
  /** When the number above the bars was counted, such as `today`. */
  when?: string;
  /** Values of the bars in the order of display, each with a name for screen readers. */
  bars: readonly { name: string; value: number }[];
  text?: (value: number) => string;
}

/** Draws bars side by side; the highest value fills the height. */
function Bars({ title, figure, when = 'today', bars, text = String }: BarsProps) {
  // Sizes of the bars are in units of the SVG's view box, because the chart is stretched to the available width.
  const tall = 40;
  const step = 10;
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const description = bars.map(({ name, value }) => `${name}: ${text(value)}`).join(', ');
  return (
    <figure className="card">
      <figcaption>
        <span className="muted small">{title}</span>
        <span className={`num ${styles.figure}`}>{figure ?? text(bars.at(-1)?.value ?? 0)}</span>
        <span className="muted small">{when}</span>
      </figcaption>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${bars.length * step} ${tall}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}. ${description}`}
      >
        {bars.map(({ name, value }, index) => {
          const height = Math.max(1, (value / most) * tall);
          return <rect key={name} x={index * step + 1} y={tall - height} width={step - 2} height={height} />;
        })}
      </svg>
    </figure>
  );
}
