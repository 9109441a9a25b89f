import { isConfigurationKey } from '@quorum/contracts/configuration/items.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { ReviewAction } from '@quorum/contracts/report/choices.ts';
import { type Configuration, configurationDecider } from '@quorum/domain/configuration/decider.ts';
import { configurationStream } from '@quorum/domain/configuration/events.ts';
import { userDecider } from '@quorum/domain/user/decider.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import type { Call, Handlers } from '@quorum/service-kit/http/call.ts';
import { linkTo } from '@quorum/service-kit/reads/links.ts';
import type { Accepted } from '../handling/aggregates.ts';
import { causeOf } from '../handling/cause.ts';
import type { Context } from '../handling/context.ts';
import { replyDone } from '../handling/respond.ts';
import { idInPath } from '../handling/row.ts';
import { openReport, reviewReport } from '../report/review.ts';
import { type Administrator, signIn, signOut, visitIdOf } from './visit.ts';

const changeConfiguration = async (
  { aggregates }: Pick<Context, 'aggregates'>,
  setting: { readonly key: string | undefined; readonly value: string },
  { username, cause }: Administrator,
): Promise<Accepted<Configuration> | Refusal> => {
  const { key, value } = setting;
  if (!isConfigurationKey(key)) return refuse('config/unknown');
  return aggregates.handle({
    decider: configurationDecider,
    stream: configurationStream(key),
    command: { type: 'SetValue', key, value },
    cause,
    facts: () => ({ actorId: username }),
  });
};

type AdminRoutes = 'adminSignIn' | 'adminSignOut' | 'openReport' | 'reviewReport' | 'changeConfig';

/** The credentials in the headers have been checked before any handler is called. */
const administrator = (call: Call<AdminRoutes>): Administrator => ({
  username: String(call.raw.request.headers.username),
  cause: { ...causeOf(call), actorId: 'admin' },
});

const numberOf = async ({ aggregates }: Pick<Context, 'aggregates'>, userId = ''): Promise<string> =>
  (await aggregates.load(userDecider, userStream(userId))).phone ?? '';

const done: { readonly [A in ReviewAction]: string } = {
  allow: 'Report reviewed. No action was taken.',
  remove_message: 'Report reviewed. The message was removed.',
  ban_user: 'Report reviewed. The user was banned.',
};

export const adminHandlers = (context: Context): Pick<Handlers<'command'>, AdminRoutes> => ({
  adminSignIn: async (call) => {
    const who = administrator(call);
    const visitId = visitIdOf(who.cause);
    const signedIn = await signIn(context, visitId, who);
    if (isRefusal(signedIn)) return signedIn;
    return { body: { visitId, username: who.username }, position: signedIn.position };
  },
  adminSignOut: (call) => replyDone(signOut(context, call.body.visitId, administrator(call))),
  openReport: async (call) => {
    const reportId = idInPath(call.params.id, 'report/not-found');
    if (isRefusal(reportId)) return reportId;
    const opened = await openReport(context, reportId, administrator(call));
    if (isRefusal(opened)) return opened;
    const { facts } = opened.state;
    const fileUrl = facts?.file == null ? null : linkTo(context, { kind: 'admin' })(facts.file.fileId);
    const [reportedBy, reportedUser] = await Promise.all([
      numberOf(context, facts?.reporterId),
      numberOf(context, facts?.reportedUserId),
    ]);
    return { body: { evidence: { fileUrl }, phoneNumbers: { reportedBy, reportedUser } }, position: opened.position };
  },
  reviewReport: async (call) => {
    const reviewed = await reviewReport(context, call.body, administrator(call));
    return isRefusal(reviewed) ? reviewed : { body: { message: done[call.body.action] }, position: reviewed.position };
  },
  changeConfig: async (call) => {
    const setting = { key: call.params.key, value: call.body.value };
    const changed = await changeConfiguration(context, setting, administrator(call));
    return isRefusal(changed)
      ? changed
      : { body: { message: 'Configuration updated successfully' }, position: changed.position };
  },
});
