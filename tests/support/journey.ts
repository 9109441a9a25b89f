import { expect } from 'vitest';
import { fileForm } from './file-form.ts';
import { FollowingClient } from './following-client.ts';
import { createGroup, joinGroup, type Reachable, signUp } from './product.ts';

/**
 * Two people sign up, share a group, plan, chat and send a file, and each sees the other's changes at once, over real HTTP and sockets.
 * Needs only an address.
 */
export const liveJourney = async (place: Reachable): Promise<void> => {
  const maya = await signUp(place, { firstName: 'Maya', lastName: 'Okafor' });
  const tom = await signUp(place, { firstName: 'Tom', lastName: 'Lind' });
  const { group, inviteCode } = await createGroup(maya);
  const groupId = group._id;
  const [mayas, toms] = await Promise.all([
    FollowingClient.connect(place, maya.token),
    FollowingClient.connect(place, tom.token),
  ]);
  /** The state after a change, once it is shown. */
  const shown = async (client: FollowingClient, name: string) => {
    const find = () => client.applied.findLast((received) => received.name === name)?.payload;
    await client.until(() => find() !== undefined, name);
    return find();
  };
  try {
    await joinGroup(tom, inviteCode);
    expect(await shown(mayas, 'memberJoined')).toMatchObject({ userId: tom.userId });
    const { members } = await tom.must('groupMembers', { params: { id: groupId } });
    expect(members.map(({ userId }) => userId.firstName).sort()).toEqual(['Maya', 'Tom']);

    // Typing is shown to members with the group open.
    for (const client of [mayas, toms]) await client.socket.emitWithAck('joinGroup', groupId);
    mayas.socket.emit('typing', { groupId, userName: 'Maya' });
    await toms.until(() => toms.uncounted.some(({ name }) => name === 'userTyping'), 'typing');

    const { message } = await maya.must('sendMessage', { body: { groupId, content: 'Hello there' } });
    expect(await shown(toms, 'newMessage')).toMatchObject({
      content: 'Hello there',
      senderId: { firstName: 'Maya' },
    });
    const mark = { groupId, messageId: message._id, order: message.order };
    toms.socket.emit('read', mark);
    await toms.until(() => toms.uncounted.some(({ name }) => name === 'userRead'), 'the read mark');
    await tom.must('addReaction', { params: { id: message._id }, body: { emoji: '🎉' } });
    await shown(mayas, 'messageReaction');

    const body = {
      name: 'Regatta',
      date: '2030-05-14',
      time: '9:30',
      duration: 90,
      groupId,
      timeZone: 'America/Chicago',
    };
    const { event } = await maya.must('createEvent', { body });
    expect(event).toMatchObject({ startsAt: '2030-05-14T14:30:00.000Z', endsAt: '2030-05-14T16:00:00.000Z' });
    expect(await shown(toms, 'eventCreated')).toMatchObject({ groupId });
    await toms.until(() => toms.applied.some(({ payload }) => payload.isEvent === true), 'the card of the event');

    const text = 'Bring a jacket.\n'.repeat(100);
    const notes = new File([text], 'notes.txt', { type: 'text/plain' });
    const sent = await tom.must('sendFile', { form: fileForm('file', notes, { groupId }) });
    const file = await tom.file(sent.message.fileUrl);
    expect(await file.text()).toBe(text);

    const { messages } = await tom.must('messages', { params: { groupId } });
    expect(messages.map(({ isEvent }) => isEvent)).toEqual([false, true, false]);
    expect(messages[0]?.reactions).toMatchObject([{ emoji: '🎉' }]);
    const query = { groupId, startDate: '2030-05-01', endDate: '2030-05-31' };
    const { events } = await tom.must('events', { query });
    expect(events.map(({ name }) => name)).toEqual(['Regatta']);
  } finally {
    mayas.close();
    toms.close();
  }
};
