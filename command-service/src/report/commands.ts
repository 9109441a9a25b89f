import { limits } from '@quorum/contracts/kernel/limits.ts';
import type { OnMessage } from '@quorum/contracts/kernel/permissions.ts';
import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { cleanText } from '@quorum/contracts/text/hostile-text.ts';
import { DAY_MS } from '@quorum/contracts/time/instant.ts';
import { entryDecider } from '@quorum/domain/entry/decider.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import { standing } from '@quorum/domain/group/group.ts';
import { type Message, messageDecider } from '@quorum/domain/message/decider.ts';
import { messageStream } from '@quorum/domain/message/events.ts';
import { pollDecider } from '@quorum/domain/poll/decider.ts';
import { pollStream } from '@quorum/domain/poll/events.ts';
import { type ReportFacts, reportDecider, type Statement } from '@quorum/domain/report/decider.ts';
import { reportStream } from '@quorum/domain/report/events.ts';
import { deterministicUuid } from '@quorum/service-kit/deterministic-uuid.ts';
import type { Call, Handlers } from '@quorum/service-kit/http/call.ts';
import { reportView } from '@quorum/service-kit/reads/report.ts';
import { respond } from '../handling/answer.ts';
import { metadataOf } from '../handling/command-metadata.ts';
import type { DecideContext } from '../handling/context.ts';
import { withItsEntry } from '../message/commands.ts';

const joined = (...texts: readonly (string | null)[]): string => texts.filter(Boolean).join('\n');

/** The content of the reported message: its text, its file, or the entry or poll that it announces, also in words. */
const evidenceOf = async (
  { aggregates }: DecideContext,
  { kind, id, text, file, fileName }: Message,
): Promise<Pick<Statement, 'evidence' | 'file' | 'fileName' | 'entry'>> => {
  if (kind === 'poll') {
    const { name, description, location } = await aggregates.load(pollDecider, pollStream(id));
    return { evidence: joined(name, description, location), file: null, fileName: null, entry: null };
  }
  if (kind !== 'entry') return { evidence: text || fileName, file, fileName, entry: null };
  const { name, description, location, startsAt, endsAt } = await aggregates.load(entryDecider, entryStream(id));
  return {
    evidence: joined(name, description, location),
    file: null,
    fileName: null,
    entry: { name, description, location, startsAt, endsAt },
  };
};

/** Counted in the read models, so a burst may exceed the limit by the reports that have not reached them yet. */
const countReports = ({ reads, clock }: DecideContext, reporterId: string): Promise<number> => {
  const range = { field: 'createdAt', from: new Date(clock.now() - DAY_MS).toISOString() };
  return reads.active.count('reports', { where: { reporterId }, range }, limits.newReportsPerDay);
};

/** The reported message, the reporter's standing in its group, and how much they reported recently. */
const factsOf = async (
  context: DecideContext,
  message: Message,
  actorId: string,
): Promise<(OnMessage & ReportFacts) | Refusal> => {
  if (message.status === 'none') return refuse('message/not-found');
  const group = await context.aggregates.load(groupDecider, groupStream(message.groupId));
  const { senderId, postedAt } = message;
  const at = { senderId, postedAt: Date.parse(postedAt), now: context.clock.now() };
  const reportedRecently = await countReports(context, actorId);
  return { ...standing(group, actorId), ...at, message: await withItsEntry(context, message), reportedRecently };
};

type Known = { readonly reportId: string; readonly expectNew: boolean };

/**
 * The open report of a message by a person; it may not exist yet. After a decision, the next report gets a new id, so that the
 * decision stays with what it was about. A repeat of a command finds its own report.
 */
const undecided = async (
  { aggregates }: DecideContext,
  { actor, body, commandId }: Pick<Call<'report'>, 'actor' | 'body' | 'commandId'>,
): Promise<Known> => {
  for (let seed = `report ${actor.userId} ${body.messageId}`; ; ) {
    const reportId = deterministicUuid(seed);
    const stream = reportStream(reportId);
    const { status } = await aggregates.load(reportDecider, stream);
    if (status !== 'decided' || (await aggregates.knows(reportDecider, stream, commandId)))
      return { reportId, expectNew: status === 'none' };
    seed = `report after ${reportId}`;
  }
};

/** Reports a message. Its content is frozen with the report. */
export const reportCommands = (context: DecideContext) =>
  ({
    report: async (call, permission) => {
      const { aggregates } = context;
      const { messageId, reason, description } = call.body;
      const { userId } = call.actor;
      const { reportId, expectNew } = await undecided(context, call);
      const message = await aggregates.load(messageDecider, messageStream(messageId));
      const shown = await evidenceOf(context, message);
      const outcome = await aggregates.handle({
        decider: reportDecider,
        stream: reportStream(reportId),
        command: {
          type: 'ReportMessage',
          statement: { reportId, reason, description: cleanText(description), ...shown },
        },
        metadata: metadataOf(call),
        permission,
        facts: () => factsOf(context, message, userId),
        expectNew,
      });
      return respond(outcome, ({ state: { facts, createdAt } }) =>
        facts === undefined ? refuse('message/not-found') : { report: reportView(facts, createdAt) },
      );
    },
  }) satisfies Partial<Handlers<'command'>>;
