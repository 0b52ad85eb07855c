import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { OPERATOR_NAME_LENGTH_MAX } from '#contract/limits.ts';
import { opsCreateFirstOwner, opsGetFirstOwnerAuthenticatorKey } from '#contract/ops/operator-endpoints.ts';
import type {
  OpsCreateFirstOwnerReply,
  OpsFirstOwnerAuthenticatorKeyBody,
} from '#contract/schemas/ops/access.ts';
import { sendApiRequest } from '../../lib/api/api-send.ts';
import { Button } from '../../ui/control/Button.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { MessageBox } from '../../ui/message/MessageBox.tsx';
import { AuthenticatorCodeField, AuthenticatorKey } from '../access/AuthenticatorKey.tsx';
import { NewPasswordField } from '../access/NewPasswordField.tsx';
import { RecoveryCodesSection } from '../access/RecoveryCodes.tsx';
import { FieldValuesForm } from '../frames/fields.tsx';
import styles from '../frames/frames.module.css';
import { RequestFailureMessage } from '../frames/RequestFailureMessage.tsx';
import { opsScreenPaths } from '../screens.ts';
import { operatorSessionQuery } from '../session.ts';

const WHOLE_LINK = 'Open the whole link that the shop printed on its terminal.';

/** Creates the first owner of a new shop. The page opens by the link that the server prints at its start. */
export function CreateFirstOwnerPage() {
  // The link's secret is stored in the page's state, so that later steps work even if the URL changes.
  const [secret] = useState(useLocation().hash.slice(1));
  const key = useMutation({
    mutationFn: (body: OpsFirstOwnerAuthenticatorKeyBody) =>
      sendApiRequest(opsGetFirstOwnerAuthenticatorKey, { body }),
  });
  const owner = useMutation({
    mutationFn: (code: string) => {
      const { totpSecret = '' } = key.data?.data ?? {};
      const chosen = key.variables as OpsFirstOwnerAuthenticatorKeyBody;
      return sendApiRequest(opsCreateFirstOwner, { body: { ...chosen, totpSecret, code } });
    },
  });
  if (owner.data) return <ShownOnce {...owner.data.data} />;
  if (key.data)
    return (
      <FieldValuesForm
        className="stack"
        data-gap="5"
        names={['code']}
        onFields={({ code }) => owner.mutate(code)}
      >
        <h1>Your authenticator</h1>
        <AuthenticatorKey {...key.data.data} />
        <AuthenticatorCodeField />
        <RequestFailureMessage error={owner.error} fallback={WHOLE_LINK} />
        <Button type="submit" wide busyLabel={owner.isPending && 'Checking the code...'}>
          Become the Owner
        </Button>
      </FieldValuesForm>
    );
  return (
    <FieldValuesForm
      className="stack"
      data-gap="5"
      names={['name', 'password']}
      onFields={(fields) => key.mutate({ ...fields, secret })}
    >
      <h1>Open your shop</h1>
      <p className="muted">
        You become the owner: you may do everything, and you add the other operators. Have an authenticator
        app ready on your phone.
      </p>
      <TextField
        label="Name"
        name="name"
        hint="2 to 40 characters: a-z, 0-9, dot and dash. It cannot be changed."
        autoComplete="username"
        autoCapitalize="none"
        maxLength={OPERATOR_NAME_LENGTH_MAX}
        required
      />
      <NewPasswordField name="password" />
      <RequestFailureMessage error={secret ? key.error : new Error()} fallback={WHOLE_LINK} />
      <Button type="submit" wide busyLabel={key.isPending && 'Checking...'}>
        Continue
      </Button>
    </FieldValuesForm>
  );
}

/** Shows the owner's secrets, only this once. The page stays open until the owner says that they are saved. */
function ShownOnce({ secret, recoveryCodes }: OpsCreateFirstOwnerReply['data']) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const handleContinue = async () => {
    await queryClient.resetQueries({ queryKey: operatorSessionQuery.queryKey });
    navigate(opsScreenPaths.today, { replace: true });
  };
  return (
    <div className="stack" data-gap="5">
      <h1>You are the owner</h1>
      <MessageBox kind="warning">This is shown once. Nobody can look it up later.</MessageBox>
      <RecoveryCodesSection title="Your recovery codes" codes={recoveryCodes} />
      <section className="stack" data-gap="2">
        <h2>Your secret for the command line</h2>
        <p>Commands on the server ask for it. The console never does.</p>
        <output className={styles.key} translate="no" aria-label="Your secret">
          {secret}
        </output>
      </section>
      <Button wide onClick={handleContinue}>
        Open the Console
      </Button>
    </div>
  );
}
