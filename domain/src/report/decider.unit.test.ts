import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../event-catalogue.ts';
import { type Message, messageDecider } from '../message/decider.ts';
import { givenWhenThen } from '../testing/given-when-then.ts';
import { recorded } from '../testing/recorded-events.ts';
import { type ReportCommand, reportDecider } from './decider.ts';

const [ada, ben, group, id, reportId] = [
  '00000000-0000-4000-8000-00000000000a',
  '00000000-0000-4000-8000-00000000000b',
  '00000000-0000-4000-8000-00000000000c',
  '00000000-0000-4000-8000-00000000000d',
  '00000000-0000-4000-8000-00000000000e',
] as const;
const { given } = givenWhenThen(reportDecider);

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
  recorded(events).reduce(messageDecider.evolve, messageDecider.initial);
const message = messageAfter(posted);
const deleted = messageAfter(posted, {
  type: 'MessageDeleted',
  data: { messageId: id, groupId: group, senderId: ada, by: ada },
});

const statement = {
  reportId,
  reason: 'harassment' as const,
  description: 'See for yourself',
  evidence: 'Rude',
  file: null,
  fileName: null,
  entry: null,
};
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
const report: ReportCommand = { type: 'ReportMessage', statement };
const byBen = (about: Message) => ({ actorId: ben, message: about });

describe('reporting a message', () => {
  it('a report freezes the words, kind and time of its message (OPEN-097)', () => {
    given().when(report, byBen(message)).then(reported);
  });

  it('a report of the same message is refused a second time, even after the message was deleted (OPEN-097)', () => {
    given(reported).when(report, byBen(message)).thenRefused('report/already-open');
    given(reported).when(report, byBen(deleted)).thenRefused('report/already-open');
  });

  it('a report is refused once its reporter has sent 50 in a day', () => {
    given()
      .when(report, { ...byBen(message), reportedRecently: 49 })
      .then(reported);
    given()
      .when(report, { ...byBen(message), reportedRecently: 50 })
      .thenRefused('report/too-many-today');
    given(reported)
      .when(report, { ...byBen(message), reportedRecently: 50 })
      .thenRefused('report/already-open');
  });

  it('a report requires a message that exists and is not deleted', () => {
    given().when(report, byBen(messageDecider.initial)).thenRefused('message/not-found');
    given().when(report, byBen(deleted)).thenRefused('message/deleted');
  });
});

describe('deciding on a report', () => {
  const about = { reportId, messageId: id, groupId: group, reporterId: ben, reportedUserId: ada };
  const byRoot = { actorId: 'root' };
  const review = { type: 'ReviewReport', action: 'allow', notes: 'Fine' } satisfies ReportCommand;
  const reviewed: DomainEvent = {
    type: 'ReportReviewed',
    data: { ...about, action: 'allow', by: 'root', notes: 'Fine' },
  };
  const closing = { reason: 'message-removed' as const, decidedWith: id, by: 'root' };
  const close: ReportCommand = { type: 'CloseReport', closing };
  const closed: DomainEvent = { type: 'ReportClosed', data: { ...about, ...closing } };

  it('a decision on a report records the action, who took it and why (AUDIT-02)', () => {
    given(reported).when(review, byRoot).then(reviewed);
    given().when(review, byRoot).thenRefused('report/not-found');
  });

  it('a decision on a report is final: a second one is refused with who decided and when', () => {
    for (const decision of [reviewed, closed]) {
      const state = given(reported, decision).state();
      expect(reportDecider.decide({ ...review, action: 'ban_user' }, state, byRoot)).toEqual({
        refused: 'report/already-decided',
        values: { by: 'root', at: 'May 14, 2026 at 2:42 PM UTC' },
      });
    }
  });

  it('a decision on a report bans nobody whose account is deleted, and leaves the report open for another one (PERM-29)', () => {
    const gone = { ...byRoot, reportedIsGone: true };
    given(reported)
      .when({ ...review, action: 'ban_user' }, gone)
      .thenRefused('report/account-gone');
    given(reported).when(review, gone).then(reviewed);
    given(reported, reviewed)
      .when({ ...review, action: 'ban_user' }, gone)
      .thenRefused('report/already-decided');
  });

  it('a decision on a report settles another report only if that one is still pending', () => {
    given(reported).when(close, byRoot).then(closed);
    given(reported, reviewed).when(close, byRoot).then();
    given().when(close, byRoot).thenRefused('report/not-found');
  });

  it('every look at the evidence of a report is recorded, even after the decision', () => {
    const opened: DomainEvent = { type: 'ReportOpened', data: { ...about, by: 'root' } };
    given(reported).when({ type: 'OpenReport' }, byRoot).then(opened);
    given(reported, reviewed).when({ type: 'OpenReport' }, byRoot).then(opened);
    given().when({ type: 'OpenReport' }, byRoot).thenRefused('report/not-found');
  });
});
