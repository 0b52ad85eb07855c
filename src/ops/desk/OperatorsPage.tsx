import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { OPERATOR_NAME_MAX } from '#contract/limits.ts';
import { opsAddOperator, opsRemoveOperator, opsResetOperator } from '#contract/ops-operator-endpoints.ts';
import type { OpsSecretReply } from '#contract/schemas/ops-operators.ts';
import { send } from '../../lib/api-send.ts';
import { Note } from '../../ui/Note.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { ActForm } from '../ActForm.tsx';
import lists from '../Lists.module.css';
import { Loaded } from '../Loaded.tsx';
import { opsScreens } from '../screens.ts';
import { Table } from '../Table.tsx';
import { lagosTime } from '../words.ts';
import { operatorsQuery } from './desk-queries.ts';

const ROLES = [
  { value: 'support', label: 'Support: reads, answers shoppers' },
  { value: 'ops', label: 'Operations: groups, goods, catalogue' },
  { value: 'finance', label: 'Finance: refunds, reconciliation, reports' },
  { value: 'owner', label: 'Owner: everything, and who the operators are' },
] as const;
type Role = (typeof ROLES)[number]['value'];

interface Outcome {
  name: string;
  told: string;
  secret?: string;
}

/** Who may act by name. An owner names others, gives out new secrets and lets somebody act no more. */
export function OperatorsPage({ may }: { may: readonly string[] }) {
  const operators = useQuery(operatorsQuery);
  const queryClient = useQueryClient();
  const chosen = new URLSearchParams(useLocation().search).get('name');
  // A secret is shown once, so it stays until the next act or until one leaves.
  const [outcome, setOutcome] = useState<Outcome>();
  const isOwner = may.includes('operator add');
  const handleDone = () => queryClient.invalidateQueries({ queryKey: operatorsQuery.queryKey });
  return (
    <div className="stack" data-gap="6">
      <h1>Operators</h1>
      {outcome && (
        <div className="stack" data-gap="3">
          <Note kind="success">{outcome.told}</Note>
          {outcome.secret && (
            <output className={lists.key} translate="no" aria-label={`Secret of ${outcome.name}`}>
              {outcome.secret}
            </output>
          )}
        </div>
      )}
      {isOwner && chosen && (
        <ChangeOperator key={chosen} name={chosen} onDone={handleDone} onOutcome={setOutcome} />
      )}
      <Loaded query={operators}>
        {(rows) => (
          <Table
            label="Operators"
            rows={rows}
            empty="There are no operators."
            keyOf={({ name }) => name}
            columns={[
              {
                name: 'Name',
                of: ({ name, removedAt }) =>
                  isOwner && removedAt === null ? (
                    <Link className="link" to={`${opsScreens.operators}?${new URLSearchParams({ name })}`}>
                      {name}
                    </Link>
                  ) : (
                    name
                  ),
              },
              { name: 'Role', of: ({ role }) => role },
              { name: 'Since', of: ({ addedAt }) => lagosTime(addedAt) },
              {
                name: 'Now',
                of: ({ removedAt }) => (removedAt ? `Left ${lagosTime(removedAt)}` : 'May act'),
              },
              { name: 'Wrong secrets, 90 days', of: ({ refusals }) => refusals, isFigure: true },
            ]}
          />
        )}
      </Loaded>
      {isOwner && <AddOperator onDone={handleDone} onOutcome={setOutcome} />}
    </div>
  );
}

interface ActProps {
  onDone: () => void;
  onOutcome: (outcome: Outcome) => void;
}

function AddOperator({ onDone, onOutcome }: ActProps) {
  return (
    <ActForm
      title="Name an operator"
      label="Add the Operator"
      busyLabel="Adding..."
      asksReason={false}
      act={async ({ name = '', role }, idempotencyKey) => {
        const body = { name, role: role as Role };
        const reply = await send(opsAddOperator, { body, idempotencyKey });
        onOutcome(secretWords(name, reply));
        return reply;
      }}
      onDone={onDone}
    >
      <TextField
        label="Name"
        name="name"
        hint="2 to 40 of a-z, 0-9, dot and dash. A name is used once."
        autoCapitalize="none"
        autoComplete="off"
        maxLength={OPERATOR_NAME_MAX}
        required
      />
      <Select label="Role" name="role" options={ROLES} defaultValue="support" />
    </ActForm>
  );
}

interface ChangeProps extends ActProps {
  name: string;
}

function ChangeOperator({ name, onDone, onOutcome }: ChangeProps) {
  const navigate = useNavigate();
  const params = { name };
  const handleDone = () => {
    onDone();
    navigate(opsScreens.operators, { replace: true });
  };
  return (
    <div className="card stack" data-gap="5">
      <ActForm
        title={`Give ${name} another secret`}
        label="Reset"
        busyLabel="Resetting..."
        act={async ({ reason = '' }, idempotencyKey) => {
          const reply = await send(opsResetOperator, { params, body: { reason }, idempotencyKey });
          onOutcome(secretWords(name, reply));
          return reply;
        }}
        onDone={handleDone}
      />
      <ActForm
        title={`Let ${name} act no more`}
        label="Remove"
        busyLabel="Removing..."
        act={async ({ reason = '' }, idempotencyKey) => {
          const reply = await send(opsRemoveOperator, { params, body: { reason }, idempotencyKey });
          onOutcome({ name, told: `${name} acts no more.` });
          return reply;
        }}
        onDone={handleDone}
      />
    </div>
  );
}

function secretWords(name: string, { data }: OpsSecretReply): Outcome {
  const secret = data?.secret;
  return typeof secret !== 'string'
    ? { name, told: `It is done. The secret of ${name} was shown once.` }
    : { name, told: `The secret of ${name}, shown once. With it they set up their access:`, secret };
}
