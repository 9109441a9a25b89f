import { isConfigurationKey } from '@quorum/contracts/configuration/items.ts';
import { isRefusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { ReviewAction } from '@quorum/contracts/report/rules.ts';
import { cleanText } from '@quorum/contracts/text/hostile-text.ts';
import { type VisitCommand, visitDecider } from '@quorum/domain/admin/decider.ts';
import { adminStream } from '@quorum/domain/admin/events.ts';
import { configurationDecider } from '@quorum/domain/configuration/decider.ts';
import { configurationStream } from '@quorum/domain/configuration/events.ts';
import { type ReportCommand, reportDecider } from '@quorum/domain/report/decider.ts';
import { reportStream } from '@quorum/domain/report/events.ts';
import { userDecider } from '@quorum/domain/user/decider.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import type { User } from '@quorum/domain/user/user.ts';
import { deterministicUuid } from '@quorum/service-kit/deterministic-uuid.ts';
import type { AdminVisits } from '@quorum/service-kit/http/admission/admin-visits.ts';
import type { Call, Handlers } from '@quorum/service-kit/http/call.ts';
import { fileAddress } from '@quorum/service-kit/reads/media.ts';
import { replyDone, respond } from '../handling/answer.ts';
import { type CommandMetadata, metadataOf } from '../handling/command-metadata.ts';
import type { DecideContext } from '../handling/context.ts';
import { idInPath } from '../handling/row.ts';
import { messagesAround } from '../report/messages-around.ts';

type AdminRoutes = 'adminSignIn' | 'adminSignOut' | 'openReport' | 'reviewReport' | 'changeConfig';

type Administrator = { readonly username: string; readonly metadata: CommandMetadata };

/** The credentials in the headers have been checked before any handler is called. */
const administrator = (call: Call<AdminRoutes>): Administrator => ({
  username: String(call.raw.request.headers.username),
  metadata: { ...metadataOf(call), actorId: 'admin' },
});

const onVisit = ({ aggregates }: DecideContext, command: VisitCommand, { username, metadata }: Administrator) =>
  aggregates.handle({
    decider: visitDecider,
    stream: adminStream(command.visitId),
    command,
    metadata,
    facts: () => ({ actorId: username }),
  });

const person = ({ aggregates }: DecideContext, userId = ''): Promise<User> =>
  aggregates.load(userDecider, userStream(userId));

const onReport = (
  context: DecideContext,
  reportId: string,
  command: ReportCommand,
  { username, metadata }: Administrator,
) =>
  context.aggregates.handle({
    decider: reportDecider,
    stream: reportStream(reportId),
    command,
    metadata,
    facts: async ({ facts }) => ({
      actorId: username,
      reportedIsGone: (await person(context, facts?.reportedUserId)).status === 'deleted',
    }),
  });

const done: { readonly [A in ReviewAction]: string } = {
  allow: 'Report reviewed. No action was taken.',
  remove_message: 'Report reviewed. The message was removed.',
  ban_user: 'Report reviewed. The user was banned.',
};

export const adminHandlers = (context: DecideContext, visits: Pick<AdminVisits, 'tokenOf'>) =>
  ({
    adminSignIn: async (call) => {
      const who = administrator(call);
      const visitId = deterministicUuid(`admin visit ${who.metadata.commandId}`);
      const signedIn = await onVisit(context, { type: 'SignIn', visitId }, who);
      return respond(signedIn, () => ({ visitId, username: who.username, token: visits.tokenOf(visitId) }));
    },
    adminSignOut: (call) =>
      replyDone(onVisit(context, { type: 'SignOut', visitId: call.body.visitId }, administrator(call))),
    /** Looking at the evidence is itself recorded. */
    openReport: async (call) => {
      const reportId = idInPath(call.params.id, 'report/not-found');
      if (isRefusal(reportId)) return reportId;
      const opened = await onReport(context, reportId, { type: 'OpenReport' }, administrator(call));
      return respond(opened, async ({ state: { facts } }) => {
        const fileUrl = facts?.file == null ? null : fileAddress(facts.file.fileId);
        const [reporter, reported, around] = await Promise.all([
          person(context, facts?.reporterId),
          person(context, facts?.reportedUserId),
          messagesAround(context, facts?.messageId),
        ]);
        const phoneNumbers = { reportedBy: reporter.phone ?? '', reportedUser: reported.phone ?? '' };
        return { evidence: { fileUrl }, around, phoneNumbers };
      });
    },
    /** A process manager carries out the decision. */
    reviewReport: async (call) => {
      const { reportId, action, adminNotes } = call.body;
      const command = { type: 'ReviewReport', action, notes: cleanText(adminNotes) } as const;
      return respond(await onReport(context, reportId, command, administrator(call)), () => ({
        message: done[action],
      }));
    },
    changeConfig: async (call) => {
      const { key } = call.params;
      if (!isConfigurationKey(key)) return refuse('config/unknown');
      const { username, metadata } = administrator(call);
      const changed = await context.aggregates.handle({
        decider: configurationDecider,
        stream: configurationStream(key),
        command: { type: 'SetValue', key, value: call.body.value },
        metadata,
        facts: () => ({ actorId: username }),
      });
      return respond(changed, () => ({ message: 'Configuration updated successfully' }));
    },
  }) satisfies Partial<Handlers<'command'>>;
