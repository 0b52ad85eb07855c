import { useInfiniteQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { ACTOR_MAX, AUDIT_TARGET_MAX } from '#contract/limits.ts';
import type { OpsAuditReply } from '#contract/schemas/ops-work.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { fieldsOf } from '../form-fields.ts';
import lists from '../Lists.module.css';
import { Loaded } from '../Loaded.tsx';
import { ShowMore } from '../ShowMore.tsx';
import { opsScreens } from '../screens.ts';
import { lagosTime } from '../words.ts';
import styles from './Audit.module.css';
import { changesOf } from './changes.ts';
import { auditQuery } from './desk-queries.ts';

/** What was done and looked at, the newest first: by whom, to what, on which day. */
export function AuditPage() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const asked = new URLSearchParams(search);
  const [by, target, day] = ['by', 'target', 'day'].map((name) => asked.get(name) || undefined);
  const lines = useInfiniteQuery(auditQuery({ by, target, day }));
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = Object.entries(fieldsOf(event.currentTarget, ['by', 'target', 'day']));
    const query = new URLSearchParams(given.filter(([, value]) => value !== ''));
    navigate(query.size === 0 ? opsScreens.audit : `${opsScreens.audit}?${query}`);
  };
  return (
    <div className="stack" data-gap="5">
      <h1>Audit</h1>
      <form key={search} className={styles.search} aria-label="Search the log" onSubmit={handleSubmit}>
        <TextField label="Person" name="by" defaultValue={by} autoCapitalize="none" maxLength={ACTOR_MAX} />
        <TextField
          label="Target"
          name="target"
          defaultValue={target}
          autoCapitalize="none"
          maxLength={AUDIT_TARGET_MAX}
        />
        <TextField label="Day in Lagos" name="day" type="date" defaultValue={day} />
        <Button type="submit" variant="soft">
          Search
        </Button>
      </form>
      <p className="muted small">
        A target has its kind before it: group:ID, user:ID, operator:NAME, outbox:ROW.
      </p>
      <Loaded query={lines}>
        {(rows) => (
          <>
            {rows.length === 0 && <p className="muted">There is no such line.</p>}
            <ul className={styles.lines} aria-label="Lines of the log">
              {rows.map((line) => (
                <Line key={line.id} line={line} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
      <ShowMore query={lines} />
    </div>
  );
}

function Line({ line }: { line: OpsAuditReply['data'][number] }) {
  const { actor, action, target, ip, at, reason, before, after } = line;
  const changes = changesOf(before, after);
  return (
    <li className={styles.line}>
      <p className={styles.head}>
        <span>
          <span className="strong">{action}</span> <span>{target}</span>
        </span>
        <span className="muted small">
          {`${actor.replace(/^operator:/, '')}, ${lagosTime(at)}${ip ? `, from ${ip}` : ''}`}
        </span>
      </p>
      {reason && <p>{reason}</p>}
      {changes.length > 0 && (
        <details>
          <summary>Before and after</summary>
          <dl className={lists.changes}>
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
