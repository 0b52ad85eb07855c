import { opsGetDashboard } from '#contract/ops/console-endpoints.ts';
import { koboToNaira } from '#contract/rules/money/kobo.ts';
import { formatNaira } from '#contract/rules/money/money.ts';
import { OpsDashboardReply } from '#contract/schemas/ops/dashboard.ts';
import { formatCentreOverloadWarning } from '../../../features/fulfilment/centre-load.ts';
import { groupBy } from '../../../lib/group-by.ts';
import { defineAction, defineConsoleEndpoint, EmptyActionBody } from '../../action.ts';
import { formatTextTable } from '../../command-line/print.ts';
import { readShopSetupSteps } from '../../queries/setup-repository.ts';
import {
  countGroupsByDeadlineHour,
  GROUP_AT_RISK_HOURS_LEFT,
  type PendingOperatorWorkRow,
  readDailyOrdersAndMoney,
  readPendingBackOfficeWork,
  readPendingFulfilmentWork,
} from '../../queries/today-repository.ts';

const DAYS = 14;

export const todayOverviewAction = defineAction({
  name: 'today',
  summary:
    'The work that waits, longest first, with its money and pickup centres, groups closing in 24 hours, and the figures of the last 14 days.',
  roles: ['support', 'ops', 'finance'],
  body: EmptyActionBody,
  centres: 'listed',
  console: defineConsoleEndpoint(opsGetDashboard, OpsDashboardReply, { isByItself: true }),
  async run({ db, config, centres }) {
    const work = [
      ...(await readPendingFulfilmentWork(db, centres)),
      ...(await readPendingBackOfficeWork(db, centres)),
    ];
    const waiting = summarise(work);
    // An operator limited to some centres gets no groups, sums or set-up steps, because they concern the whole shop.
    if (centres) return { data: { setup: [], waiting, closing: [], days: [] } };
    const setup = await readShopSetupSteps(db, { isLive: !config.sandbox.isOn });
    const closing = await countGroupsByDeadlineHour(db, GROUP_AT_RISK_HOURS_LEFT);
    const days = (await readDailyOrdersAndMoney(db, DAYS)).map(({ paidInKobo, paidBackKobo, ...day }) => ({
      ...day,
      paidInNaira: koboToNaira(paidInKobo),
      paidBackNaira: paidBackKobo / 100,
    }));
    return { data: { setup, waiting, closing, days } };
  },
  print({
    setup,
    waiting,
    closing,
    days,
  }: {
    setup: { step: string; isDone: boolean }[];
    waiting: ReturnType<typeof summarise>;
    closing: { groups: number }[];
    days: Day[];
  }) {
    const missing = setup.flatMap(({ step, isDone }) => (isDone ? [] : step.replace('_', ' ')));
    return [
      ...(missing.length > 0 ? [`Missing before the shop takes orders: ${missing.join(', ')}`] : []),
      waiting.length > 0
        ? formatTextTable(
            waiting.map(({ kind, centres, naira, ...row }) => ({
              ...row,
              money: naira === null ? null : formatNaira(naira),
              centres: centres
                .map(({ centre, count, overload }) => `${centre} ${count}${overload ? ` (${overload})` : ''}`)
                .join(', '),
            })),
          )
        : 'Nothing is waiting.',
      `Groups closing in ${GROUP_AT_RISK_HOURS_LEFT} hours: ${closing.reduce((sum, { groups }) => sum + groups, 0)}`,
      formatTextTable(
        days.map(({ paidInNaira, paidBackNaira, ...day }) => ({
          ...day,
          'paid in': formatNaira(paidInNaira),
          'paid back': formatNaira(paidBackNaira),
        })),
      ),
    ].join('\n\n');
  },
});

/** Adds up the pickup centres' rows of each kind of work, and sorts the kinds by their longest wait. */
function summarise(rows: readonly PendingOperatorWorkRow[]) {
  const kinds = [...groupBy(rows, ({ kind }) => kind)].map(([kind, own]) => {
    const [{ what, command }] = own as [PendingOperatorWorkRow];
    const isMoney = own.some(({ kobo }) => kobo !== null);
    return {
      ...{ kind, what, command },
      count: own.reduce((sum, one) => sum + one.count, 0),
      naira: isMoney ? own.reduce((sum, { kobo }) => sum + (kobo ?? 0), 0) / 100 : null,
      oldestAt: own.reduce<Date | null>((first, one) => earlier(first, one.oldestAt), null),
      centres: own.flatMap(({ centre, centreName, count, kobo, oldestAt, ordersPerDay }) =>
        centre === null
          ? []
          : [
              {
                centre,
                name: centreName ?? centre,
                count,
                naira: kobo === null ? null : kobo / 100,
                oldestAt,
                overload: formatCentreOverloadWarning(count, ordersPerDay),
              },
            ],
      ),
    };
  });
  const since = ({ oldestAt }: { oldestAt: Date | null }) => oldestAt?.getTime() ?? Number.MAX_VALUE;
  return kinds.sort((one, other) => since(one) - since(other) || one.what.localeCompare(other.what));
}

const earlier = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other < one) ? other : one;

interface Day {
  paidInNaira: number;
  paidBackNaira: number;
}
