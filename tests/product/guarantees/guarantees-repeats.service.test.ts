import { randomUUID } from 'node:crypto';
import type { PollView } from '@quorum/contracts/poll/wire.ts';
import { describe, expect, it } from 'vitest';
import { fileForm } from '../../support/file-form.ts';
import { logOf } from '../../support/log-of.ts';
import { smallPicture } from '../../support/pictures.ts';
import { Client, createGroup, freshPhone, joinGroup, lastCode, signUp } from '../../support/product.ts';
import { pushTarget } from '../../support/push-target.ts';
import { sharedProduct } from '../../support/shared-product.ts';
import { COOLDOWN } from '../../support/sign-in.ts';
import { proposal } from './permission-table.ts';
import { repeatingOn, run } from './repeats-alike.ts';

/** Frozen clock: the signed address of a file in an answer is renewed every few minutes. */
let now = 1_800_000_000_000;
const clock = {
  now: () => now,
  moveOn: (milliseconds: number) => {
    now += milliseconds;
  },
};
// The port changes with a restart, but invite links must not.
const product = sharedProduct({ PUBLIC_ORIGIN: 'https://quorum.example' }, clock);

const picture = (field: string) => (): FormData => fileForm(field, smallPicture());

const repeatsAlike = repeatingOn(product);

describe('a repeated command', () => {
  it('a repeated sign-up or sign-in returns the same account and the same token (CQRS-01, CQRS-02)', async () => {
    const phoneNumber = freshPhone();
    const client = new Client(product);
    await repeatsAlike({ client, name: 'signup', body: { phoneNumber } });
    const body = { phoneNumber, verificationCode: await lastCodeBefore(() => client, phoneNumber, 'signup') };
    const up = await repeatsAlike({
      client,
      name: 'verifySignup',
      body,
      otherBody: { ...body, verificationCode: '000000' },
    });
    client.token = (up.body as { token: string }).token;
    expect((await client.call('me')).status).toBe(200);

    const login = {
      phoneNumber,
      verificationCode: await lastCodeBefore(() => new Client(product), phoneNumber, 'login'),
    };
    const signedIn = await repeatsAlike({ client: new Client(product), name: 'verifyLogin', body: login });
    expect((signedIn.body as { token: string }).token).not.toBe(client.token);
    await repeatsAlike({ client, name: 'updateEmail', body: { email: 'a@b.c' }, otherBody: { email: 'd@e.f' } });
    const name = { firstName: 'Robin', lastName: 'Vale' };
    await repeatsAlike({ client, name: 'updateName', body: name, otherBody: { ...name, lastName: 'Other' } });
    await repeatsAlike({ client, name: 'uploadProfilePicture', form: picture('profilePicture') });
    await repeatsAlike({ client, name: 'completeProfile' });
    await repeatsAlike({ client, name: 'checkIn' });
    const next = freshPhone();
    await repeatsAlike({ client, name: 'updatePhone', body: { phoneNumber: next } });
    const verificationCode = await lastCodeBefore(() => client, next, 'updatePhone');
    const currentCode = await lastCode(product, phoneNumber);
    await repeatsAlike({ client, name: 'updatePhone', body: { phoneNumber: next, verificationCode, currentCode } });
  });

  /** The development outbox is lost with its process, so a new code is sent. */
  const lastCodeBefore = async (
    client: () => Client,
    phoneNumber: string,
    name: 'signup' | 'login' | 'updatePhone',
  ) => {
    clock.moveOn(COOLDOWN);
    await client().must(name, { body: { phoneNumber } });
    return lastCode(product, phoneNumber);
  };

  it('a repeated command in groups, calendars and chats has one effect and the same response (CQRS-01, CQRS-02, API-05)', async () => {
    const [client, member, newcomer] = [await signUp(product), await signUp(product), await signUp(product)];
    const uploaded = await repeatsAlike({ client, name: 'uploadGroupImage', form: picture('groupImage') });
    const stored = (await logOf(product.dataDir)).findLast(({ type }) => type === 'FileStored');
    expect(uploaded.headers.get('x-position')).toBe(stored?.position);
    const details = { name: 'Rowing', description: 'Boats' };
    const made = await repeatsAlike({
      client,
      name: 'createGroup',
      body: details,
      otherBody: { ...details, name: 'No' },
    });
    const { group, inviteCode } = made.body as { group: { _id: string }; inviteCode: string };
    const [id, params] = [group._id, { id: group._id }];
    await joinGroup(member, inviteCode);
    await repeatsAlike({ client: newcomer, name: 'joinByLink', body: { inviteCode } });
    await repeatsAlike({
      client,
      name: 'changeGroupDetails',
      params,
      body: { ...details, name: 'Sailing' },
      otherBody: details,
    });
    const settings = { allowMembersInvite: true };
    await repeatsAlike({
      client,
      name: 'changeGroupSettings',
      params,
      body: settings,
      otherBody: { allowMembersInvite: false },
    });
    await repeatsAlike({ client, name: 'uploadImageOfGroup', params, form: picture('image') });
    await repeatsAlike({ client, name: 'removeImageOfGroup', params });
    const ofMember = { id, userId: member.userId };
    await repeatsAlike({
      client,
      name: 'changeRole',
      params: ofMember,
      body: { role: 'admin' },
      otherBody: { role: 'member' },
    });
    await repeatsAlike({
      client,
      name: 'changeGroupPreferences',
      body: { groupId: id, color: 4, pinned: true },
      otherBody: { groupId: id, color: 4 },
    });
    const color = (colorIndex: number) => ({ groupId: id, colorIndex });
    await repeatsAlike({ client, name: 'chooseColor', body: color(2), otherBody: color(3) });
    const pin = (isPinned: boolean) => ({ groupId: id, isPinned });
    await repeatsAlike({ client, name: 'pinGroup', body: pin(true), otherBody: pin(false) });
    const level = { body: { level: 'mentions' }, otherBody: { level: 'nothing' } };
    await repeatsAlike({ client, name: 'chooseNotifications', params, ...level });

    const alerts = { client, name: 'changeNotificationSettings' } as const;
    await repeatsAlike({ ...alerts, body: { showText: false }, otherBody: { showText: true } });
    await repeatsAlike({ client, name: 'subscribeToPush', body: pushTarget(), otherBody: pushTarget() });
    await repeatsAlike({ client, name: 'unsubscribeFromPush' });

    const event = { name: 'Regatta', date: '2030-05-14', time: '9:30', duration: 60, groupId: id };
    const planned = await repeatsAlike({
      client,
      name: 'createEvent',
      body: event,
      otherBody: { ...event, name: 'No' },
    });
    const ofEvent = { id: (planned.body as { event: { _id: string } }).event._id };
    await repeatsAlike({
      client,
      name: 'changeEvent',
      params: ofEvent,
      body: { name: 'Race' },
      otherBody: { name: 'No' },
    });
    await repeatsAlike({ client, name: 'deleteEvent', params: ofEvent });

    const opened = await repeatsAlike({ client, name: 'openPoll', body: { ...proposal, groupId: id } });
    const { poll } = opened.body as { poll: PollView };
    const ofPoll = { id: poll._id };
    const optionId = poll.options[0]?.id ?? '';
    const body = { votes: { [optionId]: 'no' as const } };
    await repeatsAlike({ client: member, name: 'vote', params: ofPoll, body });
    await repeatsAlike({ client: member, name: 'vote', params: ofPoll, body: { votes: { [optionId]: null } } });
    await repeatsAlike({ client, name: 'changePoll', params: ofPoll, body: { name: 'Another name' } });
    await repeatsAlike({ client, name: 'decidePoll', params: ofPoll, body: { optionId } });
    const cancelled = (await client.must('openPoll', { body: { ...proposal, groupId: id } })).poll;
    await repeatsAlike({ client, name: 'cancelPoll', params: { id: cancelled._id } });

    const sent = await repeatsAlike({
      client,
      name: 'sendMessage',
      body: { groupId: id, content: 'Hi' },
      otherBody: { groupId: id, content: 'No' },
    });
    const messageId = (sent.body as { message: { _id: string } }).message._id;
    const ofMessage = { id: messageId };
    await repeatsAlike({
      client,
      name: 'editMessage',
      params: ofMessage,
      body: { content: 'Ho' },
      otherBody: { content: 'No' },
    });
    await repeatsAlike({
      client: member,
      name: 'addReaction',
      params: ofMessage,
      body: { emoji: '👍' },
      otherBody: { emoji: '🎉' },
    });
    await repeatsAlike({ client: member, name: 'removeReaction', params: ofMessage, body: { emoji: '👍' } });
    await repeatsAlike({ client: member, name: 'readGroupUpTo', params, body: { messageId } });
    await repeatsAlike({ client, name: 'pinMessage', params, body: { messageId } });
    await repeatsAlike({ client, name: 'unpinMessage', params: { id, messageId } });
    await repeatsAlike({ client: member, name: 'readActivity', body: { upTo: '2026-05-01T10:00:00.000Z' } });
    await repeatsAlike({ client: member, name: 'report', body: { messageId, reason: 'spam', description: '' } });
    await repeatsAlike({ client, name: 'deleteMessage', params: ofMessage });

    await repeatsAlike({ client, name: 'removeMember', params: { id, userId: newcomer.userId } });
    await repeatsAlike({ client, name: 'transferOwnership', params, body: { userId: member.userId } });
    await repeatsAlike({ client, name: 'leaveGroup', params });
    await repeatsAlike({ client: member, name: 'deleteGroup', params, body: { confirmationName: 'Sailing' } });
  });

  it('a repeated command is a different one for another person, and refused on another route (CQRS-01)', async () => {
    const [one, two] = [await signUp(product), await signUp(product)];
    const key = randomUUID();
    const [first, second] = [
      await run({ client: one, name: 'createGroup', body: { name: 'A', description: 'B' } }, key),
      await run({ client: two, name: 'createGroup', body: { name: 'A', description: 'B' } }, key),
    ];
    expect((first.body as { group: { _id: string } }).group._id).not.toBe(
      (second.body as { group: { _id: string } }).group._id,
    );
    expect((await run({ client: one, name: 'updateEmail', body: { email: 'x@y.z' } }, key)).status).toBe(422);
  });

  it('a repeated command may succeed after a refusal (CQRS-01)', async () => {
    const client = await signUp(product, { complete: false });
    const key = randomUUID();
    expect((await run({ client, name: 'completeProfile' }, key)).status).toBe(400);
    await client.must('updateEmail', { body: { email: 'x@y.z' } });
    await client.must('updateName', { body: { firstName: 'Robin', lastName: 'Vale' } });
    expect((await run({ client, name: 'completeProfile' }, key)).status).toBe(200);
  });
});

describe('positions', () => {
  it('positions let everyone read their own writes (CQRS-02)', async () => {
    const client = await signUp(product);
    const { group } = await createGroup(client);
    for (let n = 0; n < 40; n++) {
      const { message } = await client.must('sendMessage', { body: { groupId: group._id, content: `Message ${n}` } });
      const { messages } = await client.must('messages', { params: { groupId: group._id } });
      expect(messages.at(-1)?._id).toBe(message._id);
    }
  });

  it('a position in the future is answered after two seconds with a retry time (CQRS-02)', async () => {
    const client = await signUp(product);
    await client.must('me');
    const begun = Date.now();
    const answer = await client.call('me', { headers: { 'x-min-position': '9999999999999999' } });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(Date.now() - begun).toBeGreaterThan(1900);
  });
});

describe('concurrent changes of the same thing', () => {
  it('concurrent changes of the same thing are decided one after the other, each on the state the other left (CQRS-03)', async () => {
    const owner = await signUp(product);
    const { group, inviteCode } = await createGroup(owner);
    const people = await Promise.all(Array.from({ length: 8 }, () => signUp(product)));
    const joined = await Promise.all(
      people.flatMap((person) => [0, 1].map(() => person.call('joinByLink', { body: { inviteCode } }))),
    );
    expect(joined.filter(({ status }) => status === 200)).toHaveLength(8);
    expect(joined.filter(({ status }) => status === 409)).toHaveLength(8);

    const [heir] = people;
    const params = { id: group._id };
    const answers = await Promise.all([
      owner.call('transferOwnership', { params, body: { userId: heir?.userId ?? '' } }),
      owner.call('deleteGroup', { params, body: { confirmationName: 'Rowing club' } }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 403 || status === 404)).toHaveLength(1);
  });
});
