import { entryStream } from '@quorum/contracts/events/entry.ts';
import { groupStream } from '@quorum/contracts/events/group.ts';
import { messageStream } from '@quorum/contracts/events/message.ts';
import { reportStream } from '@quorum/contracts/events/report.ts';
import { cleanText } from '@quorum/contracts/text/hostile-text.ts';
import type { Refusal } from '@quorum/contracts/wire/refusals.ts';
import type { BodyOf } from '@quorum/contracts/wire/routes.ts';
import { entryAggregate } from '../domain/entry/entry.ts';
import { groupAggregate, standing } from '../domain/group/group.ts';
import { type Message, messageAggregate } from '../domain/message/message.ts';
import { decideReport, type Report, reportAggregate } from '../domain/report/report.ts';
import type { Accepted } from './aggregates.ts';
import { type Cause, type Context, metadataOf } from './context.ts';
import { withItsEntry } from './messages.ts';

/** What the reported message said: its text, the name of its file, or the texts of the entry that it announces. */
const evidenceOf = async ({ aggregates }: Context, message: Message): Promise<string | null> => {
  if (message.kind !== 'entry') return message.text || message.fileName;
  const { name, description, location } = await aggregates.load(entryAggregate, entryStream(message.id));
  return [name, description, location].filter(Boolean).join('\n');
};

/** Reports a message; its words are frozen with the report. */
export const reportMessage = (
  context: Context,
  body: BodyOf<'report'>,
  cause: Cause,
): Promise<Accepted<Report> | Refusal> => {
  const { aggregates, clock, uuidFrom } = context;
  const reportId = uuidFrom(`report ${cause.actorId} ${body.messageId}`);
  return aggregates.handle(reportAggregate, reportStream(reportId), metadataOf(cause), async (report) => {
    const message = await withItsEntry(context, await aggregates.load(messageAggregate, messageStream(body.messageId)));
    const group = await aggregates.load(groupAggregate, groupStream(message.groupId || 'none'));
    const { reason, description } = body;
    return decideReport(report, message, standing(group, cause.actorId), clock.now(), {
      reportId,
      reason,
      description: cleanText(description),
      evidence: await evidenceOf(context, message),
    });
  });
};
