import { useQuery } from '@tanstack/react-query';
import { opsInvariants } from '#contract/ops-money-endpoints.ts';
import { Button } from '../../ui/Button.tsx';
import { Note } from '../../ui/Note.tsx';
import { Page, Table } from '../frames/ListPage.tsx';
import { Loaded } from '../frames/Loaded.tsx';
import { reading } from '../frames/read.ts';

/** The laws are judged in stretches, of a large shop for a while. */
const JUDGE_TIMEOUT_MS = 120_000;

/** Whether the laws of the money hold, judged now. */
export function InvariantsPage() {
  const laws = useQuery({
    ...reading(opsInvariants, { timeoutMs: JUDGE_TIMEOUT_MS }),
    refetchOnWindowFocus: false,
  });
  return (
    <Page title="Laws of the money" about="Each is judged on the books as they are now.">
      <Loaded query={laws}>
        {({ holds, invariants }) => {
          const broken = invariants.filter((one) => !one.holds);
          return (
            <>
              <Note kind={holds ? 'success' : 'error'}>
                {holds
                  ? `All ${invariants.length} laws hold.`
                  : `${broken.length} of ${invariants.length} laws ${broken.length === 1 ? 'is' : 'are'} broken. Tell whoever keeps the shop running.`}
              </Note>
              <div>
                <Button
                  variant="soft"
                  onClick={() => laws.refetch()}
                  busyLabel={laws.isFetching && 'Judging...'}
                >
                  Judge Again
                </Button>
              </div>
              {broken.map(({ name, law, breaches }) => (
                <section key={name} className="card stack" data-gap="2">
                  <h2>{law}</h2>
                  <ul>
                    {breaches.map((breach) => (
                      <li key={breach}>{breach}</li>
                    ))}
                  </ul>
                </section>
              ))}
              <Table
                label="Laws"
                rows={invariants}
                empty="There are none."
                keyOf={({ name }) => name}
                columns={[
                  ['Law', ({ law }) => law],
                  ['Number', ({ name }) => name, 'figure'],
                  ['Verdict', (one) => (one.holds ? 'Holds' : 'Broken'), 'figure'],
                ]}
              />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}
