import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { EMAIL_MAX } from '#contract/limits.ts';
import { opsResolveRecon } from '#contract/ops-money-endpoints.ts';
import type { OpsReconReply, OpsResolveBody } from '#contract/schemas/ops-money.ts';
import { send } from '../../lib/api-send.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { type ActFields, ActForm } from '../ActForm.tsx';
import { Facts } from '../Facts.tsx';
import { lagosTime, moneyText } from '../words.ts';
import { reconQuery } from './money-queries.ts';
import { planOf } from './money-words.tsx';

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
export function ReconItem({ item, mayResolve }: { item: Item; mayResolve: boolean }) {
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
  const queryClient = useQueryClient();
  const params = { item: String(item.id) };
  const isParked = item.parkedAmount !== null;
  const plan = async (fields: ActFields) => {
    const { data } = await send(opsResolveRecon, { params, body: { ...bodyOf(fields), dryRun: true } });
    return planOf(data);
  };
  return (
    <ActForm
      title={`Resolve: ${title}`}
      label="Resolve It"
      busyLabel="Resolving..."
      doneWords="It is resolved."
      preview={plan}
      act={(fields, idempotencyKey) =>
        send(opsResolveRecon, { params, body: bodyOf(fields), idempotencyKey })
      }
      onDone={() => queryClient.invalidateQueries({ queryKey: reconQuery(false).queryKey.slice(0, 1) })}
    >
      {isParked && (
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
    </ActForm>
  );
}

function bodyOf({ way, email, reason = '' }: ActFields): OpsResolveBody {
  return {
    reason,
    ...(way === 'release' || way === 'returned' ? { way } : {}),
    ...(email && way === 'release' ? { email } : {}),
  };
}

function parkedText({ parkedAmount, parkedCurrency }: Item): string | null {
  if (parkedAmount === null) return null;
  return parkedCurrency === 'NGN' ? moneyText(parkedAmount) : `${parkedAmount} ${parkedCurrency}`;
}

/** What one of the books says, as words; kobo as naira. */
function told(side: unknown): ReactNode {
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
