import type { EventView } from '@quorum/contracts/entry/wire.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { decodeEventMessage } from '@quorum/contracts/text/event-markers.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { describe, expect, it } from 'vitest';
import { may, RowingClub } from './rowing-club.ts';

const club = new RowingClub();

/** The event without the answers, as the chat has it. */
const unanswered = ({ attendance, mine, ...event }: EventView) => event;

describe('an event', () => {
  it('an event contains what was given, the group as the server knows it, and its creator (API-12, API-40, EVENT-24, LIMIT-06)', async () => {
    const event = await club.plan(club.member, {
      description: 'All boats',
      location: 'Lake',
      groupName: 'Another name',
    });
    expect(event).toMatchObject({
      name: 'Regatta',
      description: 'All boats',
      location: 'Lake',
      date: '2030-05-14',
      time: '09:30',
      timeZone: 'America/New_York',
      duration: 60,
      startsAt: '2030-05-14T13:30:00.000Z',
      endsAt: '2030-05-14T14:30:00.000Z',
      groupId: club.groupId,
      groupName: 'Rowing club',
      isMyQEvent: false,
      createdBy: club.member.userId,
      creator: { _id: club.member.userId, firstName: 'Tom', lastName: 'Lind' },
      revision: 0,
    });
    expect(event._id).toBe(event.id);
    expect(await club.list(club.member, { groupId: club.groupId, ...may('2030-05-14', '2030-05-14') })).toEqual([
      event,
    ]);
  });

  it.each([
    [
      'across midnight',
      { date: '2030-05-14', time: '23:30', duration: 90 },
      '2030-05-15T03:30:00.000Z',
      '2030-05-15T05:00:00.000Z',
    ],
    [
      'over the lost hour',
      { date: '2030-03-10', time: '1:30', duration: 60 },
      '2030-03-10T06:30:00.000Z',
      '2030-03-10T07:30:00.000Z',
    ],
    [
      'in the lost hour',
      { date: '2030-03-10', time: '02:30', duration: 30 },
      '2030-03-10T07:30:00.000Z',
      '2030-03-10T08:00:00.000Z',
    ],
    [
      'over the repeated hour',
      { date: '2030-11-03', time: '0:30', duration: 120 },
      '2030-11-03T04:30:00.000Z',
      '2030-11-03T06:30:00.000Z',
    ],
    [
      'in another zone',
      { date: '2030-05-14', time: '9:05', timeZone: 'America/Los_Angeles' },
      '2030-05-14T16:05:00.000Z',
      '2030-05-14T17:05:00.000Z',
    ],
    [
      'in no zone but the configured one',
      { timeZone: undefined },
      '2030-05-14T14:30:00.000Z',
      '2030-05-14T15:30:00.000Z',
    ],
  ])('an event %s has the right instants (OPEN-052)', async (_, given, startsAt, endsAt) => {
    expect(await club.plan(club.owner, given)).toMatchObject({ startsAt, endsAt });
  });

  it.each([
    [{ name: '  ' }, 'Event name is required'],
    [{ name: '\u200b' }, 'Event name is required'],
    [{ name: 'x'.repeat(101) }, 'Please use at most 100 characters'],
    [{ description: 'x'.repeat(1001) }, 'Please use at most 1000 characters'],
    [{ location: 'x'.repeat(301) }, 'Please use at most 300 characters'],
    [{ date: undefined }, 'Date and time are required'],
    [{ time: undefined }, 'Date and time are required'],
    [{ date: '2030-02-30' }, 'This date does not exist'],
    [{ time: '24:00' }, 'Please use a time in the form HH:MM'],
    [{ duration: 0 }, 'Please choose a duration'],
    [{ duration: 1.5 }, 'Please choose a duration in whole minutes'],
    [{ timeZone: 'Mars/Base' }, 'This time zone is not known'],
    [{ timeZone: 'SystemV/EST5' }, 'This time zone is not known'],
    [{ timeZone: 'PST' }, 'This time zone is not known'],
  ])('an event with %j is refused (EVENT-10, EVENT-11, LIMIT-28)', async (given, text) => {
    const body = { name: 'Regatta', date: '2030-05-14', time: '9:30', groupId: club.groupId, ...given };
    const refused = await club.owner.call('createEvent', { body });
    expect([refused.status, refused.error]).toEqual([400, text]);
  });

  it.each(['Asia/Kolkata', 'US/Pacific', 'America/New_York'])(
    'an event keeps %s as its zone name (OPEN-052)',
    async (name) => {
      expect((await club.plan(club.owner, { timeZone: name })).timeZone).toBe(name);
    },
  );

  it('an event may last a minute or five days, and have texts of exactly the limit (LIMIT-28)', async () => {
    const [name, description, location] = ['n'.repeat(100), 'd'.repeat(1000), 'l'.repeat(300)];
    expect(await club.plan(club.owner, { name, description, location, duration: 1 })).toMatchObject({
      name,
      description,
      location,
      duration: 1,
    });
    expect((await club.plan(club.owner, { duration: 5 * 1440 })).endsAt).toBe('2030-05-19T13:30:00.000Z');
  });

  it('an event keeps hostile text as plain text', async () => {
    const event = await club.plan(club.owner, {
      name: '<script>alert(1)</script>\u202e',
      description: 'a\u200bb [EVENT_DATA]{}[/EVENT_DATA]',
    });
    expect(event.name).toBe('<script>alert(1)</script>');
    await until(async () => (await club.message(event.id)) !== undefined);
    const shared = decodeEventMessage((await club.message(event.id))?.content ?? '');
    expect(shared?.event).toMatchObject({ _id: event.id, name: event.name, description: event.description });
  });

  it('an event can be created by members whom the settings allow (PERM-11, API-40)', async () => {
    const settings = {
      allowMembersCreateEvents: false,
      allowMembersInvite: false,
      allowMembersEditGroupDetails: false,
    };
    await club.owner.must('changeGroupSettings', { params: { id: club.groupId }, body: settings });
    const body = { name: 'Regatta', date: '2030-05-14', time: '9:30', groupId: club.groupId };
    expect((await club.member.call('createEvent', { body })).status).toBe(403);
    expect((await club.stranger.call('createEvent', { body })).status).toBe(403);
    expect((await club.owner.call('createEvent', { body })).status).toBe(200);
    expect(await club.names(club.owner, { groupId: club.groupId, ...may('2030-05-14', '2030-05-14') })).toHaveLength(1);
  });
});

describe('changing an event', () => {
  it('changing an event is only for its creator, who sends what changes (API-43, API-44, EVENT-44, PERM-15)', async () => {
    const event = await club.plan(club.member);
    const params = { id: event.id };
    for (const other of [club.owner, club.stranger]) {
      const status = other === club.owner ? 403 : 404;
      expect((await other.call('changeEvent', { params, body: { name: 'Mine' } })).status).toBe(status);
    }
    expect((await club.stranger.call('deleteEvent', { params })).status).toBe(404);
    const { event: renamed } = await club.member.must('changeEvent', {
      params,
      body: { name: 'Race', location: 'River' },
    });
    expect(renamed).toMatchObject({
      ...unanswered(event),
      name: 'Race',
      location: 'River',
      revision: 1,
      placeRevision: 1,
    });
    const { event: moved } = await club.member.must('changeEvent', {
      params,
      body: { date: '2030-05-15', time: '7:05', duration: 45 },
    });
    expect(moved).toMatchObject({
      ...unanswered(renamed),
      date: '2030-05-15',
      time: '07:05',
      duration: 45,
      startsAt: '2030-05-15T11:05:00.000Z',
      endsAt: '2030-05-15T11:50:00.000Z',
      revision: 2,
    });
    expect(await club.list(club.member, { groupId: club.groupId, ...may('2030-05-15', '2030-05-15') })).toEqual([
      moved,
    ]);
    expect((await club.member.call('changeEvent', { params, body: {} })).status).toBe(400);
    expect((await club.member.call('changeEvent', { params, body: { name: ' ' } })).error).toBe(
      'Event name is required',
    );
  });

  it('deleting an event is for its creator and the owner of its group, and the chat names who did it (PERM-15)', async () => {
    const event = await club.plan(club.member);
    await club.owner.must('deleteEvent', { params: { id: event.id } });
    expect(await club.names(club.member, { groupId: club.groupId, ...may('2030-05-14', '2030-05-14') })).toEqual([]);
    const { notices } = await club.member.must('messages', { params: { groupId: club.groupId } });
    expect(notices.at(-1)).toMatchObject({ kind: 'cancelled', person: { _id: club.owner.userId } });
  });

  it('changing an event in two browsers at once is decided one after the other (CQRS-03)', async () => {
    const event = await club.plan(club.member);
    const params = { id: event.id };
    const answers = await Promise.all([
      club.member.must('changeEvent', { params, body: { name: 'Race' } }),
      club.member.must('changeEvent', { params, body: { location: 'River' } }),
      club.member.must('changeEvent', { params, body: { time: '10:00' } }),
    ]);
    expect(answers.map((answer) => answer.event.revision).sort()).toEqual([1, 2, 3]);
    const [now] = await club.list(club.member, { groupId: club.groupId, ...may('2030-05-14', '2030-05-14') });
    expect(now).toMatchObject({ name: 'Race', location: 'River', time: '10:00', revision: 3 });
  });

  it('changing an event while it is being deleted leaves it deleted', async () => {
    const event = await club.plan(club.member);
    const params = { id: event.id };
    const [deleted, changed] = await Promise.all([
      club.member.call('deleteEvent', { params }),
      club.member.call('changeEvent', { params, body: { name: 'Race' } }),
    ]);
    expect(deleted.status).toBe(200);
    expect([200, 404]).toContain(changed.status);
    expect(await club.names(club.member, { groupId: club.groupId, ...may('2030-05-14', '2030-05-14') })).toEqual([]);
    expect((await club.member.call('changeEvent', { params, body: { name: 'Race' } })).status).toBe(404);
  });

  it('an event shows the new name of its group without a change of its own (RT-15)', async () => {
    await club.plan(club.owner);
    await club.owner.must('changeGroupDetails', {
      params: { id: club.groupId },
      body: { name: 'Sailing club', description: 'x' },
    });
    const [event] = await club.list(club.owner, { groupId: club.groupId, ...may('2030-05-14', '2030-05-14') });
    expect(event?.groupName).toBe('Sailing club');
  });
});

describe('the card of an event in the chat', () => {
  const shown = async (id: string): Promise<MessageView> => {
    await until(async () => (await club.message(id)) !== undefined);
    return (await club.message(id)) as MessageView;
  };

  it('the card of an event is posted in the chat with it, contains its data, and follows its changes (EVENT-45, CHAT-24, CHAT-25)', async () => {
    const event = await club.plan(club.member);
    const message = await shown(event.id);
    expect(message).toMatchObject({
      type: 'text',
      isEvent: true,
      isDeleted: false,
      senderId: { _id: club.member.userId },
    });
    expect(message.content.split('\n', 1)).toEqual(['Created event: Regatta']);
    expect(decodeEventMessage(message.content)?.event).toEqual(unanswered(event));
    const { event: renamed } = await club.member.must('changeEvent', {
      params: { id: event.id },
      body: { name: 'Race' },
    });
    // Another person's write: the reader needs its position to see it for certain.
    expect(decodeEventMessage((await shown(event.id)).content)).toEqual({ name: 'Race', event: unanswered(renamed) });
  });

  it('the card of an event is deleted with it, then accepts no actions, and says that it was an event (API-45, CHAT-08, CHAT-23)', async () => {
    const event = await club.plan(club.member);
    await shown(event.id);
    const params = { id: event.id };
    await club.owner.must('addReaction', { params, body: { emoji: '🎉' } });
    await club.member.must('deleteEvent', { params });
    expect(await shown(event.id)).toMatchObject({
      isDeleted: true,
      isEvent: true,
      content: '[This message was deleted]',
      reactions: [],
    });
    expect((await club.owner.call('addReaction', { params, body: { emoji: '🎉' } })).status).toBe(409);
    expect(
      (await club.owner.call('sendMessage', { body: { groupId: club.groupId, content: 'See you', replyTo: event.id } }))
        .status,
    ).toBe(409);
    expect((await club.owner.call('report', { body: { messageId: event.id, reason: 'spam' } })).status).toBe(409);
  });

  it('the card of an event can be deleted alone while the event stays (CHAT-08)', async () => {
    const event = await club.plan(club.member);
    await shown(event.id);
    await club.owner.must('deleteMessage', { params: { id: event.id } });
    expect(await shown(event.id)).toMatchObject({ isDeleted: true, isEvent: true });
    expect(await club.names(club.owner, { groupId: club.groupId, ...may('2030-05-14', '2030-05-14') })).toEqual([
      'Regatta',
    ]);
    await club.member.must('changeEvent', { params: { id: event.id }, body: { name: 'Race' } });
    expect(await shown(event.id)).toMatchObject({ isDeleted: true });
  });

  it('the card of an event is not posted for a personal event', async () => {
    const event = await club.plan(club.member, { groupId: 'my-q' });
    const after = await club.plan(club.member);
    await shown(after.id);
    expect(await club.message(event.id)).toBeUndefined();
  });

  it('the card of an event shows the event in a reply to it (CHAT-16)', async () => {
    const event = await club.plan(club.member);
    await shown(event.id);
    const { message } = await club.owner.must('sendMessage', {
      body: { groupId: club.groupId, content: 'I am in', replyTo: event.id },
    });
    expect(message.replyTo?.isEvent).toBe(true);
    expect(decodeEventMessage(message.replyTo?.content ?? '')?.event).toMatchObject({
      name: 'Regatta',
      date: '2030-05-14',
      time: '09:30',
      duration: 60,
    });
    expect((await club.message(message._id))?.replyTo).toEqual(message.replyTo);
  });
});
