import { hasFields } from '../../shared/lib/has-fields.ts';

/** Milliseconds. */
const LIFETIME_MS = 3_600_000;

/** The state of an entry of the history that leads on to an address after sign-in and setup. It belongs to this tab. */
export const asking = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>, now: number): object => ({
  asked: pathname + search,
  askedAt: now,
});

/** The address within the dashboard that was asked for before sign-in, for an hour. The dashboard itself is where people go anyway. */
export const askedAddress = (state: unknown, now: number): string | undefined =>
  hasFields(state, { asked: 'string', askedAt: 'number' }) &&
  now - state.askedAt < LIFETIME_MS &&
  state.asked.startsWith('/dashboard/')
    ? state.asked
    : undefined;
