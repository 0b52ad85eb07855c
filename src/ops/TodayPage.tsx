import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { OpsTodayReply } from '#contract/schemas/ops.ts';
import { Note } from '../ui/Note.tsx';
import { accessQuery } from './access/access-query.ts';
import { FEW_CODES } from './access/Factors.tsx';
import { todayQuery } from './console-queries.ts';
import styles from './DayBars.module.css';
import { Bars, DayBars } from './DayBars.tsx';
import { Lines } from './Lines.tsx';
import { Loaded } from './Loaded.tsx';
import { opsScreens } from './screens.ts';
import { lagosTime, moneyText } from './words.ts';

/** What waits for somebody, and how the shop's last two weeks went. */
export function TodayPage({ screenOf }: { screenOf: (command: string) => string | undefined }) {
  const today = useQuery(todayQuery);
  return (
    <div className="stack" data-gap="6">
      <h1>Today</h1>
      <FewCodes />
      <Loaded query={today}>
        {({ waiting, days, closing }) => (
          <>
            <Lines title="Waiting" rows={waiting} empty="Nothing waits for anybody.">
              {({ what, count, oldestAt, command }) => {
                // The number stays beside the last word.
                const words = `${what}:\u00a0${count}`;
                const place = command && screenOf(command);
                return [
                  place ? (
                    <Link key={what} className="link" to={place}>
                      {words}
                    </Link>
                  ) : (
                    words
                  ),
                  oldestAt && `since ${lagosTime(oldestAt)}`,
                ];
              }}
            </Lines>
            <section className="stack" data-gap="3">
              <h2>The last 14 days, and the next 24 hours</h2>
              <div className={styles.charts}>
                <Closing closing={closing} />
                <DayBars
                  title="Sold"
                  days={days}
                  value={({ orderedNaira }) => orderedNaira}
                  text={moneyText}
                />
                <DayBars title="Orders" days={days} value={({ orders }) => orders} text={String} />
                <DayBars
                  title="Payments begun"
                  days={days}
                  value={({ attempts }) => attempts}
                  text={String}
                />
                <DayBars
                  title="New shoppers"
                  days={days}
                  value={({ newShoppers }) => newShoppers}
                  text={String}
                />
              </div>
            </section>
          </>
        )}
      </Loaded>
    </div>
  );
}

/** How many groups come to their deadline in each of the next hours. */
function Closing({ closing }: Pick<OpsTodayReply['data'], 'closing'>) {
  const sum = closing.reduce((all, { groups }) => all + groups, 0);
  return (
    <Bars
      title="Groups closing"
      headline={`${sum} in 24 hours`}
      bars={closing.map(({ inHours, groups }) => ({ name: `within ${inHours} h`, value: groups }))}
      text={String}
    />
  );
}

/** Who has few recovery codes learns of it where they look each day, and not when the phone is lost. */
function FewCodes() {
  const left = useQuery(accessQuery).data?.recoveryCodesLeft;
  if (left === undefined || left >= FEW_CODES) return null;
  return (
    <Note kind="warning" role="note">
      <span>{`Recovery codes left: ${left}. A lost phone would lock you out.`}</span>{' '}
      <Link className="link" to={opsScreens.access}>
        Make new codes
      </Link>
    </Note>
  );
}
