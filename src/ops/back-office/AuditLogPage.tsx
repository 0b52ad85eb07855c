import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { OPERATOR_SEARCH_LENGTH_MAX } from '#contract/limits.ts';
import { opsListOperators } from '#contract/ops/operator-endpoints.ts';
import { opsListAuditLog } from '#contract/ops/work-endpoints.ts';
import type { AuditedRecord, OpsAuditLogReply } from '#contract/schemas/ops/work.ts';
import { Button, ButtonLink } from '../../ui/control/Button.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { formatLagosDateTime, getOperatorNameFromActor } from '../display-text.ts';
import { endpointQuery, pagedEndpointQuery } from '../frames/console-queries.ts';
import { FieldValuesForm } from '../frames/fields.tsx';
import styles from '../frames/frames.module.css';
import { ConsolePage, FilterChips, PaginatedRows, useUrlFilters } from '../frames/ListPage.tsx';
import { ConsolePageLink } from '../frames/RecordPage.tsx';
import { getAllowedScreenPath, type OpsScreenName, type OpsScreenProps, opsScreenPaths } from '../screens.ts';
import { listAuditedChanges } from './changes.ts';

const KINDS = [
  { value: 'acts', label: 'Changes' },
  { value: 'reads', label: 'Readings' },
  { value: 'all', label: 'Everything' },
] as const;
const CHIPS = KINDS.map(({ value, label }) => (value === 'acts' ? { label } : { value, label }));
const NAMES = ['q', 'by', 'target', 'day', 'kind'] as const;
type Filters = ReturnType<typeof useUrlFilters<(typeof NAMES)[number]>>;

/** Shows the audit log, newest first, searched by words and filtered by operator, day and record. */
export function AuditLogPage({ may }: Pick<OpsScreenProps, 'may'>) {
  const filters = useUrlFilters(NAMES, ['q']);
  const { q, by, target, day, ...chosen } = filters.chosen;
  // Entries about views are hidden by default, because they are half of all entries and change nothing.
  const kind = KINDS.find(({ value }) => value === chosen.kind)?.value ?? 'acts';
  const query = { q, by, target, day, ...(kind === 'all' ? {} : { kind }) };
  const lines = useInfiniteQuery(pagedEndpointQuery(opsListAuditLog, query, ({ id }) => ({ before: id })));
  return (
    <ConsolePage title="Audit log">
      <FilterChips filters={filters} name="kind" label="Kind" options={CHIPS} />
      <AuditFilters filters={filters} />
      <PaginatedRows query={lines}>
        {(rows) => (
          <>
            {rows.length === 0 && (
              <p className="muted">No matching entries. Clear a filter or search for something else.</p>
            )}
            <ul className={styles.log} aria-label="Entries">
              {rows.map((line) => (
                <Line key={line.id} line={line} may={may} />
              ))}
            </ul>
          </>
        )}
      </PaginatedRows>
    </ConsolePage>
  );
}

function AuditFilters({ filters: { chosen, ask } }: { filters: Filters }) {
  const operators = useQuery(endpointQuery(opsListOperators)).data ?? [];
  const people = ['system', ...operators.map(({ name }) => name)];
  const { q, by, target, day } = chosen;
  // The address may name an operator who is not on the list, so that name is added.
  const listed = by === undefined || people.includes(by) ? people : [...people, by];
  return (
    <>
      <FieldValuesForm
        key={JSON.stringify([chosen, operators.length])}
        className={styles.filters}
        aria-label="Search the log"
        names={['q', 'by', 'day']}
        onFields={ask}
      >
        <TextField
          label="Search"
          hint="For example: refund, GB-7K2M9QXA, or a name"
          type="search"
          name="q"
          defaultValue={q}
          maxLength={OPERATOR_SEARCH_LENGTH_MAX}
        />
        <SelectField
          label="Operator"
          name="by"
          defaultValue={by ?? ''}
          options={[
            { value: '', label: 'All' },
            ...listed.map((name) => ({ value: name, label: name === 'system' ? 'The shop itself' : name })),
          ]}
        />
        <TextField label="Day" name="day" defaultValue={day} type="date" />
        <Button type="submit" variant="soft">
          Search
        </Button>
      </FieldValuesForm>
      {target && (
        <p>
          Only about <span translate="no">{target.replace(':', ' ')}</span>
        </p>
      )}
      {[q, by, target, day].some(Boolean) && (
        <div>
          <ButtonLink variant="quiet" small to={opsScreenPaths.audit}>
            Clear All Filters
          </ButtonLink>
        </div>
      )}
    </>
  );
}

/** Maps each kind of record to its page, or to the list that contains it. */
const RECORD_SCREENS: Readonly<Record<AuditedRecord['kind'], OpsScreenName>> = {
  order: 'order',
  payment: 'payment',
  shopper: 'shopper',
  group: 'group',
  product: 'product',
  recovery: 'recovery',
  centre: 'pickupCentres',
  proposal: 'approvals',
  recon: 'recon',
  review: 'reviews',
  operator: 'operators',
  task: 'work',
};

interface LineProps {
  line: OpsAuditLogReply['data'][number];
  may: readonly string[];
}

function Line({ line, may }: LineProps) {
  const { actor, title, target, records, ip, at, reason, before, after } = line;
  const changes = listAuditedChanges(before, after);
  return (
    <li>
      <p className="row" data-justify="between" data-align="baseline" data-wrap data-gap="1">
        <span>
          <span className="strong">{title}</span>{' '}
          {records.map((record) => (
            <span key={`${record.kind}:${record.id}`} translate="no">
              <ConsolePageLink to={getAllowedScreenPath(RECORD_SCREENS[record.kind], may, record.id)}>
                {record.label}
              </ConsolePageLink>{' '}
            </span>
          ))}
          {records.length === 0 && <span translate="no">{target}</span>}
        </span>
        <span className="muted small">{`${getOperatorNameFromActor(actor)}, ${formatLagosDateTime(at)}${ip ? `, from ${ip}` : ''}`}</span>
      </p>
      {reason && <p>{reason}</p>}
      {changes.length > 0 && (
        <details>
          <summary>Before and after</summary>
          <dl className={styles.changes}>
            {changes.map(({ name, was, is }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{was === is ? is : `${was} → ${is}`}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </li>
  );
}
