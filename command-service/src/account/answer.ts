import type { UserView } from '@quorum/contracts/account/wire.ts';
import { preferencesDecider } from '@quorum/domain/preferences/decider.ts';
import { preferencesStream } from '@quorum/domain/preferences/events.ts';
import type { User } from '@quorum/domain/user/user.ts';
import { userView } from '@quorum/service-kit/reads/account.ts';
import type { DecideContext } from '../handling/context.ts';

/** The view of an account for its own person. */
export const answerUser = async ({ aggregates }: Pick<DecideContext, 'aggregates'>, user: User): Promise<UserView> => {
  const { reminderDefault } = await aggregates.load(preferencesDecider, preferencesStream(user.id));
  return userView({ ...user, reminderDefault });
};
