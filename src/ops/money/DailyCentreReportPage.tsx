import { useQuery } from '@tanstack/react-query';
import { opsGetDailyCentreReport } from '#contract/ops/money-endpoints.ts';
import { Button } from '../../ui/control/Button.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { formatNairaWithKobo } from '../display-text.ts';
import { endpointQuery } from '../frames/console-queries.ts';
import { FieldValuesForm } from '../frames/fields.tsx';
import styles from '../frames/frames.module.css';
import { ConsolePage, DataTable, useUrlFilters } from '../frames/ListPage.tsx';
import { QueryStateView } from '../frames/QueryStateView.tsx';

/** Shows what each centre took in, paid back and handed out on one day, to compare with the till and to print. */
export function DailyCentreReportPage() {
  const { chosen, ask } = useUrlFilters(['day']);
  // Lagos is an hour ahead of UTC all year, so this is today's date in Lagos.
  const { day = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10) } = chosen;
  const sheet = useQuery(endpointQuery(opsGetDailyCentreReport, { query: { day } }));
  return (
    <ConsolePage title={`Daily sheet, ${day}`} about="One day in Lagos, from midnight to midnight.">
      <FieldValuesForm className={`row ${styles.onScreen}`} data-wrap names={['day']} onFields={ask}>
        <TextField label="Day" name="day" type="date" key={day} defaultValue={day} required />
        <Button type="submit" variant="soft" busyLabel={sheet.isFetching && 'Adding up...'}>
          Show
        </Button>
        <Button variant="line" onClick={() => print()}>
          Print
        </Button>
      </FieldValuesForm>
      <QueryStateView query={sheet}>
        {({ centres, total }) => (
          <DataTable
            label="Daily sheet"
            rows={centres.length > 0 ? [...centres, { ...total, centre: '', name: 'All centres' }] : []}
            empty="Nothing came in, went back or was handed out on this day. Choose another day above."
            columns={[
              ['Centre', ({ name }) => name],
              ['Orders', ({ orders }) => orders, 'figure'],
              ['Paid in', ({ paidInNaira }) => formatNairaWithKobo(paidInNaira), 'figure'],
              ['By card', ({ byCardNaira }) => formatNairaWithKobo(byCardNaira), 'figure'],
              ['From wallets', ({ fromWalletsNaira }) => formatNairaWithKobo(fromWalletsNaira), 'figure'],
              ['Paid back', ({ paidBackNaira }) => formatNairaWithKobo(paidBackNaira), 'figure'],
              ['Items handed out', ({ handedOutItems }) => handedOutItems, 'figure'],
              ['Their price', ({ handedOutNaira }) => formatNairaWithKobo(handedOutNaira), 'figure'],
            ]}
          />
        )}
      </QueryStateView>
    </ConsolePage>
  );
}
