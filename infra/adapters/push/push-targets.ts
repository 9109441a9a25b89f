import { createECDH } from 'node:crypto';
import type { PushTarget } from '@quorum/service-kit/ports/push-sender.ts';
import { publicUrl } from '../link-fetcher/public-url.ts';

/** Bytes of an uncompressed point of P-256, and of the shared secret. */
const [POINT_BYTES, SECRET_BYTES] = [65, 16];

const isPoint = (key: string): boolean => {
  const bytes = Buffer.from(key, 'base64url');
  if (bytes.length !== POINT_BYTES) return false;
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  try {
    curve.computeSecret(bytes);
    return true;
  } catch {
    // Not on the curve.
    return false;
  }
};

/** Whether an endpoint is https on a public host, as far as its text shows. */
export const isPublicEndpoint = (endpoint: string): boolean => publicUrl(endpoint)?.protocol === 'https:';

/** Whether a push can be encrypted for it and sent to it. */
export const acceptsTarget = ({ endpoint, p256dh, auth }: PushTarget): boolean =>
  isPublicEndpoint(endpoint) && isPoint(p256dh) && Buffer.from(auth, 'base64url').length === SECRET_BYTES;
