import { useQuery } from '@tanstack/react-query';
import {
  opsCheckMoneyInvariants,
  opsExportLedger,
  opsGetMonthlyAccounts,
} from '#contract/ops/money-endpoints.ts';
import { sendApiRequest } from '../../lib/api/api-send.ts';
import { Button } from '../../ui/control/Button.tsx';
import { StatItem, StatList } from '../../ui/display/Stat.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { MessageBox } from '../../ui/message/MessageBox.tsx';
import { capitalise, formatNairaWithKobo } from '../display-text.ts';
import { endpointQuery } from '../frames/console-queries.ts';
import { DownloadFileButton, fetchWholeExport } from '../frames/DownloadFileButton.tsx';
import { FieldValuesForm } from '../frames/fields.tsx';
import styles from '../frames/frames.module.css';
import { ConsolePage, DataTable, TitledSection, useUrlFilters } from '../frames/ListPage.tsx';
import { QueryStateView } from '../frames/QueryStateView.tsx';

/** Shows the shop's accounts of one month with their balance, for reading, printing and as a spreadsheet. */
export function MonthlyAccountsPage() {
  const { chosen, ask } = useUrlFilters(['month']);
  const { month = lagosMonth(new Date()) } = chosen;
  const report = useQuery(endpointQuery(opsGetMonthlyAccounts, { query: { month } }));
  return (
    <ConsolePage title={monthWords(month)}>
      <FieldValuesForm className={`row ${styles.onScreen}`} data-wrap names={['month']} onFields={ask}>
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
      </FieldValuesForm>
      <QueryStateView query={report}>
        {({ figures, accounts, isBalanced }) => (
          <>
            <MessageBox kind={isBalanced ? 'success' : 'error'}>
              {isBalanced
                ? 'The books are in balance: all accounts together are 0.'
                : 'The books are not in balance. Tell the person who looks after the server.'}
            </MessageBox>
            <div className={`row ${styles.onScreen}`} data-wrap>
              <DownloadFileButton
                label="Save as CSV"
                variant="soft"
                isLarge
                name={`books-${month}.csv`}
                read={async () =>
                  (await sendApiRequest(opsGetMonthlyAccounts, { query: { month, csv: true } })).data.csv ??
                  ''
                }
              />
              <DownloadFileButton
                label="Save Postings as CSV"
                isLarge
                name={`postings-${month}.csv`}
                read={() => fetchWholeExport(opsExportLedger, { month })}
              />
              <Button variant="line" onClick={() => print()}>
                Print
              </Button>
            </div>
            <TitledSection title="Summary">
              <StatList>
                {figures.map(({ what, naira }) => (
                  <StatItem key={what} label={capitalise(what)}>
                    {formatNairaWithKobo(naira)}
                  </StatItem>
                ))}
              </StatList>
            </TitledSection>
            <TitledSection title="Accounts">
              <p className="muted">
                Above 0: what the shop owes or has earned. Below 0: what is owed to the shop or was spent. An
                account whose name ends in another currency is in that currency.
              </p>
              <DataTable
                label="Accounts"
                rows={accounts}
                empty="No account has entries yet. They come with the first payment."
                columns={[
                  ['Account', ({ account }) => capitalise(account.replaceAll(':', ': '))],
                  ['Opening', ({ opening }) => figureText(opening), 'figure'],
                  ['In', ({ credited }) => figureText(credited), 'figure'],
                  ['Out', ({ debited }) => figureText(debited), 'figure'],
                  ['Closing', ({ closing }) => figureText(closing), 'figure'],
                ]}
              />
            </TitledSection>
          </>
        )}
      </QueryStateView>
    </ConsolePage>
  );
}

const FIGURE = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const MONTH = new Intl.DateTimeFormat('en-NG', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/**
 * Formats an amount with kobo, so that digits align, and without a currency sign, because some accounts are not in
 * naira.
 */
function figureText(amount: number): string {
  return FIGURE.format(amount).replace(/^-(?=[0.,]+$)/, '');
}

/** Returns the month in Lagos, `2026-11`. Lagos is an hour ahead of UTC all year. */
function lagosMonth(now: Date): string {
  return new Date(now.getTime() + 3_600_000).toISOString().slice(0, 7);
}

function monthWords(month: string): string {
  const at = new Date(`${month}-01T00:00:00Z`);
  return Number.isNaN(at.getTime()) ? 'Month' : MONTH.format(at);
}

/** Time limit of the request that checks all money invariants, because the check is slow in a large shop. */
const JUDGE_TIMEOUT_MS = 120_000;

/** Checks on request that the books add up, and shows for each invariant whether it holds. */
export function MoneyInvariantsPage() {
  const check = useQuery({
    ...endpointQuery(opsCheckMoneyInvariants, { timeoutMs: JUDGE_TIMEOUT_MS }),
    refetchOnWindowFocus: false,
  });
  return (
    <ConsolePage title="Money checks" about="Each one is checked against the books as they are now.">
      <QueryStateView query={check}>
        {({ holds, invariants }) => {
          const broken = invariants.filter((one) => !one.holds);
          return (
            <>
              <MessageBox kind={holds ? 'success' : 'error'}>
                {holds
                  ? `All ${invariants.length} checks passed.`
                  : `${broken.length} of ${invariants.length} checks failed. Tell the person who looks after the server.`}
              </MessageBox>
              <div>
                <Button
                  variant="soft"
                  onClick={() => check.refetch()}
                  busyLabel={check.isFetching && 'Checking...'}
                >
                  Check Again
                </Button>
              </div>
              {broken.map(({ name, description, breaches }) => (
                <section key={name} className="card stack" data-gap="2">
                  <h2>{description}</h2>
                  <ul>
                    {breaches.map((breach) => (
                      <li key={breach}>{breach}</li>
                    ))}
                  </ul>
                </section>
              ))}
              <DataTable
                label="Checks"
                rows={invariants}
                empty="No check has run. Press Check Again."
                columns={[
                  ['Check', ({ description }) => description],
                  ['Number', ({ name }) => name, 'figure'],
                  ['Result', (one) => (one.holds ? 'Passed' : 'Failed'), 'figure'],
                ]}
              />
            </>
          );
        }}
      </QueryStateView>
    </ConsolePage>
  );
}
