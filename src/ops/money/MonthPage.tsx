import { useMutation, useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { opsMonth } from '#contract/ops-money-endpoints.ts';
import { send } from '../../lib/api-send.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { Button } from '../../ui/Button.tsx';
import { Note } from '../../ui/Note.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { fieldsOf } from '../form-fields.ts';
import { Lines } from '../Lines.tsx';
import { Loaded } from '../Loaded.tsx';
import { saveFile } from '../save-file.ts';
import { opsScreens } from '../screens.ts';
import { Table } from '../Table.tsx';
import { moneyText } from '../words.ts';
import styles from './Money.module.css';
import { monthQuery } from './money-queries.ts';

/** The shop's books of one month, in balance: to read, to print, and for a spreadsheet. */
export function MonthPage() {
  const navigate = useNavigate();
  const month = new URLSearchParams(useLocation().search).get('month') ?? lagosMonth(new Date());
  const report = useQuery(monthQuery(month));
  const csv = useMutation({
    mutationFn: async () => (await send(opsMonth, { query: { month, csv: true } })).data.csv ?? '',
    onSuccess: (text) => saveFile(`books-${month}.csv`, 'text/csv', text),
  });
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = fieldsOf(event.currentTarget, ['month']);
    navigate(`${opsScreens.month}?${new URLSearchParams(fields)}`);
  };
  return (
    <div className="stack" data-gap="5">
      <h1>{monthWords(month)}</h1>
      <form className={`row ${styles.onScreen}`} data-wrap data-align="end" onSubmit={handleSubmit}>
        <TextField
          label="Month"
          name="month"
          type="month"
          key={month}
          defaultValue={month}
          pattern="20\d\d-(0[1-9]|1[0-2])"
          required
        />
        <Button type="submit" variant="soft" busyLabel={report.isFetching && 'Adding up...'}>
          Show
        </Button>
      </form>
      <Loaded query={report}>
        {({ figures, accounts, isBalanced }) => (
          <>
            <Note kind={isBalanced ? 'success' : 'error'}>
              {isBalanced
                ? 'The books are in balance: all accounts together are 0.'
                : 'The books are not in balance. Tell whoever keeps the shop running.'}
            </Note>
            <div className={`row ${styles.onScreen}`} data-wrap>
              <Button variant="soft" onClick={() => csv.mutate()} busyLabel={csv.isPending && 'Saving...'}>
                Save as CSV
              </Button>
              <Button variant="line" onClick={() => print()}>
                Print
              </Button>
            </div>
            {csv.error && <Note kind="error">{errorMessage(csv.error, 'The file could not be made.')}</Note>}
            <Lines title="In words" rows={figures} empty="Nothing happened.">
              {({ what, naira }) => [
                capital(what),
                <span key={what} className="num strong">
                  {moneyText(naira)}
                </span>,
              ]}
            </Lines>
            <section className="stack" data-gap="3">
              <h2>Accounts</h2>
              <p className="muted">
                Above 0 is what we owe or have earned, below 0 what is owed to us or was spent. A line that
                ends in another currency is in that currency.
              </p>
              <Table
                label="Accounts"
                rows={accounts}
                empty="There are none."
                keyOf={({ account }) => account}
                columns={[
                  { name: 'Account', of: ({ account }) => capital(account.replaceAll(':', ': ')) },
                  { name: 'Had', of: ({ opening }) => figureText(opening), isFigure: true },
                  { name: 'Got', of: ({ credited }) => figureText(credited), isFigure: true },
                  { name: 'Gave', of: ({ debited }) => figureText(debited), isFigure: true },
                  { name: 'Has', of: ({ closing }) => figureText(closing), isFigure: true },
                ]}
              />
            </section>
          </>
        )}
      </Loaded>
    </div>
  );
}

const FIGURE = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const MONTH = new Intl.DateTimeFormat('en-NG', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Kobo always, so that digits stand under digits; without a sign of the currency, which may be another. */
function figureText(amount: number): string {
  return FIGURE.format(amount).replace(/^-(?=[0.,]+$)/, '');
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `2026-11` in Lagos, which is an hour ahead of UTC the whole year. */
function lagosMonth(now: Date): string {
  return new Date(now.getTime() + 3_600_000).toISOString().slice(0, 7);
}

function monthWords(month: string): string {
  const at = new Date(`${month}-01T00:00:00Z`);
  return Number.isNaN(at.getTime()) ? 'Month' : MONTH.format(at);
}
