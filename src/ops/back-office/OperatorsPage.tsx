import { useQuery } from '@tanstack/react-query';
import { OPERATOR_NAME_MAX } from '#contract/limits.ts';
import {
  opsAddOperator,
  opsOperators,
  opsRemoveOperator,
  opsResetOperator,
} from '#contract/ops-operator-endpoints.ts';
import type { OpsSecretReply } from '#contract/schemas/ops-operators.ts';
import { Note } from '../../ui/Note.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { lagosTime } from '../display-text.ts';
import { ActionForm } from '../frames/ActionForm.tsx';
import styles from '../frames/frames.module.css';
import { ListPage, useFilters } from '../frames/ListPage.tsx';
import { PageLink } from '../frames/RecordPage.tsx';
import { endpointQuery } from '../frames/read.ts';
import { opsScreens, type ScreenProps } from '../screens.ts';

const ROLES = [
  { value: 'support', label: 'Support: reads, answers shoppers' },
  { value: 'ops', label: 'Operations: groups, goods, catalogue' },
  { value: 'finance', label: 'Finance: refunds, reconciliation, reports' },
  { value: 'owner', label: 'Owner: everything, and managing operators' },
] as const;
type Role = (typeof ROLES)[number]['value'];

/** Lists the operators. An owner adds and removes operators and resets their secrets. */
export function OperatorsPage({ may }: Pick<ScreenProps, 'may'>) {
  const { chosen, placeOf } = useFilters(['name']);
  const isOwner = may.includes('operator add');
  return (
    <ListPage
      title="Operators"
      query={useQuery(endpointQuery(opsOperators))}
      empty="There are no operators."
      columns={[
        [
          'Name',
          ({ name, removedAt }) => (
            <PageLink to={isOwner && removedAt === null && placeOf({ name })}>{name}</PageLink>
          ),
        ],
        ['Role', ({ role }) => role],
        ['Since', ({ addedAt }) => lagosTime(addedAt)],
        ['Status', ({ removedAt }) => (removedAt ? `Removed ${lagosTime(removedAt)}` : 'Active')],
        ['Failed sign-ins (90 days)', ({ refusals }) => refusals, 'figure'],
      ]}
      below={isOwner && <AddOperator />}
    >
      {isOwner && chosen.name && <ChangeOperator key={chosen.name} name={chosen.name} />}
    </ListPage>
  );
}

function AddOperator() {
  return (
    <ActionForm
      title="Add an operator"
      label="Add Operator"
      busyLabel="Adding..."
      to={opsAddOperator}
      reads={{ name: String, role: (role) => role as Role }}
      asksReason={false}
      told={(reply, { name = '' }) => secretOf(name, reply)}
    >
      <TextField
        label="Name"
        name="name"
        hint="2 to 40 characters: a-z, 0-9, dot and dash. A name cannot be used again."
        autoCapitalize="none"
        autoComplete="off"
        maxLength={OPERATOR_NAME_MAX}
        required
      />
      <Select label="Role" name="role" options={ROLES} defaultValue="support" />
    </ActionForm>
  );
}

function ChangeOperator({ name }: { name: string }) {
  return (
    <div className="card stack" data-gap="5">
      <ActionForm
        title={`Give ${name} a new secret`}
        label="Reset"
        busyLabel="Resetting..."
        to={opsResetOperator}
        params={{ name }}
        told={(reply) => secretOf(name, reply)}
        leadsTo={opsScreens.operators}
      />
      <ActionForm
        title={`Remove ${name}`}
        label="Remove"
        busyLabel="Removing..."
        to={opsRemoveOperator}
        params={{ name }}
        told={() => `${name} is removed.`}
        leadsTo={opsScreens.operators}
      />
    </div>
  );
}

/** A secret is shown once, so it stays until the next action or navigation. */
function secretOf(name: string, { data }: OpsSecretReply) {
  const secret = data?.secret;
  if (typeof secret !== 'string') return `Done. The secret of ${name} was already shown once.`;
  return (
    <div className="stack" data-gap="3">
      <Note kind="success">{`The secret of ${name}, shown once. They need it to set up their access:`}</Note>
      <output className={styles.key} translate="no" aria-label={`Secret of ${name}`}>
        {secret}
      </output>
    </div>
  );
}
