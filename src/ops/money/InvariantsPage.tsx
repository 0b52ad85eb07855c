import { useQuery } from '@tanstack/react-query';
import { Button } from '../../ui/Button.tsx';
import { Note } from '../../ui/Note.tsx';
import { Loaded } from '../Loaded.tsx';
import { Table } from '../Table.tsx';
import { invariantsQuery } from './money-queries.ts';

/** Whether the laws of the money hold, judged now. */
export function InvariantsPage() {
  const laws = useQuery(invariantsQuery);
  return (
    <div className="stack" data-gap="5">
      <h1>Laws of the money</h1>
      <p className="muted">Each is judged on the books as they are now.</p>
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
                  { name: 'Law', of: ({ law }) => law },
                  { name: 'Number', of: ({ name }) => name, isFigure: true },
                  { name: 'Verdict', of: (one) => (one.holds ? 'Holds' : 'Broken'), isFigure: true },
                ]}
              />
            </>
          );
        }}
      </Loaded>
    </div>
  );
}
