import { userAudience } from '@quorum/contracts/kernel/audiences.ts';
import type { PollView } from '@quorum/contracts/poll/wire.ts';
import { expect, it } from 'vitest';
import { calendarEvent } from '../../testing/calendar.ts';
import { fakeBrowser } from '../../testing/fake-browser.ts';
import { ada, group } from '../../testing/fakes.ts';
import { NOW, openAlertingPage, settled } from '../../testing/open-alerting-page.ts';
import { pollView } from '../../testing/polls.ts';
import { readElsewhere } from '../message/reading/unread.ts';
import { storageKeys } from '../services/storage-keys.ts';
import { sessionEnded, signedIn } from '../session/session-slice.ts';
import type { Change } from '../store/changes.ts';
import { startAlerts } from './start-alerts.ts';

it('a page shows that the voting on one’s own poll has ended, and not that of others or one that ended long ago (FIND-11, NOTE-18)', async () => {
  const { push, shown } = await openAlertingPage();
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

it('a page leaves alerts to pushes in a browser that takes them (NOTE-20)', async () => {
  const { say, goOn, shown, browser } = await openAlertingPage();
  await browser.subscribe('AAAA');
  say('m2');
  await goOn();
  expect(shown).toEqual([]);
});

it('a page shows alerts by itself in a browser that took pushes, once the server sends none any more (NOTE-20, NOTE-30)', async () => {
  const browser = fakeBrowser();
  browser.allow('granted');
  await browser.browser.subscribe('AAAA');
  const { say, goOn, shown } = await openAlertingPage(browser);
  say('m2');
  await goOn(1);
  expect(shown).toHaveLength(1);
});

it('one of two tabs of a browser shows the alert, and the other takes over when that is closed (NOTE-20)', async () => {
  const browser = fakeBrowser();
  const first = await openAlertingPage(browser);
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

it('reading a chat closes its alerts (NOTE-23)', async () => {
  const { say, goOn, shown, store } = await openAlertingPage();
  say('m2');
  await goOn(1);
  expect(shown).toHaveLength(1);
  store.dispatch(readElsewhere({ groupId: 'group-1', messageId: 'm2', order: '9m2' }));
  // The store tells its listeners in batches.
  await expect.poll(() => shown).toEqual([]);
});

it('a page says what its person has become in a group, unless it was taken back at once (NOTE-18)', async () => {
  const { push, shown, goOn } = await openAlertingPage();
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
  const other = await openAlertingPage();
  for (const role of ['admin', 'member'] as const)
    other.push(
      { name: 'ownGroupUpdated', payload: { groupId: 'group-1', group: group('group-1', { role, revision: 3 }) } },
      own,
    );
  await other.goOn();
  expect(other.shown).toEqual([]);
});

it.each(['logout', 'account-deleted', 'refused', 'elsewhere'] as const)(
  'the end of a session by %s takes alerts, subscription and the choice of its person from the browser, and the sign-in screen waits for that (APP-07)',
  async (reason) => {
    const { say, goOn, shown, store, browser, services } = await openAlertingPage();
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
  const { say, goOn, shown, store, services } = await openAlertingPage();
  say('m2');
  await goOn(1);
  store.dispatch(signedIn({ token: 'other', user: { ...ada, _id: 'somebody', id: 'somebody' } }));
  await services.leaving;
  expect(shown).toEqual([]);
});

it('a page shows a reminder at once, but none of a start that has passed or is no longer true (REMIND-05)', async () => {
  const { push, shown } = await openAlertingPage();
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
