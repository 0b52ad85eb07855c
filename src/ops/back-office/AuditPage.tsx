import { useInfiniteQuery } from '@tanstack/react-query';
import { AUDIT_ACTOR_LENGTH_MAX, AUDIT_TARGET_LENGTH_MAX } from '#contract/limits.ts';
import { opsListAuditLog } from '#contract/ops-work-endpoints.ts';
import type { OpsAuditLogReply } from '#contract/schemas/ops-work.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { formatLagosTime, getOperatorName } from '../display-text.ts';
import { FieldValuesForm } from '../frames/fields.tsx';
import styles from '../frames/frames.module.css';
import { ConsolePage, FilterChips, QueryRows, useUrlFilters } from '../frames/ListPage.tsx';
import { pagedEndpointQuery } from '../frames/read.ts';
import { listAuditedChanges } from './changes.ts';

const KINDS = [
  { value: 'acts', label: 'Changes' },
  { value: 'reads', label: 'Readings' },
  { value: 'all', label: 'Everything' },
] as const;
const CHIPS = KINDS.map(({ value, label }) => (value === 'acts' ? { label } : { value, label }));

/** Shows the audit log, newest first, filtered by operator, target and day. */
export function AuditLogPage() {
  const filters = useUrlFilters(['by', 'target', 'day', 'kind']);
  const { chosen, ask } = filters;
  // Reading is left out at first: it is half of the log and changes nothing.
  const kind = KINDS.find(({ value }) => value === chosen.kind)?.value ?? 'acts';
  const { by, target, day } = chosen;
  const asked = { by, target, day, ...(kind === 'all' ? {} : { kind }) };
  const lines = useInfiniteQuery(pagedEndpointQuery(opsListAuditLog, asked, ({ id }) => ({ before: id })));
  const field = (name: 'by' | 'target' | 'day') => ({ name, defaultValue: chosen[name] });
  return (
    <ConsolePage title="Audit log">
      <FilterChips filters={filters} name="kind" label="Kind" options={CHIPS} />
      <FieldValuesForm
        key={JSON.stringify(chosen)}
        className={styles.filters}
        aria-label="Search the log"
        names={['by', 'target', 'day']}
        onFields={ask}
      >
        <TextField label="Person" {...field('by')} autoCapitalize="none" maxLength={AUDIT_ACTOR_LENGTH_MAX} />
        <TextField
          label="Target"
          {...field('target')}
          autoCapitalize="none"
          maxLength={AUDIT_TARGET_LENGTH_MAX}
        />
        <TextField label="Day" {...field('day')} type="date" />
        <Button type="submit" variant="soft">
          Search
        </Button>
      </FieldValuesForm>
      <p className="muted small">
        Write the target with its kind: group:ID, user:ID, order:NUMBER, operator:NAME or outbox:NUMBER.
      </p>
      <QueryRows query={lines}>
        {(rows) => (
          <>
            {rows.length === 0 && <p className="muted">No matching entries.</p>}
            <ul className={styles.log} aria-label="Entries">
              {rows.map((line) => (
                <Line key={line.id} line={line} />
              ))}
            </ul>
          </>
        )}
      </QueryRows>
    </ConsolePage>
  );
}

function Line({ line }: { line: OpsAuditLogReply['data'][number] }) {
  const { actor, action, target, ip, at, reason, before, after } = line;
  const changes = listAuditedChanges(before, after);
  return (
    <li>
      <p className="row" data-justify="between" data-align="baseline" data-wrap data-gap="1">
        <span>
          <span className="strong">{action}</span> <span>{target}</span>
        </span>
        <span className="muted small">{`${getOperatorName(actor)}, ${formatLagosTime(at)}${ip ? `, from ${ip}` : ''}`}</span>
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
