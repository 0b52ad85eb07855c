import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { OperatorPushKind } from '#contract/schemas/ops/access.ts';
import { CheckboxField } from '../../ui/form/CheckboxField.tsx';
import { MessageBox } from '../../ui/message/MessageBox.tsx';
import { TitledSection } from '../frames/ListPage.tsx';
import { RequestFailureMessage } from '../frames/RequestFailureMessage.tsx';
import { isPushSupported, readStoredPushKinds, setOperatorPushKinds } from './browser-push.ts';

const KINDS: readonly (readonly [OperatorPushKind, string, command: string])[] = [
  ['sale', 'New orders', 'order list'],
  ['approval', 'Actions that wait for your approval', 'approval agree'],
  ['alarm', 'Alarms', 'alarm list'],
];

/** Shows switches for the kinds of push messages that this device receives while the console is closed. */
export function PushKindSwitches({ name, may }: { name: string; may: readonly string[] }) {
  const [kinds, setKinds] = useState(() => readStoredPushKinds(name));
  const save = useMutation({
    mutationFn: async (wanted: OperatorPushKind[]) => ({
      wanted,
      isAllowed: await setOperatorPushKinds(name, wanted),
    }),
    onSuccess: ({ wanted, isAllowed }) => isAllowed && setKinds(wanted),
  });
  return (
    <TitledSection title="Notifications on this device">
      <p className="muted small">
        They name no shopper and no amount. They end when you sign out here or end the session.
      </p>
      {isPushSupported() ? (
        KINDS.filter(([, , command]) => may.includes(command)).map(([kind, label]) => (
          <CheckboxField
            key={kind}
            checked={kinds.includes(kind)}
            disabled={save.isPending}
            onChange={(isOn) => save.mutate(isOn ? [...kinds, kind] : kinds.filter((one) => one !== kind))}
          >
            {label}
          </CheckboxField>
        ))
      ) : (
        <p className="muted small">This browser does not support notifications.</p>
      )}
      {save.data?.isAllowed === false && (
        <MessageBox kind="warning">
          This browser does not allow notifications of this shop. Allow them in the settings of the browser,
          then try again.
        </MessageBox>
      )}
      <RequestFailureMessage error={save.error} fallback="It could not be saved. Try again." />
    </TitledSection>
  );
}
