import { createECDH, randomBytes, randomUUID } from 'node:crypto';

/** A browser's push subscription. @param name part of its address */
export const pushTarget = (name: string = randomUUID()) => {
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  const keys = { p256dh, auth: randomBytes(16).toString('base64url') };
  return { endpoint: `https://push.example.com/${name}`, keys, timeZone: 'America/New_York' };
};
