import { collections, type UserDocument } from '@quorum/contracts/documents/collections.ts';
import { userView } from '@quorum/contracts/documents/present.ts';
import { refuse } from '@quorum/contracts/wire/refusals.ts';
import { userAudience } from '@quorum/contracts/wire/socket.ts';
import type { Handlers } from '@quorum/service-kit/call.ts';
import { type Context, linkOf } from '../application/context.ts';
import { myData } from '../application/my-data.ts';
import { chosenColors, pinnedGroups } from '../application/preferences.ts';
import { readAt } from './read-at.ts';

type AccountRoutes = 'me' | 'downloadMyData' | 'colorPreferences' | 'pinPreferences';

export const accountHandlers = (context: Context): Pick<Handlers<'query'>, AccountRoutes> => {
  const { reads, clock } = context;
  return {
    me: async ({ actor }) => {
      const user = await reads.active.get<UserDocument>(collections.users.name, actor.userId);
      return user === undefined ? refuse('session/invalid') : { body: { user: userView(user, linkOf(context)) } };
    },
    downloadMyData: async ({ actor }) => {
      const stream = await myData(context, actor.userId);
      if (stream === undefined) return refuse('session/invalid');
      const day = new Date(clock.now()).toISOString().slice(0, 10);
      return {
        stream,
        headers: {
          'Content-Type': 'application/zip',
          'Content-Disposition': `attachment; filename="quorum-${day}.zip"`,
        },
      };
    },
    colorPreferences: ({ actor: { userId } }) =>
      readAt(reads, userAudience(userId), async () => ({ preferences: await chosenColors(context, userId) })),
    pinPreferences: ({ actor: { userId } }) =>
      readAt(reads, userAudience(userId), async () => ({ preferences: await pinnedGroups(context, userId) })),
  };
};
