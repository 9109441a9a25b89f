import { userStream } from '@quorum/domain/user/events.ts';
import type { Context } from '../handling/context.ts';

type OwnNumber = { readonly phone: string | null; readonly phoneKey: string };

/** The numbers an account has had, with their names. Null where erased. */
export const numbersOf = async ({ events }: Pick<Context, 'events'>, userId: string): Promise<readonly OwnNumber[]> =>
  (await events.read(userStream(userId))).flatMap((event) =>
    event.type === 'UserRegistered' || event.type === 'PhoneChanged' ? [event.data] : [],
  );

/** The numbers for which an account requested a code. Null where erased. */
export const askedNumbersOf = async (
  { events }: Pick<Context, 'events'>,
  userId: string,
): Promise<readonly (string | null)[]> => [
  ...new Set(
    (await events.read(userStream(userId))).flatMap((event) =>
      event.type === 'PhoneChangeRequested' || event.type === 'PhoneChangeScheduled' ? [event.data.phone] : [],
    ),
  ),
];

/** The number an account had under a name. */
export const numberOf = async (
  context: Pick<Context, 'events'>,
  userId: string,
  phoneKey: string,
): Promise<string | null> => (await numbersOf(context, userId)).find((own) => own.phoneKey === phoneKey)?.phone ?? null;
