import { userAudience } from '@quorum/contracts/kernel/audiences.ts';
import { expect, it } from 'vitest';
import { fakeBrowser } from '../../testing/fake-browser.ts';
import { ada, notice, person } from '../../testing/fakes.ts';
import { NOTIFICATIONS, NOW, openAlertingPage, settled } from '../../testing/open-alerting-page.ts';
import type { Change } from '../store/changes.ts';

const moved = (
  id: string,
  [from, to]: readonly [string, string],
  { at = NOW, by = person('user-b'), eventId = 'e1' } = {},
) => ({
  name: 'chatNotice',
  payload: {
    groupId: 'group-1',
    notice: notice(id, `9${id}`, {
      kind: 'moved',
      createdAt: at,
      person: by,
      event: { _id: eventId, creatorId: 'user-b', name: 'Dinner', from: spanFrom(from), to: spanFrom(to) },
    }),
  },
});

const spanFrom = (startsAt: string) => ({ startsAt, endsAt: startsAt.replace(':00:00', ':30:00') });
const [THURSDAY, FRIDAY] = ['2026-05-21T19:00:00.000Z', '2026-05-22T19:00:00.000Z'];

it('a page shows an alert of a moved event once it was not moved back (NOTE-18, NOTE-19)', async () => {
  const first = await openAlertingPage();
  first.push(moved('n1', [THURSDAY, FRIDAY]) as Change);
  await first.goOn(1);
  expect(first.shown).toMatchObject([
    { title: 'Dinner moved · Group group-1', body: 'Thu, May 21, 7:00 PM → Fri, May 22, 7:00 PM' },
  ]);
  const second = await openAlertingPage();
  second.push(moved('n1', [THURSDAY, FRIDAY]) as Change);
  second.push(moved('n2', [FRIDAY, THURSDAY], { at: '2026-05-14T14:42:05.000Z' }) as Change);
  await second.goOn();
  expect(second.shown).toEqual([]);
});

it('a page shows no alert of what its person changed (NOTE-19)', async () => {
  const { push, goOn, shown } = await openAlertingPage();
  push(moved('n1', [THURSDAY, FRIDAY], { by: person(ada._id, 'Ada') }) as Change);
  await goOn();
  expect(shown).toEqual([]);
});

it('a page that wakes hours later shows no change of an event of before (NOTE-19, NOTE-29)', async () => {
  const { push, passHours, goOn, shown } = await openAlertingPage();
  push(moved('n1', [THURSDAY, FRIDAY]) as Change);
  passHours(1);
  await goOn();
  expect(shown).toEqual([]);
});

const GOING = { answer: 'going', guests: 0, place: null, ask: null, answeredFor: null, revision: '1' };

it.each([
  ['that opened', GOING, ['A seat opened up. You’re going to Dinner.: Dinner, Thu, May 21, 7:00 PM']],
  ['that was given up since', { ...GOING, answer: 'cant' }, []],
])('a page shows an alert of a seat %s, if it still holds (NOTE-07, NOTE-18, NOTE-19)', async (_, mine, expected) => {
  const event = { _id: 'e1', groupId: 'group-1', createdBy: 'user-b', name: 'Dinner', ...spanFrom(THURSDAY), mine };
  const { push, goOn, shown } = await openAlertingPage(fakeBrowser(), NOTIFICATIONS, event);
  const payload = { groupId: 'group-1', eventId: 'e1', mine: GOING, promoted: true };
  push({ name: 'ownRsvpUpdated', payload } as Change, userAudience(ada._id));
  await settled();
  expect(shown).toEqual([]);
  await goOn(expected.length);
  expect(shown.map(({ title, body }) => `${title}: ${body}`)).toEqual(expected);
});

it('a page shows no alert of an event that was removed or deleted for good with its dates, or whose planner was erased, since (NOTE-19)', async () => {
  const id = '00000000-0000-4000-8000-0000000000e1';
  const endings = [
    { name: 'messageDeleted', payload: { groupId: 'group-1', messageId: id, isEvent: false, revision: '' } },
    { name: 'eventDeleted', payload: { groupId: 'group-1', eventId: id, forGood: true } },
  ] as const;
  const shown: unknown[] = [];
  for (const ending of endings) {
    const page = await openAlertingPage();
    for (const eventId of [id, `${id}_2026-05-21`])
      page.push(moved(`n-${eventId}`, [THURSDAY, FRIDAY], { eventId }) as Change);
    page.push(ending);
    await page.goOn();
    shown.push(...page.shown);
  }
  const erased = await openAlertingPage();
  erased.push(moved('n1', [THURSDAY, FRIDAY]) as Change);
  erased.push({
    name: 'memberLeft',
    payload: { groupId: 'group-1', userId: 'user-b', reason: 'account-deleted' },
  });
  await erased.goOn();
  expect([...shown, ...erased.shown]).toEqual([]);
});
