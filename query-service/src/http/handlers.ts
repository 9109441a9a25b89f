import {
  type ColorDocument,
  collections,
  type PinDocument,
  type UserDocument,
} from '@quorum/contracts/documents/collections.ts';
import { userView } from '@quorum/contracts/documents/present.ts';
import { limits, MY_SCHEDULE } from '@quorum/contracts/wire/limits.ts';
import { isRefusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import { groupAudience, userAudience } from '@quorum/contracts/wire/socket.ts';
import type { Handlers } from '@quorum/service-kit/call.ts';
import { type Context, linkOf } from '../application/context.ts';
import { findConflicts, listEvents } from '../application/events.ts';
import { memberPage, myGroups, oneGroup } from '../application/groups.ts';
import { filesByDate, linksByDate } from '../application/media.ts';
import { MOST_GROUPS, standingIn } from '../application/membership.ts';
import { messagePage } from '../application/messages.ts';
import { myData } from '../application/my-data.ts';
import { appConfig } from './app-config.ts';

const SUGGESTIONS = 6;

export const queryHandlers = (context: Context): Handlers<'query'> => {
  const { reads } = context;
  /** Read before the data, so that no change falls between: one that comes twice is harmless. */
  const groupSequence = (groupId: string) => reads.sequence(groupAudience(groupId));
  const userSequence = (userId: string) => reads.sequence(userAudience(userId));
  return {
    me: async (call) => {
      const user = await reads.active.get<UserDocument>(collections.users.name, call.actor.userId);
      return user === undefined ? refuse('session/invalid') : { body: { user: userView(user, linkOf(context)) } };
    },
    downloadMyData: async (call) => {
      const stream = await myData(context, call.actor.userId);
      if (stream === undefined) return refuse('session/invalid');
      const day = new Date(context.clock.now()).toISOString().slice(0, 10);
      return {
        stream,
        headers: {
          'Content-Type': 'application/zip',
          'Content-Disposition': `attachment; filename="quorum-${day}.zip"`,
        },
      };
    },
    colorPreferences: async (call) => {
      const where = { userId: call.actor.userId };
      const sequence = await userSequence(call.actor.userId);
      const colors = await reads.active.query<ColorDocument>(collections.colors.name, { where, limit: MOST_GROUPS });
      return {
        sequence,
        body: { preferences: Object.fromEntries(colors.map((color) => [color.groupId, color.colorIndex])) },
      };
    },
    pinPreferences: async (call) => {
      const where = { userId: call.actor.userId };
      const sequence = await userSequence(call.actor.userId);
      const pins = await reads.active.query<PinDocument>(collections.pins.name, { where, limit: MOST_GROUPS });
      return { sequence, body: { preferences: Object.fromEntries(pins.map((pin) => [pin.groupId, true as const])) } };
    },

    myGroups: async (call) => {
      const sequence = await userSequence(call.actor.userId);
      return { sequence, body: { groups: await myGroups(context, call.actor.userId, call.origin) } };
    },
    group: async (call) => {
      const standing = await standingIn(context, call.params.id, call.actor.userId, 'readGroup');
      if (isRefusal(standing)) return standing;
      const sequence = await groupSequence(standing.group.id);
      return { sequence, body: { group: await oneGroup(context, standing, call.origin) } };
    },
    groupMembers: async (call) => {
      const standing = await standingIn(context, call.params.id, call.actor.userId, 'readGroup');
      return isRefusal(standing) ? standing : { body: await memberPage(context, standing.group, call.query) };
    },

    addressAutocomplete: async (call) => {
      const text = call.query.query.trim();
      if (text.length < limits.autocompleteMin) return { body: { suggestions: [] } };
      try {
        return { body: { suggestions: [...(await context.places.suggest(text, SUGGESTIONS))] } };
      } catch {
        context.log.warn({ correlationId: call.correlationId }, 'places are out of reach');
        return refuse('places/unavailable');
      }
    },
    checkConflicts: async (call) => {
      const conflicts = await findConflicts(context, call.actor.userId, call.body);
      return { body: { hasConflicts: conflicts.length > 0, conflicts } };
    },
    events: async (call) => {
      const { groupId } = call.query;
      if (groupId !== undefined && groupId !== MY_SCHEDULE) {
        const standing = await standingIn(context, groupId, call.actor.userId, 'readGroup');
        if (isRefusal(standing)) return standing;
        const sequence = await groupSequence(groupId);
        return { sequence, body: await listEvents(context, call.actor.userId, call.query) };
      }
      const sequence = await userSequence(call.actor.userId);
      return { sequence, body: await listEvents(context, call.actor.userId, call.query) };
    },

    messages: async (call) => {
      const standing = await standingIn(context, call.params.groupId, call.actor.userId, 'chat');
      if (isRefusal(standing)) return standing;
      const sequence = await groupSequence(standing.group.id);
      const page = await messagePage(context, standing.group.id, call.query);
      return isRefusal(page) ? page : { sequence, body: page };
    },
    filesByDate: async (call) => {
      const standing = await standingIn(context, call.params.groupId, call.actor.userId, 'chat');
      if (isRefusal(standing)) return standing;
      return { body: { filesByDate: await filesByDate(context, standing.group.id, 'files', call.query) } };
    },
    imagesByDate: async (call) => {
      const standing = await standingIn(context, call.params.groupId, call.actor.userId, 'chat');
      if (isRefusal(standing)) return standing;
      return { body: { imagesByDate: await filesByDate(context, standing.group.id, 'images', call.query) } };
    },
    linksByDate: async (call) => {
      const standing = await standingIn(context, call.params.groupId, call.actor.userId, 'chat');
      if (isRefusal(standing)) return standing;
      return { body: { linksByDate: await linksByDate(context, standing.group.id, call.query) } };
    },

    appConfig: async () => ({ body: appConfig }),
  };
};
