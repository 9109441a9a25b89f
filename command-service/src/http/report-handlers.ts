import type { Handlers } from '@quorum/service-kit/call.ts';
import { answerReport } from '../application/answers.ts';
import type { Context } from '../application/context.ts';
import { reportMessage } from '../application/reports.ts';
import { causeOf } from './cause.ts';
import { replyWith } from './reply.ts';

export const reportHandlers = (context: Context): Pick<Handlers<'command'>, 'report'> => ({
  report: (call) => replyWith('report', reportMessage(context, call.body, causeOf(call)), answerReport),
});
