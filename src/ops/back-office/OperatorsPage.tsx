import { useQuery } from '@tanstack/react-query';
import { OPERATOR_NAME_LENGTH_MAX } from '#contract/limits.ts';
import {
  opsAddOperator,
  opsListOperators,
  opsRemoveOperator,
  opsResetOperatorCredentials,
} from '#contract/ops-operator-endpoints.ts';
import type { OpsEnrolmentSecretReply } from '#contract/schemas/ops-operators.ts';
import { MessageBox } from '../../ui/Note.tsx';
import { SelectField } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { formatLagosTime } from '../display-text.ts';
import { ActionForm } from '../frames/ActionForm.tsx';
import styles from '../frames/frames.module.css';
import { ListPage, useUrlFilters } from '../frames/ListPage.tsx';
import { ConsolePageLink } from '../frames/RecordPage.tsx';
import { endpointQuery } from '../frames/read.ts';
import { type OpsScreenProps, opsScreenPaths } from '../screens.ts';

const ROLES = [
  { value: 'support', label: 'Support: reads, answers shoppers' },
  { value: 'ops', label: 'Operations: groups, goods, catalogue' },
  { value: 'finance', label: 'Finance: refunds, reconciliation, reports' },
  { value: 'owner', label: 'Owner: everything, and managing operators' },
] as const;
type Role = (typeof ROLES)[number]['value'];

/** Lists the operators. An owner adds and removes operators and resets their secrets. */
export function OperatorsPage({ may }: Pick<OpsScreenProps, 'may'>) {
  const { chosen, placeOf } = useUrlFilters(['name']);
  const isOwner = may.includes('operator add');
  return (
    <ListPage
      title="Operators"
      query={useQuery(endpointQuery(opsListOperators))}
      empty="There are no operators."
      columns={[
        [
          'Name',
          ({ name, removedAt }) => (
            <ConsolePageLink to={isOwner && removedAt === null && placeOf({ name })}>{name}</ConsolePageLink>
          ),
        ],
        ['Role', ({ role }) => role],
        ['Since', ({ addedAt }) => formatLagosTime(addedAt)],
        ['Status', ({ removedAt }) => (removedAt ? `Removed ${formatLagosTime(removedAt)}` : 'Active')],
        [
          'Audit log',
          ({ name }) => (
            <ConsolePageLink to={`${opsScreenPaths.audit}?by=${name}`}>Their entries</ConsolePageLink>
          ),
        ],
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
        maxLength={OPERATOR_NAME_LENGTH_MAX}
        required
      />
      <SelectField label="Role" name="role" options={ROLES} defaultValue="support" />
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
        to={opsResetOperatorCredentials}
        params={{ name }}
        told={(reply) => secretOf(name, reply)}
        leadsTo={opsScreenPaths.operators}
      />
      <ActionForm
        title={`Remove ${name}`}
        label="Remove"
        busyLabel="Removing..."
        to={opsRemoveOperator}
        params={{ name }}
        told={() => `${name} is removed.`}
        leadsTo={opsScreenPaths.operators}
      />
    </div>
  );
}

/** A secret is shown once, so it stays until the next action or navigation. */
function secretOf(name: string, { data }: OpsEnrolmentSecretReply) {
  const secret = data?.secret;
  if (typeof secret !== 'string') return `Done. The secret of ${name} was already shown once.`;
  return (
    <div className="stack" data-gap="3">
      <MessageBox kind="success">{`The secret of ${name}, shown once. They need it to set up their access:`}</MessageBox>
      <output className={styles.key} translate="no" aria-label={`Secret of ${name}`}>
        {secret}
      </output>
    </div>
  );
}
