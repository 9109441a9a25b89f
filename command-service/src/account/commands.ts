import { emailBody } from '@quorum/contracts/account/wire.ts';
import { isRefusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { cleanLine } from '@quorum/contracts/text/hostile-text.ts';
import { sessionDecider } from '@quorum/domain/session/decider.ts';
import { sessionStream } from '@quorum/domain/session/events.ts';
import { userDecider } from '@quorum/domain/user/decider.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import type { User } from '@quorum/domain/user/user.ts';
import type { Actor, Handlers } from '@quorum/service-kit/http/call.ts';
import type { Accepted } from '../handling/aggregates.ts';
import { done, replyDone, replyWith } from '../handling/answer.ts';
import { metadataOf } from '../handling/command-metadata.ts';
import type { PhoneContext } from '../handling/context.ts';
import { commandsOn } from '../handling/row.ts';
import { changePhone, requestPhoneChange, schedulePhoneChange, stopByLink } from '../phone/change-phone.ts';
import { answerUser } from './answer.ts';
import type { UserOutcome } from './change-user.ts';

/** A session's id is the hash of its token. */
const SESSION_ID = /^[\w-]{43}$/;

const self = ({ actor }: { readonly actor: Actor }): string => actor.userId;

const changeName = (body: { readonly firstName: string; readonly lastName: string }) => {
  const [firstName, lastName] = [cleanLine(body.firstName), cleanLine(body.lastName)];
  // A name of only invisible characters counts as empty.
  if (firstName === '' || lastName === '')
    return refuse('request/invalid', { text: 'First name and last name are required' });
  return { type: 'ChangeName' as const, firstName, lastName };
};

const changeEmail = (body: { readonly email: string }) => {
  // Without its hidden characters it may not be an address.
  const cleaned = emailBody.safeParse({ email: cleanLine(body.email) });
  return cleaned.success
    ? { type: 'ChangeEmail' as const, email: cleaned.data.email }
    : refuse('request/invalid', { text: 'Please enter a valid email address' });
};

/** Commands on the caller's own account and sessions. */
export const accountCommands = (context: PhoneContext) => {
  const { aggregates, clock } = context;
  const onUser = commandsOn(aggregates, {
    decider: userDecider,
    stream: userStream,
    missing: 'user/not-found',
    facts: () => ({ now: clock.now() }),
  });
  const onSession = commandsOn(aggregates, {
    decider: sessionDecider,
    stream: sessionStream,
    missing: 'session/not-found',
    facts: (_session, _command, actorId) => ({ actorId, now: clock.now() }),
  });
  const shown = async ({ state }: Accepted<User>) => ({ user: await answerUser(context, state) });

  return {
    updateEmail: onUser({
      id: self,
      command: ({ body }) => changeEmail(body),
      answer: shown,
    }),
    updateName: onUser({
      id: self,
      command: ({ body }) => changeName(body),
      answer: shown,
    }),
    completeProfile: onUser({ id: self, command: () => ({ type: 'CompleteProfile' }), answer: shown }),
    cancelPhoneChange: onUser({
      id: self,
      command: () => ({ type: 'StopPhoneChange', reason: 'account' }),
      answer: shown,
    }),
    // A process manager erases the account's data.
    deleteAccount: onUser({
      id: self,
      command: () => ({ type: 'DeleteAccount', reason: 'own-wish' }),
      answer: done,
    }),
    endOtherSessions: onUser({
      id: self,
      command: ({ actor }) => ({ type: 'EndOtherSessions', sessionId: actor.sessionId }),
      answer: done,
    }),
    logout: onSession({
      id: ({ actor }) => actor.sessionId,
      command: () => ({ type: 'EndSession', reason: 'logout' }),
      answer: done,
    }),
    endSession: onSession({
      id: ({ params: { id = '' } }) => (SESSION_ID.test(id) ? id : refuse('session/not-found')),
      command: ({ actor }, sessionId) => ({
        type: 'EndSession',
        reason: sessionId === actor.sessionId ? 'logout' : 'revoked',
      }),
      answer: done,
    }),
  } satisfies Partial<Handlers<'command'>>;
};

export const accountHandlers = (context: PhoneContext) => {
  const replyUser = (command: Promise<UserOutcome>) =>
    replyWith('user', command, ({ state }) => answerUser(context, state));
  return {
    updatePhone: async (call) => {
      const { phoneNumber: phone, verificationCode: code, currentCode } = call.body;
      const { actor, address, origin } = call;
      const metadata = metadataOf(call);
      if (code === undefined) {
        const sent = await requestPhoneChange(context, phone, address, metadata);
        return isRefusal(sent) ? sent : { status: 202, body: { verificationRequired: true }, position: sent.position };
      }
      const change = { phone, code, sessionId: actor.sessionId, address };
      if (currentCode !== undefined) return replyUser(changePhone(context, { ...change, currentCode }, metadata));
      const scheduled = await schedulePhoneChange(context, { ...change, origin }, metadata);
      if (isRefusal(scheduled)) return scheduled;
      const { effectiveAt, position } = scheduled;
      return { status: 202, body: { effectiveAt }, position };
    },
    stopPhoneChange: (call) => replyDone(stopByLink(context, call.body.token, metadataOf(call))),
  } satisfies Partial<Handlers<'command'>>;
};
