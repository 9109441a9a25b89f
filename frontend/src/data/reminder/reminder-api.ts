import type { Success } from '@quorum/contracts/kernel/route.ts';
import type { AnswerOf, BodyInputOf } from '@quorum/contracts/routes.ts';
import { baseApi } from '../api/base-api.ts';
import { call } from '../api/call.ts';
import { announces } from '../api/live-updates.ts';

type Chosen = { readonly eventId: string; readonly groupId: string } & BodyInputOf<'chooseReminder'>;

/** Members' own reminders, and what the wizard proposes. */
export const reminderApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The reminder of a group's event. @param eventId without a date */
    chooseReminder: build.mutation<AnswerOf<'chooseReminder'>, Chosen>({
      query: ({ eventId, minutes }) => call('chooseReminder', { params: { id: eventId }, body: { minutes } }),
      ...announces((_, payload) => ({ name: 'ownReminderUpdated', payload })),
    }),
    chooseReminderDefault: build.mutation<Success, BodyInputOf<'chooseReminderDefault'>>({
      query: (body) => call('chooseReminderDefault', { body }),
    }),
  }),
});
