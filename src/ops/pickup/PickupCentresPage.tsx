import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PICKUP_CENTRE_CODE_LENGTH_MAX } from '#contract/limits.ts';
import {
  opsAddPickupCentre,
  opsDeactivatePickupCentre,
  opsEditPickupCentre,
  opsListPickupCentres,
} from '#contract/ops/pickup-endpoints.ts';
import type { OpsEditPickupCentreBody } from '#contract/schemas/ops/centres.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { ActionForm } from '../frames/ActionForm.tsx';
import { RELOAD_ADVICE } from '../frames/conflict-error.ts';
import { endpointQuery } from '../frames/console-queries.ts';
import { ListPage, useUrlFilters } from '../frames/ListPage.tsx';
import { AuditLogLink, ConsolePageLink } from '../frames/RecordPage.tsx';
import { createUndoRequest } from '../frames/Undo.tsx';
import { type OpsScreenProps, opsScreenPaths } from '../screens.ts';
import { CentreFields, centreFieldParsers, type OpsPickupCentre } from './CentreFields.tsx';
import { PickupScreenLinks } from './PickupScreenLayout.tsx';
import { createCentreUndoRequest, getEditableFields, requireCentreUnchanged } from './pickup-conflicts.ts';

/** Lists the pickup centres, with forms to add, change and close one. */
export function PickupCentresPage({ may }: Pick<OpsScreenProps, 'may'>) {
  const { chosen, placeOf } = useUrlFilters(['code']);
  const query = useQuery(endpointQuery(opsListPickupCentres));
  const centre = query.data?.find(({ code }) => code === chosen.code);
  const mayEdit = may.includes('centre edit');
  return (
    <ListPage
      title="Pickup centres"
      query={query}
      empty="There is no pickup centre yet. Add one below: shoppers can order once there is one."
      columns={[
        [
          'Name',
          ({ code, name }) => <ConsolePageLink to={mayEdit && placeOf({ code })}>{name}</ConsolePageLink>,
        ],
        ['Code', ({ code }) => code],
        ['City', ({ city }) => city],
        ['State', ({ state, isDefault }) => (isDefault ? `${state} (default)` : state)],
        ['Hours', ({ hours }) => hours],
        ['Status', ({ active }) => (active ? 'In use' : 'Closed')],
      ]}
      below={mayEdit && <AddCentre />}
    >
      <PickupScreenLinks to={opsScreenPaths.pickupCentres} may={may} />
      {mayEdit && centre && <ChangeCentre key={centre.code} centre={centre} />}
    </ListPage>
  );
}

function AddCentre() {
  return (
    <ActionForm
      title="Add a pickup centre"
      label="Add Centre"
      busyLabel="Adding..."
      to={opsAddPickupCentre}
      reads={{ centre: String, ...centreFieldParsers }}
      asksReason={false}
      successMessage={(_, { name = '' }) => `${name} is added and in use.`}
    >
      <TextField
        label="Code"
        name="centre"
        hint="A-Z, 0-9 and single dashes, for example LAG-IKJ. A code cannot be changed."
        autoCapitalize="characters"
        autoComplete="off"
        maxLength={PICKUP_CENTRE_CODE_LENGTH_MAX}
        required
      />
      <CentreFields />
    </ActionForm>
  );
}

function ChangeCentre({ centre }: { centre: OpsPickupCentre }) {
  const { code, name, active } = centre;
  // The form's first values stay when the list is fetched again, as the fields on the screen do.
  const [opened] = useState(() => getEditableFields(centre));
  return (
    <div className="card stack" data-gap="5">
      <ActionForm
        title={`Change ${name}`}
        label={active ? 'Save Centre' : 'Save and Put in Use'}
        busyLabel="Saving..."
        to={opsEditPickupCentre}
        params={{ centre: code }}
        reads={centreFieldParsers}
        before={opened}
        prepare={(edit) => requireCentreUnchanged(code, edit, { expected: opened, advice: RELOAD_ADVICE })}
        asksReason={false}
        successMessage={() => `${code} is saved and in use.`}
        undo={(_, edit) =>
          active && takesNoDefault(opened, edit) ? [createCentreUndoRequest(code, opened, edit)] : []
        }
        leadsTo={opsScreenPaths.pickupCentres}
      >
        <CentreFields centre={centre} />
      </ActionForm>
      {active && (
        <ActionForm
          title={`Close ${name}`}
          label="Close Centre"
          busyLabel="Closing..."
          variant="danger"
          to={opsDeactivatePickupCentre}
          params={{ centre: code }}
          asksReason={false}
          successMessage={() => `${name} is closed. Shoppers can no longer choose it.`}
          undo={() => [createUndoRequest(opsEditPickupCentre, { params: { centre: code }, body: {} })]}
          leadsTo={opsScreenPaths.pickupCentres}
        />
      )}
      <AuditLogLink target={`centre:${code}`} />
    </div>
  );
}

/** @returns false when the edit makes this centre the default of its state. Undo could not give the default back. */
function takesNoDefault(before: OpsEditPickupCentreBody, edit: OpsEditPickupCentreBody): boolean {
  const { isDefault, state } = { ...before, ...edit };
  return !isDefault || (before.isDefault === true && before.state === state);
}
