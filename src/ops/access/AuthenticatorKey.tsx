import { TextField } from '../../ui/form/TextField.tsx';
import { QrCode } from '../../ui/image/QrCode.tsx';
import styles from '../frames/frames.module.css';

interface Props {
  /** Base32. */
  totpSecret: string;
  totpUri: string;
}

/** Shows an authenticator's key as a QR code, as a link for the same phone and as text. */
export function AuthenticatorKey({ totpSecret, totpUri }: Props) {
  return (
    <>
      <p>
        Scan this with your authenticator app. If the app is on this phone, open it from here or type in the
        key.
      </p>
      <QrCode text={totpUri} label="QR code for your authenticator app" />
      <a className="link" href={totpUri}>
        Open in my authenticator app
      </a>
      <p className={styles.key}>{totpSecret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
    </>
  );
}

/** Shows a field for a code of the authenticator app, which proves that the app has the key. */
export function AuthenticatorCodeField() {
  return (
    <TextField
      label="Code"
      name="code"
      hint="The six digits that your authenticator shows now."
      autoComplete="one-time-code"
      inputMode="numeric"
      pattern="[0-9 ]{6,7}"
      required
    />
  );
}
