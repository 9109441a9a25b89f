import { hash } from 'node:crypto';

/** Derives the same UUID (version 8, from a hash) from the same seed, so that a repeat gets the ids of the first try. */
export const deterministicUuid = (seed: string): string => {
  const hex = hash('sha256', seed, 'hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
