import { isRefusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import type { Handlers } from '@quorum/service-kit/call.ts';
import type { Context } from '../application/context.ts';
import { reportMessage } from '../application/reports.ts';
import { causeOf } from './cause.ts';

export const reportHandlers = (context: Context): Pick<Handlers<'command'>, 'report'> => ({
  report: async (call) => {
    const reported = await reportMessage(context, call.body, causeOf(call));
    if (isRefusal(reported)) return reported;
    const { facts, createdAt } = reported.state;
    if (facts === undefined) return refuse('message/not-found');
    const { reportId, reason, description, messageId, messageKind, evidence, messagePostedAt } = facts;
    const message = { _id: messageId, type: messageKind, content: evidence ?? '', createdAt: messagePostedAt };
    return {
      body: { report: { _id: reportId, createdAt, reason, description: description ?? '', messageId: message } },
      position: reported.position,
    };
  },
});
