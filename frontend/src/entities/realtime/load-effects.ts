import { MY_SCHEDULE } from '@quorum/contracts/wire/limits.ts';
import { groupAudience, userAudience } from '@quorum/contracts/wire/socket.ts';
import { eventApi } from '../calendar-entry/event-api.ts';
import { applyEventChange } from '../calendar-entry/event-changes.ts';
import { groupApi, MY_GROUPS } from '../group/group-api.ts';
import { patchGroup } from '../group/group-patches.ts';
import { messageApi } from '../message/message-api.ts';
import { patchMessages } from '../message/message-patches.ts';
import { preferencesApi } from '../preferences/preferences-api.ts';
import { selectUserId } from '../session/session-slice.ts';
import type { Listen } from '../store/listen.ts';
import type { AppThunk } from '../store/state.ts';
import type { Change } from './frames.ts';
import { replayInGroups } from './groups-changes.ts';
import { groupAfter, messagesAfter } from './replay.ts';

type ReadMeta = { readonly sequence?: number; readonly sequences?: Readonly<Record<string, number>> };

type Loaded = {
  readonly meta: { readonly requestId: string; readonly arg: unknown; readonly baseQueryMeta?: ReadMeta };
};

/** Ties loads to the changes: where they start from, and what came while they were under way. */
export const loadEffects = (listen: Listen): void => {
  const marks = new Map<string, number>();

  const follow = <Arg>(
    endpoint: Followed<Arg>,
    audience: (arg: Arg, userId: string) => string,
    replay: (arg: Arg, change: Change) => AppThunk,
  ): void => {
    listen({
      predicate: (action): action is Pending => endpoint.matchPending(action),
      effect: ({ meta }, { extra }) => {
        marks.set(meta.requestId, extra.frames.mark());
      },
    });
    listen({
      predicate: (action): action is Loaded & Pending => endpoint.matchFulfilled(action),
      effect: ({ meta }, { dispatch, getState, extra }) => {
        const arg = (meta.arg as { originalArgs: Arg }).originalArgs;
        const mark = marks.get(meta.requestId);
        marks.delete(meta.requestId);
        const userId = selectUserId(getState());
        if (userId !== undefined) extra.link.noteRead(audience(arg, userId), meta.baseQueryMeta?.sequence);
        if (mark !== undefined) for (const change of extra.frames.since(mark)) dispatch(replay(arg, change));
      },
    });
    listen({
      predicate: (action): action is Pending => endpoint.matchRejected(action),
      effect: ({ meta }) => {
        marks.delete(meta.requestId);
      },
    });
  };

  const nothing = (): AppThunk => () => undefined;
  follow(
    messageApi.endpoints.messages,
    (groupId) => groupAudience(groupId),
    (groupId, change) => patchMessages(groupId, (list) => messagesAfter(list, change, groupId)),
  );
  follow(
    groupApi.endpoints.group,
    (groupId) => groupAudience(groupId),
    (groupId, change) => patchGroup(groupId, (group) => groupAfter(group, change)),
  );
  // What the list holds is known before what came meanwhile is looked at.
  listen({
    predicate: (action): action is Loaded & Pending => groupApi.endpoints.myGroups.matchFulfilled(action),
    effect: ({ meta }, { extra: { link, heldByGroups } }) => {
      const { sequences = {} } = meta.baseQueryMeta ?? {};
      heldByGroups.clear();
      for (const [audience, sequence] of Object.entries(sequences)) heldByGroups.set(audience, sequence);
      link.noteRead(MY_GROUPS, meta.baseQueryMeta?.sequences);
    },
  });
  follow(
    groupApi.endpoints.myGroups,
    (_, userId) => userAudience(userId),
    (_, change) => replayInGroups(change),
  );
  follow(preferencesApi.endpoints.colorPreferences, (_, userId) => userAudience(userId), nothing);
  follow(preferencesApi.endpoints.pinPreferences, (_, userId) => userAudience(userId), nothing);
  follow(
    eventApi.endpoints.events,
    ({ groupId }, userId) => (groupId === undefined ? userAudience(userId) : groupAudience(groupId)),
    (_, change) => applyEventChange(change),
  );
  // My Schedule is read of many audiences, of which the header names one; the answer itself names them all.
  listen({
    predicate: (action): action is Loaded & Pending => eventApi.endpoints.events.matchFulfilled(action),
    effect: ({ meta }, { extra }) => {
      const { groupId } = (meta.arg as { originalArgs: { groupId?: string } }).originalArgs;
      if (groupId === undefined) extra.link.noteRead(MY_SCHEDULE, meta.baseQueryMeta?.sequences);
    },
  });
};

type Pending = { readonly type: string; readonly meta: { readonly requestId: string; readonly arg: unknown } };
type Followed<Arg> = {
  readonly matchPending: (action: unknown) => boolean;
  readonly matchFulfilled: (action: unknown) => boolean;
  readonly matchRejected: (action: unknown) => boolean;
  readonly Types: { readonly QueryArg: Arg };
};
