import { useQuery } from '@tanstack/react-query';
import { todayQuery } from './console-queries.ts';
import styles from './DayBars.module.css';
import { DayBars } from './DayBars.tsx';
import { Lines } from './Lines.tsx';
import { Loaded } from './Loaded.tsx';
import { lagosTime, moneyText } from './words.ts';

/** What waits for somebody, and how the shop's last two weeks went. */
export function TodayPage() {
  const today = useQuery(todayQuery);
  return (
    <div className="stack" data-gap="6">
      <h1>Today</h1>
      <Loaded query={today}>
        {({ waiting, days }) => (
          <>
            <Lines title="Waiting" rows={waiting} empty="Nothing waits for anybody.">
              {({ what, count, oldestAt }) => [
                `${count} ${what.toLowerCase()}`,
                oldestAt && `since ${lagosTime(oldestAt)}`,
              ]}
            </Lines>
            <section className="stack" data-gap="3">
              <h2>The last 14 days</h2>
              <div className={styles.charts}>
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
