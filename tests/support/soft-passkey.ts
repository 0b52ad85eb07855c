import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { PasskeyRegistration, PasskeySignature } from '../../contract/schemas/ops/access.ts';

/** Emulates a security key: it has a P-256 key, counts its signatures and returns the browser's JSON. */
export interface SoftwarePasskey {
  make(options: { challenge: string }, place: Place): PasskeyRegistration;
  /** `counter` replaces the real count of signatures. */
  sign(options: { challenge: string }, place: Place, counter?: number): PasskeySignature;
}

/** The browser signs the page's origin. */
interface Place {
  origin: string;
  rpId: string;
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();

export function createSoftwarePasskey(): SoftwarePasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let signed = 0;
  const clientData = (type: string, challenge: string, { origin }: Place) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = ({ rpId }: Place, flags: number, counter: number, rest = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, rest]);
  };
  const shared = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
  } as const;
  return {
    make({ challenge }, place) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      // This is {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y} in CBOR.
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      // These flags mean user present, user verified and credential attached.
      const data = authenticatorData(place, 0x45, signed, credential);
      // This is {"fmt": "none", "attStmt": {}, "authData": data} in CBOR.
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ]);
      return {
        ...shared,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, place).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['usb'],
        },
      };
    },
    sign({ challenge }, place, counter) {
      signed += 1;
      const client = clientData('webauthn.get', challenge, place);
      const data = authenticatorData(place, 0x05, counter ?? signed);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey);
      return {
        ...shared,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
}
