import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { OPERATOR_NAME_LENGTH_MAX } from '#contract/limits.ts';
import {
  opsAddOperator,
  opsEditOperator,
  opsListOperators,
  opsRemoveOperator,
  opsResetOperatorCredentials,
} from '#contract/ops/operator-endpoints.ts';
import { opsListPickupCentres } from '#contract/ops/pickup-endpoints.ts';
import type { OpsEnrolmentSecretReply, OpsOperatorsReply } from '#contract/schemas/ops/operators.ts';
import { CheckboxField } from '../../ui/form/CheckboxField.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { MessageBox } from '../../ui/message/MessageBox.tsx';
import { formatLagosDateTime } from '../display-text.ts';
import { ActionForm } from '../frames/ActionForm.tsx';
import { endpointQuery } from '../frames/console-queries.ts';
import styles from '../frames/frames.module.css';
import { ListPage, useUrlFilters } from '../frames/ListPage.tsx';
import { ConsolePageLink } from '../frames/RecordPage.tsx';
import { type OpsScreenProps, opsScreenPaths } from '../screens.ts';

const ROLES = [
  { value: 'support', label: 'Support: reads, answers shoppers' },
  { value: 'ops', label: 'Operations: groups, goods, catalogue' },
  { value: 'finance', label: 'Finance: refunds, reconciliation, reports' },
  { value: 'owner', label: 'Owner: everything, and managing operators' },
] as const;
type Role = (typeof ROLES)[number]['value'];
type Operator = OpsOperatorsReply['data'][number];

/** Lists the operators. An owner adds and removes operators and resets their secrets. */
export function OperatorsPage({ may }: Pick<OpsScreenProps, 'may'>) {
  const { chosen, placeOf } = useUrlFilters(['name']);
  const isOwner = may.includes('operator add');
  const operators = useQuery(endpointQuery(opsListOperators));
  const managed = operators.data?.find(({ name, removedAt }) => name === chosen.name && removedAt === null);
  return (
    <ListPage
      title="Operators"
      query={operators}
      empty="There are no operators yet. An owner adds them here."
      columns={[
        [
          'Name',
          ({ name, removedAt }) => (
            <ConsolePageLink to={isOwner && removedAt === null && placeOf({ name })}>{name}</ConsolePageLink>
          ),
        ],
        ['Role', ({ role }) => role],
        ['Pickup centres', ({ centres }) => centres?.join(', ') ?? 'All'],
        ['Since', ({ addedAt }) => formatLagosDateTime(addedAt)],
        ['Status', ({ removedAt }) => (removedAt ? `Removed ${formatLagosDateTime(removedAt)}` : 'Active')],
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
      {isOwner && managed && <ChangeOperator key={managed.name} {...managed} />}
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
      reads={{ name: String, role: (role) => role as Role, centre: readCentres }}
      asksReason={false}
      successMessage={(reply, { name = '' }) => secretOf(name, reply)}
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
      <CentresField />
    </ActionForm>
  );
}

/** Splits the hidden field's text into the codes of the chosen pickup centres. */
const readCentres = (codes: string) => codes.split(' ');

/** Chooses the pickup centres to which an operator is limited; without any: the whole shop. */
function CentresField({ chosen: before = [] }: { chosen?: readonly string[] }) {
  const [chosen, setChosen] = useState(before);
  const centres = useQuery(endpointQuery(opsListPickupCentres)).data ?? [];
  return (
    <fieldset className="stack" data-gap="1">
      <legend className="strong small">Only these pickup centres (none: the whole shop)</legend>
      <input type="hidden" name="centre" value={chosen.join(' ')} />
      {centres.map(({ code, name }) => (
        <CheckboxField
          key={code}
          checked={chosen.includes(code)}
          onChange={(isOn) => setChosen(isOn ? [...chosen, code] : chosen.filter((one) => one !== code))}
        >
          {`${name} (${code})`}
        </CheckboxField>
      ))}
    </fieldset>
  );
}

function ChangeOperator({ name, role, centres }: Operator) {
  return (
    <div className="card stack" data-gap="5">
      {role !== 'owner' && (
        <ActionForm
          title={`Pickup centres of ${name}`}
          label="Save Centres"
          busyLabel="Saving..."
          to={opsEditOperator}
          params={{ name }}
          reads={{ centre: readCentres, reason: String }}
          successMessage={() => `The pickup centres of ${name} are saved. They count at once.`}
          leadsTo={opsScreenPaths.operators}
        >
          <CentresField chosen={centres ?? []} />
        </ActionForm>
      )}
      <ActionForm
        title={`Give ${name} a new secret`}
        label="Reset"
        variant="danger"
        busyLabel="Resetting..."
        to={opsResetOperatorCredentials}
        params={{ name }}
        successMessage={(reply) => secretOf(name, reply)}
        leadsTo={opsScreenPaths.operators}
      />
      <ActionForm
        title={`Remove ${name}`}
        label="Remove"
        variant="danger"
        busyLabel="Removing..."
        to={opsRemoveOperator}
        params={{ name }}
        successMessage={() => `${name} is removed.`}
        leadsTo={opsScreenPaths.operators}
      />
    </div>
  );
}

/** A new secret is shown once, so it stays on the page until the next action or navigation. */
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
