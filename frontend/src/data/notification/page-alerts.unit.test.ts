import { groupAudience, userAudience } from '@quorum/contracts/kernel/audiences.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import type { PollView } from '@quorum/contracts/poll/wire.ts';
import { expect, it } from 'vitest';
import { calendarEvent } from '../../testing/calendar.ts';
import { fakeBrowser } from '../../testing/fake-browser.ts';
import { ada, group, json, message, notice, person } from '../../testing/fakes.ts';
import { openLive } from '../../testing/open-live.ts';
import { pollView } from '../../testing/polls.ts';
import { readElsewhere } from '../message/reading/unread.ts';
import { storageKeys } from '../services/storage-keys.ts';
import { sessionEnded, signedIn } from '../session/session-slice.ts';
import { type Change, changed } from '../store/changes.ts';
import { startAlerts } from './start-alerts.ts';

/** By the clock of the fakes. */
const NOW = '2026-05-14T14:42:00.000Z';

const NOTIFICATIONS = {
  settings: { showText: true },
  groups: {},
  push: { publicKey: 'AAAA', available: false },
  due: [],
};

/** A page of somebody who turned alerts on. Its pauses end when the test says so. */
const openPage = async (browser = fakeBrowser(), settings: object = NOTIFICATIONS, event: object = {}) => {
  const live = await openLive(({ url }) => {
    if (url === '/api/notifications') return json(settings);
    return url.startsWith('/api/events/') ? json({ event }) : undefined;
  });
  const { store, services } = live;
  let due = (): void => undefined;
  services.storage.set(storageKeys.alerts, 'on');
  browser.allow('granted');
  const waits = new Promise<void>((resolve) => {
    due = resolve;
  });
  const paused = { ...services, sleep: () => waits };
  const stop = startAlerts(store, paused, browser.browser, 'UTC');
  await settled();
  let sequence = 0;
  const push = (change: Omit<Change, 'at'>, audience = groupAudience('group-1')): void => {
    sequence += 1;
    store.dispatch(changed({ ...change, at: { audience, sequence } } as Change));
  };
  const say = (id: string, more: Partial<MessageView> = {}) =>
    push({ name: 'newMessage', payload: message(id, `9${id}`, { createdAt: NOW, ...more }) } as Change);
  /** @param count how many alerts are to come at least */
  const goOn = async (count = 0) => {
    due();
    await expect.poll(() => browser.shown.length).toBeGreaterThanOrEqual(count);
    await settled();
  };
  return { ...live, ...browser, services: paused, push, say, goOn, stop };
};

const settled = async (): Promise<void> => {
  // biome-ignore lint/plugin: yields to everything that was begun
  for (let n = 0; n < 5; n += 1) await new Promise((resolve) => setTimeout(resolve, 0));
};

it('a page shows an alert of a message once it has waited (NOTE-18, NOTE-19)', async () => {
  const { say, goOn, shown } = await openPage();
  say('m2', { content: 'Hello' });
  await settled();
  expect(shown).toEqual([]);
  await goOn(1);
  expect(shown).toEqual([
    {
      title: 'Ben Cole · Group group-1',
      body: 'Hello',
      tag: 'chat-group-1',
      path: '/dashboard/group/group-1/message/m2',
      chat: 'group-1',
    },
  ]);
});

it('a page shows no alert of its own person, of an announced event, and of what came hours ago (NOTE-19)', async () => {
  const { say, goOn, shown, store } = await openPage();
  say('m2', { senderId: person(ada._id, 'Ada') });
  say('m3', { isEvent: true });
  say('m4', { createdAt: '2026-05-14T10:00:00.000Z' });
  store.dispatch(changed({ name: 'newMessage', payload: message('m5', '95', { createdAt: NOW }) }));
  await goOn();
  expect(shown).toEqual([]);
});

it('a page drops the alert of a message that was deleted, read elsewhere, or whose writer or group is gone (NOTE-19)', async () => {
  const { say, push, goOn, shown, store } = await openPage();
  say('m2');
  say('m3', { senderId: person('user-c') });
  say('m4', { groupId: 'group-2' });
  push({ name: 'messageDeleted', payload: { groupId: 'group-1', messageId: 'm2', isEvent: false, revision: '' } });
  push({ name: 'memberLeft', payload: { groupId: 'group-1', userId: 'user-c', reason: 'account-deleted' } });
  push({ name: 'groupLeft', payload: { groupId: 'group-2', reason: 'left' } }, userAudience(ada._id));
  await goOn();
  expect(shown).toEqual([]);
  say('m6');
  store.dispatch(readElsewhere({ groupId: 'group-1', messageId: 'm6', order: '9m6' }));
  await settled();
  expect(shown).toEqual([]);
});

it('a page shows that the voting on one’s own poll has ended, and not that of others or one that ended long ago (FIND-11, NOTE-18)', async () => {
  const { push, shown } = await openPage();
  const ended = (more: Partial<PollView>) =>
    push({ name: 'pollUpdated', payload: { groupId: 'group-1', poll: pollView({ createdBy: ada._id, ...more }) } });
  ended({});
  ended({ state: 'closed', endedAt: NOW, createdBy: 'user-b' });
  ended({ state: 'closed', endedAt: '2026-05-14T10:00:00.000Z' });
  ended({ state: 'decided', endedAt: NOW });
  ended({ state: 'closed', endedAt: NOW });
  await settled();
  expect(shown).toEqual([
    {
      title: 'Voting on Setup has ended',
      body: 'Group group-1',
      tag: 'poll-poll-1',
      path: '/dashboard/group/group-1/message/poll-1',
    },
  ]);
});

it('a page shows the text of a message as it was edited (NOTE-19)', async () => {
  const { say, push, goOn, shown } = await openPage();
  say('m2', { content: 'Wrong' });
  push({ name: 'messageUpdated', payload: message('m2', '9m2', { content: 'Right', revision: '99' }) });
  await goOn(1);
  expect(shown.map(({ body }) => body)).toEqual(['Right']);
});

it('a page leaves alerts to pushes in a browser that takes them (NOTE-20)', async () => {
  const { say, goOn, shown, browser } = await openPage();
  await browser.subscribe('AAAA');
  say('m2');
  await goOn();
  expect(shown).toEqual([]);
});

it('one of two tabs of a browser shows the alert, and the other takes over when that is closed (NOTE-20)', async () => {
  const browser = fakeBrowser();
  const first = await openPage(browser);
  const second = startAlerts(first.store, first.services, browser.browser, 'UTC');
  first.say('m2');
  await first.goOn(1);
  expect(first.shown).toHaveLength(1);
  first.stop();
  await settled();
  first.say('m3');
  await expect.poll(() => first.shown.map(({ path }) => path.slice(-2))).toEqual(['m2', 'm3']);
  second();
});

const moved = (id: string, [from, to]: readonly [string, string], at = NOW) => ({
  name: 'chatNotice',
  payload: {
    groupId: 'group-1',
    notice: notice(id, `9${id}`, {
      kind: 'moved',
      createdAt: at,
      event: { _id: 'e1', creatorId: 'user-b', name: 'Dinner', from: spanFrom(from), to: spanFrom(to) },
    }),
  },
});
const spanFrom = (startsAt: string) => ({ startsAt, endsAt: startsAt.replace(':00:00', ':30:00') });
const [THURSDAY, FRIDAY] = ['2026-05-21T19:00:00.000Z', '2026-05-22T19:00:00.000Z'];

it('a page shows an alert of a moved event once it was not moved back (NOTE-18, NOTE-19)', async () => {
  const first = await openPage();
  first.push(moved('n1', [THURSDAY, FRIDAY]) as Change);
  await first.goOn(1);
  expect(first.shown).toMatchObject([
    { title: 'Dinner moved · Group group-1', body: 'Thu, May 21, 7:00 PM → Fri, May 22, 7:00 PM' },
  ]);
  const second = await openPage();
  second.push(moved('n1', [THURSDAY, FRIDAY]) as Change);
  second.push(moved('n2', [FRIDAY, THURSDAY], '2026-05-14T14:42:05.000Z') as Change);
  await second.goOn();
  expect(second.shown).toEqual([]);
});

it('reading a chat closes its alerts (NOTE-23)', async () => {
  const { say, goOn, shown, store } = await openPage();
  say('m2');
  await goOn(1);
  expect(shown).toHaveLength(1);
  store.dispatch(readElsewhere({ groupId: 'group-1', messageId: 'm2', order: '9m2' }));
  // The store tells its listeners in batches.
  await expect.poll(() => shown).toEqual([]);
});

const GOING = { answer: 'going', guests: 0, place: null, ask: null, answeredFor: null, revision: '1' };

it.each([
  ['that opened', GOING, ['A seat opened up. You’re going to Dinner.: Dinner, Thu, May 21, 7:00 PM']],
  ['that was given up since', { ...GOING, answer: 'cant' }, []],
])('a page shows an alert of a seat %s, if it still holds (NOTE-07, NOTE-18, NOTE-19)', async (_, mine, expected) => {
  const event = { _id: 'e1', groupId: 'group-1', createdBy: 'user-b', name: 'Dinner', ...spanFrom(THURSDAY), mine };
  const { push, goOn, shown } = await openPage(fakeBrowser(), NOTIFICATIONS, event);
  const payload = { groupId: 'group-1', eventId: 'e1', mine: GOING, promoted: true };
  push({ name: 'ownRsvpUpdated', payload } as Change, userAudience(ada._id));
  await settled();
  expect(shown).toEqual([]);
  await goOn(expected.length);
  expect(shown.map(({ title, body }) => `${title}: ${body}`)).toEqual(expected);
});

it('a page shows no alert of an event that was removed, or whose planner was erased, since (NOTE-19)', async () => {
  const removed = await openPage();
  removed.push(moved('n1', [THURSDAY, FRIDAY]) as Change);
  removed.push({
    name: 'messageDeleted',
    payload: { groupId: 'group-1', messageId: 'e1', isEvent: false, revision: '' },
  });
  await removed.goOn();
  const erased = await openPage();
  erased.push(moved('n1', [THURSDAY, FRIDAY]) as Change);
  erased.push({
    name: 'memberLeft',
    payload: { groupId: 'group-1', userId: 'user-b', reason: 'account-deleted' },
  });
  await erased.goOn();
  expect([...removed.shown, ...erased.shown]).toEqual([]);
});

it('a page says what its person has become in a group, unless it was taken back at once (NOTE-18)', async () => {
  const { push, shown, goOn } = await openPage();
  const own = userAudience(ada._id);
  push(
    {
      name: 'ownGroupUpdated',
      payload: { groupId: 'group-1', group: group('group-1', { role: 'admin', revision: 2 }) },
    },
    own,
  );
  push({ name: 'groupLeft', payload: { groupId: 'group-2', reason: 'removed' } }, own);
  expect(shown).toEqual([]);
  await goOn(2);
  expect(shown.map(({ title }) => title)).toEqual([
    'You are now an admin of Group group-1',
    'You were removed from Group group-2',
  ]);
  const other = await openPage();
  for (const role of ['admin', 'member'] as const)
    other.push(
      { name: 'ownGroupUpdated', payload: { groupId: 'group-1', group: group('group-1', { role, revision: 3 }) } },
      own,
    );
  await other.goOn();
  expect(other.shown).toEqual([]);
});

it('a page shows no text to a person who wants none (NOTE-18)', async () => {
  const { say, goOn, shown } = await openPage(fakeBrowser(), { ...NOTIFICATIONS, settings: { showText: false } });
  say('m2');
  await goOn(1);
  expect(shown.map(({ body }) => body)).toEqual(['New message']);
});

it.each(['logout', 'account-deleted', 'refused', 'elsewhere'] as const)(
  'the end of a session by %s takes alerts, subscription and the choice of its person from the browser, and the sign-in screen waits for that (APP-07)',
  async (reason) => {
    const { say, goOn, shown, store, browser, services } = await openPage();
    say('m2');
    await goOn(1);
    await browser.subscribe('AAAA');
    store.dispatch(sessionEnded({ reason }));
    expect(services.leaving).toBeDefined();
    await services.leaving;
    expect(shown).toEqual([]);
    expect(await browser.isSubscribed()).toBe(false);
    expect(services.storage.get(storageKeys.alerts)).toBeNull();
  },
);

it('signing in as somebody else takes the alerts of the account before from the browser (APP-07)', async () => {
  const { say, goOn, shown, store, services } = await openPage();
  say('m2');
  await goOn(1);
  store.dispatch(signedIn({ token: 'other', user: { ...ada, _id: 'somebody', id: 'somebody' } }));
  await services.leaving;
  expect(shown).toEqual([]);
});

it('a page shows a reminder at once, but none of a start that has passed or is no longer true (REMIND-05)', async () => {
  const { push, shown } = await openPage();
  const event = calendarEvent('e1', { at: '11:12', name: 'Chapter 4', location: 'Library' });
  const due = { groupId: 'group-1', eventId: 'e1', startsAt: event.startsAt, minutes: 30 };
  const remind = (payload: object) => push({ name: 'reminderDue', payload } as Change, userAudience(ada._id));
  remind(due);
  remind({ ...due, event: calendarEvent('e1', { at: '10:42' }) });
  await settled();
  expect(shown).toEqual([]);
  remind({ ...due, event });
  await settled();
  expect(shown).toMatchObject([{ title: 'Chapter 4 starts in 30 minutes', body: 'Library' }]);
});
