import { deterministicUuid } from '../deterministic-uuid.ts';

/** In place of the name that another calendar gives an event, which is a text. */
export const uidKeyOf = (ownerKey: string, uid: string): string => deterministicUuid(`uid ${ownerKey} ${uid}`);
