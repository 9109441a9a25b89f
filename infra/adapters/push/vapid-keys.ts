import { createECDH } from 'node:crypto';

export type VapidKeys = { readonly publicKey: string; readonly privateKey: string };

/** The order of the curve P-256. Private keys are from 1 to below it. */
const ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');

/** The key pair that signs pushes (VAPID, RFC 8292), base64url. @param secret 32 bytes; the same secret gives the same pair */
export const vapidKeys = (secret: Uint8Array): VapidKeys => {
  const scalar = (BigInt(`0x${Buffer.from(secret).toString('hex')}`) % (ORDER - 1n)) + 1n;
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(scalar.toString(16).padStart(64, '0'), 'hex');
  return {
    publicKey: curve.getPublicKey('base64url'),
    privateKey: Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex').toString('base64url'),
  };
};
