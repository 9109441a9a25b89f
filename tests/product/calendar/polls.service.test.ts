import { optionIdOf } from '@quorum/contracts/poll/votes.ts';
import type { PollView } from '@quorum/contracts/poll/wire.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { expect, it, vi } from 'vitest';
import { Administrator, adminEnvironment } from '../../support/administrator.ts';
import { FollowingClient } from '../../support/following-client.ts';
import { type Client, createGroup, joinGroup, movableClock, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';

const clock = movableClock();
const product = sharedProduct(adminEnvironment, clock);

const times = [
  { date: '2035-05-18', time: '19:00' },
  { date: '2035-05-19', time: '10:00' },
];
const [friday, saturday] = ['2035-05-18T23:00:00.000Z', '2035-05-19T14:00:00.000Z'] as const;
const [fri, sat] = [optionIdOf(friday), optionIdOf(saturday)];

/** Maya's group with Tom and Ana, and a poll of Tom's. */
const setUp = async (more: object = {}) => {
  const [maya, tom, ana] = [
    await signUp(product, { firstName: 'Maya' }),
    await signUp(product, { firstName: 'Tom' }),
    await signUp(product, { firstName: 'Ana' }),
  ];
  const { group, inviteCode } = await createGroup(maya);
  for (const client of [tom, ana]) await joinGroup(client, inviteCode);
  const groupId = group._id;
  const open = (client: Client, extra: object = {}) =>
    client.call('openPoll', {
      body: { groupId, name: 'Setup', duration: 120, timeZone: 'America/New_York', options: times, ...extra } as never,
    });
  const { poll } = (await open(tom, more)).body;
  const params = { id: poll._id };
  const vote = (client: Client, votes: Record<string, 'yes' | 'ifneedbe' | 'no' | null>) =>
    client.must('vote', { params, body: { votes } });
  const seen = async (client = maya): Promise<PollView> => (await client.must('poll', { params })).poll;
  const decide = (client: Client, optionId = sat) => client.call('decidePoll', { params, body: { optionId } });
  const attendance = async (client = maya) => {
    const { events } = await client.must('events', {
      query: { groupId, startDate: '2035-05-01', endDate: '2035-06-01' },
    });
    return events.map(({ name, startsAt, attendance: now, mine, createdBy }) => ({
      name,
      startsAt,
      now,
      mine,
      createdBy,
    }));
  };
  return { maya, tom, ana, groupId, poll, params, open, vote, seen, decide, attendance };
};

it('a poll is opened, voted on and shown to every member in the same way, with one’s own votes beside (FIND-02, FIND-04, FIND-05)', async () => {
  const { maya, tom, poll, vote, seen } = await setUp();
  expect(poll).toMatchObject({
    name: 'Setup',
    state: 'open',
    timeZone: 'America/New_York',
    options: [
      { id: fri, ...times[0], startsAt: friday, yes: 0, ifneedbe: 0 },
      { id: sat, ...times[1], startsAt: saturday },
    ],
  });
  await vote(maya, { [fri]: 'yes', [sat]: 'ifneedbe' });
  const { poll: voted } = await vote(tom, { [sat]: 'yes', [fri]: 'no' });
  expect(voted).toMatchObject({ answered: 2, mine: { [sat]: 'yes', [fri]: 'no' } });
  expect(voted.options).toMatchObject([
    { yes: 1, ifneedbe: 0, no: 1 },
    { yes: 1, ifneedbe: 1 },
  ]);
  expect(await seen(tom)).toEqual(voted);
  expect((await seen(maya)).mine).toEqual({ [fri]: 'yes', [sat]: 'ifneedbe' });
  await vote(maya, { [fri]: null, [sat]: null });
  expect(await seen(maya)).toMatchObject({ answered: 1, mine: {} });
});

it('a poll is announced in the chat by a message with its id, which follows its name (FIND-17)', async () => {
  const { maya, tom, groupId, poll, params } = await setUp();
  const card = async () => {
    const { messages } = await maya.must('messages', { params: { groupId } });
    return messages.find(({ _id }) => _id === poll._id);
  };
  await until(async () => (await card()) !== undefined);
  expect(await card()).toMatchObject({ isPoll: true, content: 'Setup', senderId: { firstName: 'Tom' } });
  await tom.must('changePoll', { params, body: { name: 'Print fair' } });
  expect((await card())?.content).toBe('Print fair');
});

it('a member’s groups name their undecided polls, until those are decided or cancelled (FIND-17)', async () => {
  const { maya, tom, groupId, poll, params, open, decide } = await setUp();
  const named = async () => (await maya.must('myGroups')).groups.find(({ _id }) => _id === groupId)?.polls;
  expect(await named()).toEqual([poll._id]);
  const { poll: later } = (await open(maya)).body;
  expect(await named()).toEqual([later._id, poll._id]);
  expect((await maya.must('group', { params: { id: groupId } })).group.polls).toEqual([later._id, poll._id]);
  await decide(tom);
  expect(await named()).toEqual([later._id]);
  await maya.must('cancelPoll', { params: { id: later._id } });
  expect([await named(), (await maya.call('cancelPoll', { params })).error]).toEqual([
    undefined,
    'A time was already chosen',
  ]);
});

it('the board lists the members of the group, those with votes first (FIND-06)', async () => {
  const { maya, ana, params, vote } = await setUp();
  await vote(ana, { [sat]: 'yes' });
  const { votes, next } = await maya.must('voters', { params });
  expect(votes.map(({ user, votes: cast }) => [user.firstName, cast])).toEqual([
    ['Ana', { [sat]: 'yes' }],
    ['Maya', {}],
    ['Tom', {}],
  ]);
  expect(next).toBeNull();
});

it('a decided poll becomes an event of its creator, with its votes as answers, and nobody decides it again (FIND-13, FIND-14, FIND-15)', async () => {
  const { maya, tom, ana, groupId, vote, seen, decide, attendance } = await setUp();
  await vote(ana, { [sat]: 'ifneedbe', [fri]: 'yes' });
  await vote(maya, { [sat]: 'no' });
  expect((await decide(ana)).status).toBe(403);
  const { status, body } = await decide(maya);
  expect([status, body.event.startsAt, body.event.createdBy]).toEqual([200, saturday, tom.userId]);
  expect(await seen()).toMatchObject({ state: 'decided', optionId: sat, eventId: body.event._id });
  await vi.waitFor(async () =>
    expect(await attendance(ana)).toMatchObject([
      {
        startsAt: saturday,
        now: { going: 1, maybe: 1, cant: 1, notConfirmed: 0 },
        mine: { answer: 'maybe', ask: null },
      },
    ]),
  );
  for (const again of [await decide(maya), await decide(tom, fri)])
    expect([again.status, again.error]).toEqual([409, 'A time was already chosen']);
  await vi.waitFor(async () => {
    const { items } = await ana.must('activity');
    expect(items.map(({ kind, person }) => [kind, person.firstName])).toEqual([['added', 'Maya']]);
  });
  await tom.must('deleteEvent', { params: { id: body.event._id } });
  expect([(await decide(tom)).status, (await attendance()).length, groupId === body.event.groupId]).toEqual([
    409,
    0,
    true,
  ]);
});

it('a poll says nothing of anybody’s calendar, in no answer, frame or page of its board (FIND-06)', async () => {
  const { maya, tom, ana, groupId, poll, params, vote, seen } = await setUp();
  const frames = await FollowingClient.connect(product, maya.token);
  const heard = () => [...frames.named('pollVoted'), ...frames.named('pollUpdated')].length;
  /** Everything about the poll that another member gets, without what a vote changes by itself. */
  const told = async () => {
    for (const change of [
      () => vote(ana, { [sat]: 'yes' }),
      () => tom.must('changePoll', { params, body: { description: 'a' } }),
      () => vote(ana, { [sat]: null }),
      () => tom.must('changePoll', { params, body: { description: '' } }),
    ]) {
      const before = heard();
      await change();
      // A frame shows the poll as it is when the frame goes out.
      await frames.until(() => heard() === before + 1, 'the change');
    }
    const all = [
      ...frames.named('pollVoted').slice(-2),
      ...frames.named('pollUpdated').slice(-2),
      await seen(),
      await maya.must('voters', { params }),
      (await maya.must('polls', { query: { groupId } })).polls,
    ];
    return JSON.stringify(all).replaceAll(/"revision":"[^"]*"/g, '');
  };
  const free = await told();
  for (const where of ['my-q', groupId])
    await ana.must('createEvent', {
      body: { name: 'Dentist', groupId: where, ...times[1], timeZone: 'America/New_York', duration: 60 } as never,
    });
  expect(await told()).toBe(free);
  expect(Object.keys(poll).sort()).toEqual(
    'answered _id closesAt createdBy creator description duration groupId location mine name options revision state timeZone votes'
      .split(' ')
      .sort(),
  );
  frames.close();
});

it('a poll closes at its deadline, of which its creator is alerted, and can be decided or extended after that (FIND-11, FIND-12)', async () => {
  const closesAt = new Date(clock.now() + 3_600_000).toISOString();
  const { maya, tom, vote, params, seen, decide } = await setUp({ closesAt });
  await vote(maya, { [sat]: 'yes' });
  clock.moveOn(3_600_000);
  expect((await maya.call('vote', { params, body: { votes: { [fri]: 'yes' } } })).error).toBe('Voting has ended');
  await vi.waitFor(async () => expect((await seen()).state).toBe('closed'), 10_000);
  const items = async () => (await tom.must('activity')).items.filter(({ kind }) => kind === 'poll');
  expect(await items()).toMatchObject([{ poll: { name: 'Setup' } }]);
  expect((await maya.must('activity')).items.filter(({ kind }) => kind === 'poll')).toEqual([]);
  await tom.must('changePoll', { params, body: { closesAt: null } });
  expect([(await seen()).state, await items()]).toEqual(['open', []]);
  await vote(maya, { [fri]: 'yes' });
  expect((await decide(tom)).status).toBe(200);
});

it('a member who leaves is removed from the boards of open polls, and comes back without votes (FIND-18)', async () => {
  const { maya, ana, groupId, vote, seen } = await setUp();
  await vote(ana, { [sat]: 'yes' });
  await vote(maya, { [sat]: 'yes' });
  await ana.must('leaveGroup', { params: { id: groupId } });
  await vi.waitFor(async () => expect(await seen()).toMatchObject({ answered: 1, options: [{}, { yes: 1 }] }));
  const { group } = await maya.must('group', { params: { id: groupId } });
  await joinGroup(ana, group.inviteCode ?? '');
  expect((await seen(ana)).mine).toEqual({});
});

it('a poll whose creator left can be read and cancelled, and not decided (FIND-18)', async () => {
  const { maya, tom, groupId, params, seen, decide } = await setUp();
  await tom.must('leaveGroup', { params: { id: groupId } });
  const answer = await decide(maya);
  expect([answer.status, answer.error]).toEqual([
    403,
    'The person who started this poll can no longer create events here',
  ]);
  await maya.must('cancelPoll', { params });
  expect((await seen()).state).toBe('cancelled');
  expect((await decide(maya)).error).not.toBe('');
});

it('an erased account takes its polls and its votes along, from decided polls too (FIND-18)', async () => {
  const { maya, tom, ana, params, vote, seen, decide } = await setUp();
  await vote(ana, { [sat]: 'yes' });
  await decide(maya);
  await ana.must('deleteAccount');
  await vi.waitFor(async () => expect(await seen()).toMatchObject({ answered: 0, options: [{}, { yes: 0 }] }));
  await tom.must('deleteAccount');
  await vi.waitFor(async () => expect((await maya.call('poll', { params })).status).toBe(404));
  await vi.waitFor(async () =>
    expect((await maya.call('vote', { params, body: { votes: { [sat]: 'yes' } } })).status).toBe(404),
  );
});

it('a poll goes with its message when moderation removes that (FIND-18)', async () => {
  const { maya, poll, params } = await setUp();
  await until(
    async () =>
      (await maya.call('pinMessage', { params: { id: poll.groupId }, body: { messageId: poll._id } })).status === 200,
  );
  const { report } = await maya.must('report', { body: { messageId: poll._id, reason: 'spam', description: '' } });
  const administrator = new Administrator(product);
  await administrator.must('adminSignIn');
  const { reports } = await administrator.must('pendingReports');
  expect(reports.find(({ _id }) => _id === report._id)?.messageId.content).toBe('Setup');
  await administrator.must('reviewReport', { body: { reportId: report._id, action: 'remove_message' } });
  await vi.waitFor(async () => expect((await maya.call('poll', { params })).status).toBe(404));
  expect((await maya.call('vote', { params, body: { votes: { [sat]: 'yes' } } })).status).toBe(404);
});

it('a group has at most 10 open polls (FIND-09)', async () => {
  const { maya, open } = await setUp();
  for (let n = 1; n < 10; n++) expect((await open(maya)).status).toBe(200);
  await vi.waitFor(async () => {
    const answer = await open(maya);
    expect([answer.status, answer.error]).toEqual([409, 'This group already has 10 open polls']);
  });
});

it('a time that is taken off loses its votes, also those that come at the same moment (FIND-12, FIND-21)', async () => {
  const { maya, tom, ana, params, vote, seen } = await setUp();
  await vote(maya, { [fri]: 'yes', [sat]: 'yes' });
  const options = [{ id: sat }, { date: '2035-05-20', time: '10:00' }];
  const [changed, cast] = await Promise.all([
    tom.call('changePoll', { params, body: { options } }),
    ana.call('vote', { params, body: { votes: { [fri]: 'yes' } } }),
  ]);
  expect(changed.status).toBe(200);
  expect([200, 400]).toContain(cast.status);
  expect(await seen()).toMatchObject({
    answered: 1,
    mine: { [sat]: 'yes' },
    options: [{ id: sat, yes: 1 }, { yes: 0 }],
  });
});
