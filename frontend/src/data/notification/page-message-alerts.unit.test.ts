import { userAudience } from '@quorum/contracts/kernel/audiences.ts';
import { markOf } from '@quorum/contracts/text/mentions.ts';
import { expect, it } from 'vitest';
import { fakeBrowser } from '../../testing/fake-browser.ts';
import { ada, message, person } from '../../testing/fakes.ts';
import { NOTIFICATIONS, NOW, openAlertingPage, settled } from '../../testing/open-alerting-page.ts';
import { readingChanged } from '../message/reading/reading-slice.ts';
import { readElsewhere } from '../message/reading/unread.ts';
import { type Change, changed } from '../store/changes.ts';

it('a page shows an alert of a message once it has waited (NOTE-18, NOTE-19)', async () => {
  const { say, goOn, shown } = await openAlertingPage();
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
  const { say, goOn, shown, store } = await openAlertingPage();
  say('m2', { senderId: person(ada._id, 'Ada') });
  say('m3', { isEvent: true });
  say('m4', { createdAt: '2026-05-14T10:00:00.000Z' });
  store.dispatch(changed({ name: 'newMessage', payload: message('m5', '95', { createdAt: NOW }) }));
  await goOn();
  expect(shown).toEqual([]);
});

it('a page drops the alert of a message that was deleted, read elsewhere, or whose writer or group is gone (NOTE-19)', async () => {
  const { say, push, goOn, shown, store } = await openAlertingPage();
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

it('a page shows no alert of a message that is read in it (NOTE-19)', async () => {
  const { say, goOn, shown, store } = await openAlertingPage();
  say('m2');
  store.dispatch(readingChanged({ groupId: 'group-1', isReading: true }));
  await goOn();
  expect(shown).toEqual([]);
});

it('a page shows no text of a message that is deleted while it asks whether its person wants texts (NOTE-19)', async () => {
  let answer = (_: object): void => undefined;
  const settings = new Promise<object>((resolve) => {
    answer = resolve;
  });
  const { say, push, goOn, shown } = await openAlertingPage(fakeBrowser(), settings);
  say('m2');
  await goOn();
  push({ name: 'messageDeleted', payload: { groupId: 'group-1', messageId: 'm2', isEvent: false, revision: '' } });
  answer(NOTIFICATIONS);
  await settled();
  expect(shown).toEqual([]);
});

it('a page shows a mentioned person by the present name, and none after their account was deleted (NOTE-19, MENTION-05)', async () => {
  const { say, push, goOn, shown } = await openAlertingPage();
  const [cleo, dana] = ['c', 'd'].map((end) => `00000000-0000-4000-8000-00000000000${end}`) as [string, string];
  const mentions = [person(cleo, 'Cleo'), person(dana, 'Dana')];
  say('m2', { content: `Ask ${markOf(cleo)} ${markOf(dana)}`, mentions });
  push({ name: 'memberUpdated', payload: { groupId: 'group-1', member: { userId: person(dana, 'Dora') } } } as Change);
  push({ name: 'memberLeft', payload: { groupId: 'group-1', userId: cleo, reason: 'account-deleted' } });
  await goOn(1);
  expect(shown.map(({ body }) => body)).toEqual(['Ask @Unknown User @Dora Cole']);
});

it('a page that wakes hours later shows no message of before (NOTE-19, NOTE-29)', async () => {
  const { say, passHours, goOn, shown } = await openAlertingPage();
  say('m2');
  passHours(1);
  await goOn();
  expect(shown).toEqual([]);
});

it('a page shows the text of a message as it was edited, which mentions nobody anew (NOTE-19, MENTION-04)', async () => {
  const { say, push, goOn, shown } = await openAlertingPage();
  say('m2', { content: 'Wrong' });
  const edit = { content: 'Right', mentions: [person(ada._id, 'Ada')], createdAt: NOW, revision: '99' };
  push({ name: 'messageUpdated', payload: message('m2', '9m2', edit) });
  await goOn(1);
  expect(shown.map(({ title, body }) => `${title}: ${body}`)).toEqual(['Ben Cole · Group group-1: Right']);
});

it('a page shows no text to a person who wants none (NOTE-18)', async () => {
  const { say, goOn, shown } = await openAlertingPage(fakeBrowser(), {
    ...NOTIFICATIONS,
    settings: { showText: false },
  });
  say('m2');
  await goOn(1);
  expect(shown.map(({ body }) => body)).toEqual(['New message']);
});
