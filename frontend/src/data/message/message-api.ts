import { groupAudience } from '@quorum/contracts/kernel/audiences.ts';
import type { Success } from '@quorum/contracts/kernel/route.ts';
import type { MessagesView, MessageView } from '@quorum/contracts/message/wire.ts';
import type { ReportView } from '@quorum/contracts/report/wire.ts';
import type { AnswerOf, BodyInputOf, QueryOf } from '@quorum/contracts/routes.ts';
import { baseApi } from '../api/base-api.ts';
import { call } from '../api/call.ts';
import { announces, liveUpdates, type Patches } from '../api/live-updates.ts';
import { newerAnswers, withAttendance } from '../calendar-entry/attendance.ts';
import type { RootState } from '../store/state.ts';
import {
  type MessageList,
  withAnswers,
  withDeleted,
  withMessage,
  withNotice,
  withoutNoticesOf,
  withoutSender,
  withPersonInMessages,
  withReaction,
  withUpdated,
} from './message-list.ts';
import { loadMessages } from './message-reload.ts';
import { selectPlace, selectReading } from './reading/reading-slice.ts';

type Reaction = { readonly messageId: string; readonly groupId: string } & BodyInputOf<'addReaction'>;

/** Which changes apply to the loaded messages of a group. */
export const messagePatches: Patches<MessageList, string> = {
  newMessage: withMessage,
  messageUpdated: withUpdated,
  // Moderation removes an event together with the message that announces it.
  messageDeleted: (list, change) =>
    change.isEvent ? withDeleted(list, change) : withoutNoticesOf(withDeleted(list, change), change.messageId),
  messageReaction: withReaction,
  chatNotice: (list, { notice }) => withNotice(list, notice),
  eventCreated: (list, { eventId, event }) => withAnswers(list, eventId, (known) => newerAnswers(known, event)),
  eventUpdated: (list, { eventId, event }) => withAnswers(list, eventId, (known) => newerAnswers(known, event)),
  eventDeleted: (list, { eventId, forGood }) => (forGood ? withoutNoticesOf(list, eventId) : list),
  attendanceUpdated: (list, change) => withAnswers(list, change.eventId, (known) => withAttendance(known, change)),
  ownRsvpUpdated: (list, { eventId, mine }) => withAnswers(list, eventId, (known) => newerAnswers(known, { mine })),
  memberLeft: (list, { reason, userId }) => (reason === 'account-deleted' ? withoutSender(list, userId) : list),
  memberUpdated: (list, { member }) => withPersonInMessages(list, member.userId),
};

export const messageApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * The messages of a group. Loads the page where the chat opens, then grows by `loadOlder`, `loadNewer` and the socket. A reload
     * starts with the newest page again, unless somebody reads further up.
     */
    messages: build.query<MessageList, string>({
      queryFn: (groupId, { getState, queryCacheKey = '' }, _, ask) => {
        const state = () => getState() as RootState;
        const known = () => state().api.queries[queryCacheKey]?.data as MessageList | undefined;
        const reading = () => (selectReading(state()) === groupId ? undefined : known());
        const place = known() === undefined ? selectPlace(state(), groupId)?.messageId : undefined;
        return loadMessages(reading, async (query) => ask(call('messages', { params: { groupId }, query })), place);
      },
      // Seconds. Someone who comes back from the schedule finds the place where they were reading.
      keepUnusedDataFor: 600,
      ...liveUpdates<MessageList, string>({
        tag: (groupId) => ({ type: 'messages', id: groupId }),
        group: (groupId) => groupId,
        audience: groupAudience,
        patches: messagePatches,
        // The messages may be left over from an earlier membership.
        reloads: { groupJoined: () => true },
      }),
    }),
    /** One page, for the thunks that put it into `messages`. */
    messagePage: build.query<MessagesView, { readonly groupId: string } & QueryOf<'messages'>>({
      query: ({ groupId, ...query }) => call('messages', { params: { groupId }, query }),
      keepUnusedDataFor: 0,
    }),
    /** Used by the outbox only. Screens use `sendText`. The message's id is also the idempotency key. */
    postMessage: build.mutation<MessageView, BodyInputOf<'sendMessage'> & { readonly id: string }>({
      query: (body) => call('sendMessage', { body, idempotencyKey: body.id }),
      transformResponse: ({ message }: AnswerOf<'sendMessage'>) => message,
    }),
    editMessage: build.mutation<MessageView, { readonly messageId: string } & BodyInputOf<'editMessage'>>({
      query: ({ messageId, content }) => call('editMessage', { params: { id: messageId }, body: { content } }),
      transformResponse: ({ message }: AnswerOf<'editMessage'>) => message,
      ...announces((message) => ({ name: 'messageUpdated', payload: message })),
    }),
    deleteMessage: build.mutation<Success, { readonly messageId: string; readonly groupId: string }>({
      query: ({ messageId }) => call('deleteMessage', { params: { id: messageId } }),
      ...announces((_, { messageId, groupId }) => ({
        name: 'messageDeleted',
        payload: { messageId, groupId, isEvent: false, revision: '' },
      })),
    }),
    addReaction: build.mutation<Success, Reaction>({
      query: ({ messageId, emoji }) => call('addReaction', { params: { id: messageId }, body: { emoji } }),
    }),
    removeReaction: build.mutation<Success, Reaction>({
      query: ({ messageId, emoji }) => call('removeReaction', { params: { id: messageId }, body: { emoji } }),
    }),
    report: build.mutation<ReportView, BodyInputOf<'report'>>({
      query: (body) => call('report', { body }),
      transformResponse: ({ report }: AnswerOf<'report'>) => report,
    }),
  }),
});

/** The loaded messages of a group. */
export const selectMessages = (state: RootState, groupId: string): MessageList | undefined =>
  messageApi.endpoints.messages.select(groupId)(state).data;
