import { isImmutable } from 'immutable';

/** Freezes a value deeply. Rejects `Map` and `Set`, which cannot be frozen; states use immutable ones. */
export const deepFrozen = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null || isImmutable(value) || Object.isFrozen(value)) return value;
  if (value instanceof Map || value instanceof Set)
    throw new TypeError('A Map or Set can be changed by whoever has it');
  Object.freeze(value);
  for (const part of Object.values(value)) deepFrozen(part);
  return value;
};
