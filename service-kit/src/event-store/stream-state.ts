import { visitDecider } from '@quorum/domain/admin/decider.ts';
import { attemptsDecider } from '@quorum/domain/attempts/decider.ts';
import { configurationDecider } from '@quorum/domain/configuration/decider.ts';
import type { Fold } from '@quorum/domain/decider.ts';
import { entryDecider } from '@quorum/domain/entry/decider.ts';
import { fileDecider } from '@quorum/domain/file/decider.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { joinCodeDecider } from '@quorum/domain/join-code/decider.ts';
import { messageDecider } from '@quorum/domain/message/decider.ts';
import { phoneReservationDecider } from '@quorum/domain/phone/decider.ts';
import { pollDecider } from '@quorum/domain/poll/decider.ts';
import { preferencesDecider } from '@quorum/domain/preferences/decider.ts';
import { readingDecider } from '@quorum/domain/reading/decider.ts';
import { reportDecider } from '@quorum/domain/report/decider.ts';
import { sessionDecider } from '@quorum/domain/session/decider.ts';
import { smsBudgetDecider } from '@quorum/domain/sms-budget/decider.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { userDecider } from '@quorum/domain/user/decider.ts';
import { verificationDecider } from '@quorum/domain/verification/decider.ts';

type Events = readonly StoredEvent[];

const folding =
  <S>({ initial, evolve }: Fold<S>) =>
  (events: Events): unknown =>
    events.reduce(evolve, initial);

/** Folds by the prefix of the stream name. These are the same folds that decisions use. */
const folds: { readonly [category: string]: (events: Events) => unknown } = {
  user: folding(userDecider),
  group: folding(groupDecider),
  entry: folding(entryDecider),
  poll: folding(pollDecider),
  message: folding(messageDecider),
  report: folding(reportDecider),
  file: folding(fileDecider),
  preferences: folding(preferencesDecider),
  reading: folding(readingDecider),
  config: folding(configurationDecider),
  session: folding(sessionDecider),
  verification: folding(verificationDecider),
  phone: folding(phoneReservationDecider),
  joincode: folding(joinCodeDecider),
  attempts: folding(attemptsDecider),
  sms: folding(smsBudgetDecider),
  admin: folding(visitDecider),
};

const asJson = (_name: string, value: unknown): unknown => {
  if (value instanceof Map) return Object.fromEntries(value);
  return value instanceof Set ? [...value] : value;
};

/** The state of a stream as JSON; undefined for a kind of stream without a decider. */
export const streamState = (stream: string, events: Events): unknown => {
  const fold = folds[stream.split('-', 1)[0] ?? ''];
  return fold === undefined ? undefined : JSON.parse(JSON.stringify(fold(events), asJson));
};
