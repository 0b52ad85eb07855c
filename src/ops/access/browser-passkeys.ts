import type { PasskeyRegistration, PasskeySignature } from '#contract/schemas/ops/access.ts';
import { getErrorMessage } from '../../lib/api/error-message.ts';

/**
 * Creates and uses passkeys. Browsers before 2025 cannot convert passkeys to JSON, so this file does.
 * @source WebAuthn 3, section 5.1
 */

type Options = Readonly<Record<string, unknown>>;

/** True when this browser supports passkeys. */
export function isPasskeySupported(): boolean {
  return typeof PublicKeyCredential === 'function' && navigator.credentials !== undefined;
}

/** Lets the browser create a passkey. @throws {DOMException} when cancelled, timed out, or already registered. */
export async function createPasskey(options: Options): Promise<PasskeyRegistration> {
  const { challenge, user, excludeCredentials, ...rest } =
    options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const made = (await navigator.credentials.create({
    publicKey: {
      ...(rest as Omit<PublicKeyCredentialCreationOptions, 'challenge' | 'user' | 'excludeCredentials'>),
      challenge: toBytes(challenge),
      user: { ...user, id: toBytes(user.id) },
      excludeCredentials: known(excludeCredentials),
    },
  })) as PublicKeyCredential;
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    ...shared(made),
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      attestationObject: toText(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  };
}

/** Lets a passkey sign the challenge. @throws {DOMException} when cancelled or timed out. */
export async function signWithPasskey(options: Options): Promise<PasskeySignature> {
  const { challenge, allowCredentials, ...rest } =
    options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const used = (await navigator.credentials.get({
    publicKey: {
      ...(rest as Omit<PublicKeyCredentialRequestOptions, 'challenge' | 'allowCredentials'>),
      challenge: toBytes(challenge),
      allowCredentials: known(allowCredentials),
    },
  })) as PublicKeyCredential;
  const response = used.response as AuthenticatorAssertionResponse;
  return {
    ...shared(used),
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      authenticatorData: toText(response.authenticatorData),
      signature: toText(response.signature),
    },
  };
}

/** @returns the message for a failed passkey call. Browsers do not report why it failed. */
export function getPasskeyErrorMessage(error: unknown, fallback: string): string {
  if (!(error instanceof DOMException)) return getErrorMessage(error, fallback);
  return error.name === 'InvalidStateError'
    ? 'This device already has a passkey for you.'
    : 'No passkey was used: it was cancelled or took too long.';
}

function shared({ id, rawId }: PublicKeyCredential) {
  return { id, rawId: toText(rawId), type: 'public-key', clientExtensionResults: {} } as const;
}

function known(list: PublicKeyCredentialDescriptorJSON[] = []): PublicKeyCredentialDescriptor[] {
  return list.map(({ id, transports }) => ({
    id: toBytes(id),
    type: 'public-key',
    ...(transports && { transports: transports as AuthenticatorTransport[] }),
  }));
}

function toBytes(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0));
}

function toText(bytes: ArrayBuffer): string {
  const text = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('');
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}
