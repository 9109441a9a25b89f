import type { DomainEvent } from '@quorum/contracts/events/catalogue.ts';
import { defaultGroupSettings } from '@quorum/contracts/events/group.ts';
import { testDecider } from '@quorum/contracts/testing/decider-testing.ts';
import { recorded } from '@quorum/contracts/testing/projection-testing.ts';
import { describe, it } from 'vitest';
import { type Message, messageAggregate } from '../message/message.ts';
import { decideReport, reportAggregate } from './report.ts';

const [ada, ben, group, id, reportId] = [
  '00000000-0000-4000-8000-00000000000a',
  '00000000-0000-4000-8000-00000000000b',
  '00000000-0000-4000-8000-00000000000c',
  '00000000-0000-4000-8000-00000000000d',
  '00000000-0000-4000-8000-00000000000e',
] as const;
const { given } = testDecider(reportAggregate);

const posted: DomainEvent = {
  type: 'MessagePosted',
  data: {
    messageId: id,
    groupId: group,
    senderId: ada,
    kind: 'text',
    text: 'Rude',
    replyTo: null,
    file: null,
    fileName: null,
  },
};
const messageAfter = (...events: DomainEvent[]): Message =>
  recorded(events).reduce(messageAggregate.evolve, messageAggregate.initial());
const message = messageAfter(posted);
const deleted = messageAfter(posted, {
  type: 'MessageDeleted',
  data: { messageId: id, groupId: group, senderId: ada, by: ada },
});

const asking = { actorId: ben, role: 'member' as const, settings: defaultGroupSettings };
const statement = { reportId, reason: 'harassment' as const, description: 'See for yourself', evidence: 'Rude' };
const reported: DomainEvent = {
  type: 'MessageReported',
  data: {
    ...statement,
    messageId: id,
    groupId: group,
    reporterId: ben,
    reportedUserId: ada,
    messageKind: 'text',
    messagePostedAt: message.postedAt,
  },
};
const report =
  (about: Message, who: { actorId: string; role: 'member' | undefined } = asking) =>
  (state: ReturnType<typeof reportAggregate.initial>) =>
    decideReport(state, about, { ...asking, ...who }, 0, statement);

describe('reporting a message', () => {
  it('freezes its words, kind and time with the report (OPEN-097)', () => {
    given().when(report(message)).then(reported);
  });

  it('again is refused, also once the message is deleted (OPEN-097)', () => {
    given(reported).when(report(message)).thenRefused('report/already-open');
    given(reported).when(report(deleted)).thenRefused('report/already-open');
  });

  it('is for members, about messages of others that are there', () => {
    given()
      .when(report(message, { actorId: ada, role: 'member' }))
      .thenRefused('report/own-message');
    given()
      .when(report(message, { actorId: ben, role: undefined }))
      .thenRefused('message/not-found');
    given().when(report(messageAggregate.initial())).thenRefused('message/not-found');
    given().when(report(deleted)).thenRefused('message/deleted');
  });
});
