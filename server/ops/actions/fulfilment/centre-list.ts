import { opsListPickupCentres } from '#contract/ops/pickup-endpoints.ts';
import { WEEKDAYS } from '#contract/rules/pickup/opening-hours.ts';
import { OpsPickupCentresReply } from '#contract/schemas/ops/centres.ts';
import { listAllCentres, type PickupCentreRow } from '../../../features/fulfilment/centre-repository.ts';
import { defineAction, defineConsoleEndpoint, EmptyActionBody } from '../../action.ts';
import { formatTextTable } from '../../command-line/print.ts';

const DAYS: readonly string[] = WEEKDAYS;

export const centreListAction = defineAction({
  name: 'centre list',
  summary: 'All pickup centres, including closed ones.',
  roles: ['support', 'ops', 'finance'],
  body: EmptyActionBody,
  centres: 'listed',
  console: defineConsoleEndpoint(opsListPickupCentres, OpsPickupCentresReply),
  run: async ({ db, centres }) => ({ data: await listAllCentres(db, centres) }),
  // The weekdays' columns are left out, because the column with the opening hours as text contains them.
  print: (centres: PickupCentreRow[]) =>
    formatTextTable(
      centres.map((centre) =>
        Object.fromEntries(Object.entries(centre).filter(([field]) => !DAYS.includes(field))),
      ),
    ),
});
