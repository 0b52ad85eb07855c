import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EMAIL_MAX } from '#contract/limits.ts';
import { opsRecon, opsResolveRecon, opsRunRecon } from '#contract/ops-money-endpoints.ts';
import type { OpsReconReply, OpsResolveBody } from '#contract/schemas/ops-money.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { ActionForm } from '../frames/ActionForm.tsx';
import { Page, Rows } from '../frames/ListPage.tsx';
import { Facts } from '../frames/RecordPage.tsx';
import { readingPages } from '../frames/read.ts';
import type { ScreenProps } from '../screens.ts';
import { lagosTime, moneyText } from '../words.ts';

/** Open differences between the provider's books and the shop's, and the run that finds them. */
export function ReconPage({ may }: Pick<ScreenProps, 'may'>) {
  const [all, setAll] = useState(false);
  const items = useInfiniteQuery(readingPages(opsRecon, all ? { all } : {}, ({ id }) => ({ after: id })));
  return (
    <Page title="Reconciliation">
      <section className="stack" data-gap="3">
        <div className="row" data-justify="between" data-wrap>
          <h2>{all ? 'All items' : 'Open items'}</h2>
          <Button variant="quiet" small onClick={() => setAll(!all)}>
            {all ? 'Show Only Open' : 'Show Resolved Too'}
          </Button>
        </div>
        <Rows query={items}>
          {(rows) =>
            rows.length === 0 ? (
              <p className="muted">Nothing waits. The two books say the same.</p>
            ) : (
              <ul className="stack">
                {rows.map((item) => (
                  <Difference key={item.id} item={item} mayResolve={may.includes('recon resolve')} />
                ))}
              </ul>
            )
          }
        </Rows>
      </section>
      {may.includes('recon run') && (
        <ActionForm
          title="Compare a day"
          label="Compare"
          busyLabel="Comparing..."
          to={opsRunRecon}
          reads={{ day: String }}
          asksReason={false}
          done="Compared. What differs stands above."
        >
          <TextField
            label="Day"
            name="day"
            type="date"
            hint="Empty: today. Each ended day is compared by itself."
          />
        </ActionForm>
      )}
    </Page>
  );
}

type Item = OpsReconReply['data'][number];

const KINDS: Readonly<Record<string, string>> = {
  review: 'Money that found no order',
  unknown_reference: 'A payment that is none of ours',
  amount_differs: 'Another amount in their books',
  missing_at_provider: 'Not in their books',
  not_settled: 'A payment that could not be settled',
  not_verified: 'The provider did not answer',
  not_booked: 'A movement that could not be booked',
  unreadable: 'A line of theirs that nobody can read',
  settlement: 'A payout that does not add up',
  provider_account: 'The day does not add up',
};

/** One thing on which the two books differ, and the way to close it. */
function Difference({ item, mayResolve }: { item: Item; mayResolve: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const title = KINDS[item.kind] ?? item.kind.replaceAll('_', ' ');
  return (
    <li className="card stack" data-gap="3">
      <h3>{title}</h3>
      <Facts
        facts={[
          ['Reference', item.reference],
          ['Day', item.day],
          [item.status === 'open' ? 'Due' : 'Was due', lagosTime(item.dueAt)],
          ['Money that waits', parkedText(item)],
          ['Note', item.note],
          ['Our books', told(item.ours)],
          ['Their books', told(item.theirs)],
          ['State', item.status === 'open' ? null : 'Resolved'],
        ]}
      />
      {mayResolve && (item.status === 'open' || item.parkedAmount !== null) && (
        <>
          <div>
            <Button variant="line" small aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              {isOpen ? 'Not Now' : 'Resolve'}
            </Button>
          </div>
          {isOpen && <ResolveForm item={item} title={title} />}
        </>
      )}
    </li>
  );
}

function ResolveForm({ item, title }: { item: Item; title: string }) {
  return (
    <ActionForm
      title={`Resolve: ${title}`}
      label="Resolve It"
      busyLabel="Resolving..."
      to={opsResolveRecon}
      params={{ item: String(item.id) }}
      reads={{
        reason: String,
        way: (way) => way as OpsResolveBody['way'],
        email: (email, { way }) => (way === 'release' ? email : undefined),
      }}
      figures
      done="It is resolved."
    >
      {item.parkedAmount !== null && (
        <>
          <Select
            label="What becomes of the money"
            name="way"
            options={[
              { value: 'release', label: "Into the shopper's wallet" },
              { value: 'returned', label: 'It was given back at the provider' },
            ]}
          />
          <TextField
            label="Shopper's e-mail"
            name="email"
            type="email"
            hint="Only where nobody is known to have paid it."
            maxLength={EMAIL_MAX}
            optional
          />
        </>
      )}
    </ActionForm>
  );
}

function parkedText({ parkedAmount, parkedCurrency }: Item): string | null {
  if (parkedAmount === null) return null;
  return parkedCurrency === 'NGN' ? moneyText(parkedAmount) : `${parkedAmount} ${parkedCurrency}`;
}

/** What one of the books says, as words; kobo as naira. */
function told(side: unknown): string | null {
  if (side === null || typeof side !== 'object') return null;
  const words = Object.entries(side)
    .filter(([, value]) => value !== null && typeof value !== 'object')
    .map(([name, value]) => toldValue(name, value));
  return words.length > 0 ? words.join(', ') : null;
}

function toldValue(name: string, value: unknown): string {
  const words = name
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, (_, one, two) => `${one} ${two.toLowerCase()}`);
  return /kobo$/i.test(name) && typeof value === 'number'
    ? `${words.replace(/ ?kobo$/i, '')} ${moneyText(value / 100)}`
    : `${words} ${String(value)}`;
}
