import type { OwnAnswer } from '@quorum/contracts/entry/dates-answers.ts';
import type { EventView, SeriesView } from '@quorum/contracts/entry/wire.ts';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { calendarEvent } from '../../testing/calendar.ts';
import { heldReply, json, signedInServices } from '../../testing/fakes.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { eventApi } from './event-api.ts';
import { eventList } from './event-list.ts';
import { loadExpansion } from './expansion.ts';
import { useRsvp } from './use-rsvp.ts';

const counts = { maybe: 0, cant: 0, waiting: 0, guests: 0, notConfirmed: 0, seats: 8, guestsEach: 0, faces: [] };
const silent = { answer: null, guests: 0, place: null, ask: null, answeredFor: null, revision: '1' };
const inLine = { ...silent, answer: 'going', place: 1, revision: '2' } as const;

const withGoing = (going: number, more: Partial<EventView> = {}): EventView =>
  calendarEvent('a', { name: 'Dinner', attendance: { ...counts, going, revision: '1' }, mine: silent, ...more });

function Going({ event }: { event: EventView }) {
  const { onAnswer } = useRsvp(event);
  return (
    <>
      <button type="button" onClick={() => void onAnswer('going', 0)}>
        Going
      </button>
      <button type="button" onClick={() => void onAnswer('maybe', 0)}>
        Maybe
      </button>
      <button type="button" onClick={() => void onAnswer('cant', 0)}>
        Can’t
      </button>
    </>
  );
}

const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));

const join = async (seen: EventView, guests = 0): Promise<void> => {
  const full = withGoing(8, { mine: { ...inLine, guests } });
  renderScreen(<Going event={seen} />, signedInServices(() => json({ event: full })).services);
  await press('Going');
};

const JUST_WENT = 'The last seat just went. You’re 1st in line.';

it('the second person who answers for the last seat reads that it just went, with their place on the waitlist (RSVP-11)', async () => {
  await join(withGoing(7));
  expect(await screen.findByText(JUST_WENT)).toBeDefined();
});

it('a person who joins the waitlist of a full event reads of no seat that went', async () => {
  await join(withGoing(8));
  expect(screen.queryByText(JUST_WENT)).toBeNull();
});

it('a party that is too large for the free seats reads of no seat that went (RSVP-09, RSVP-11)', async () => {
  await join(withGoing(6), 2);
  expect(screen.queryByText(JUST_WENT)).toBeNull();
});

it('of the answers given while one is on its way, the last one is sent after it (RSVP-05)', async () => {
  const first = heldReply();
  const event = withGoing(2);
  const { services, sent } = signedInServices((_, index) => (index === 0 ? first.reply() : json({ event })));
  renderScreen(<Going event={event} />, services);
  await press('Going');
  await press('Maybe');
  await press('Can’t');
  const answers = () => sent.map(({ body }) => (body as { readonly answer: string }).answer);
  expect(answers()).toEqual(['going']);
  await act(async () => first.release(json({ event })));
  expect(answers()).toEqual(['going', 'cant']);
});

it('after “Only this one”, the answers to other dates count for the time and place that their person saw (RSVP-06, RSVP-17)', async () => {
  await loadExpansion();
  const seen = (placeRevision: number) => ({
    answeredFor: { startsAt: '2026-05-14T14:00:00.000Z', endsAt: '2026-05-14T15:00:00.000Z', placeRevision },
  });
  const own = (answer: OwnAnswer['answer'], placeRevision: number): OwnAnswer => ({
    ...{ answer, guests: 0, place: null, revision: '1', ...seen(placeRevision) },
  });
  const date = withGoing(2, {
    seriesId: 's',
    occurrence: '2026-05-14',
    repeats: { unit: 'week', every: 1 },
    revision: 7,
  });
  const event = { ...date, _id: 's_2026-05-14', attendance: { ...counts, going: 2, seats: null, revision: '1' } };
  const { services, sent } = signedInServices(() =>
    json({ event: { ...event, mine: { ...silent, answer: 'maybe' } } }),
  );
  const { store } = renderScreen(<Going event={event} />, services);
  // The 22nd is not one of the dates any more.
  const dates = { '2026-05-21': own('cant', 4), '2026-05-22': own('maybe', 4), '2026-05-28': own('maybe', 4) };
  const mine = { lasting: [{ ...own('going', 3), from: '' }], dates };
  const rule = { unit: 'week', every: 1 };
  const parts = [{ rule, date: '2026-05-14', time: '10:00', timeZone: 'UTC', duration: 60, lastDate: null }];
  const answered = { _id: 's', parts, leftOut: [], changed: [], answers: { lasting: [], dates: {}, mine } };
  const series = answered as unknown as SeriesView;
  const range = { startDate: '2026-05-14', endDate: '2026-06-14', timeZone: 'UTC' };
  const list = eventList(range, { events: [], series: [series] });
  await act(async () => void (await store.dispatch(eventApi.util.upsertQueryData('events', range, list))));
  await press('Maybe');
  await press('Only this one');
  const given = sent.map(({ url, body }) => [url.split('/').at(-2), body]);
  expect(given.slice(1)).toEqual([
    ['s_2026-05-14', { answer: 'going', guests: 0, revision: 3, scope: 'all' }],
    ['s_2026-05-14', { answer: 'maybe', guests: 0, revision: 7, scope: 'this' }],
    ['s_2026-05-21', { answer: 'cant', guests: 0, revision: 4, scope: 'this' }],
    ['s_2026-05-28', { answer: 'maybe', guests: 0, revision: 4, scope: 'this' }],
  ]);
});
