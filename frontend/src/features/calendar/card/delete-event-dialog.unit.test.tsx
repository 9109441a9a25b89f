import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { timedEvent } from '../../../data/calendar-entry/timed-event.ts';
import { groupApi } from '../../../data/group/group-api.ts';
import { calendarEvent } from '../../../testing/calendar.ts';
import { ada, group, json, person, type Reply, signedInServices } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { DeleteEventDialog } from './delete-event-dialog.tsx';
import { EventCard } from './event-card.tsx';
import { CardBody } from './later.ts';

beforeAll(CardBody.preload);

beforeEach(() => vi.spyOn(console, 'warn').mockImplementation(() => undefined));

/** Removes the event from the schedule, as a pushed change does. */
let drop: () => void;
function Card({ event }: { event: EventView }) {
  const [removing, setRemoving] = useState<EventView>();
  const [dropped, setDropped] = useState(false);
  drop = () => setDropped(true);
  const ignore = () => undefined;
  const actions = {
    toggle: ignore,
    beginEdit: ignore,
    typeEdit: ignore,
    endEdit: ignore,
    editTimes: ignore,
    showHistory: ignore,
  };
  return (
    <>
      <EventCard
        timed={timedEvent(event)}
        rowKey={event._id}
        date={event.date}
        timeZone="America/New_York"
        viewerId={ada._id}
        accent={undefined}
        expanded
        edit={undefined}
        actions={{ ...actions, remove: setRemoving }}
      />
      {removing && <DeleteEventDialog event={removing} isGone={dropped} onClose={() => setRemoving(undefined)} />}
    </>
  );
}

const show = (answer: Reply | Promise<Response>, creator = person(ada._id, 'Ada'), more: Partial<EventView> = {}) => {
  const { services, sent } = signedInServices(() => answer);
  const event = calendarEvent('a', { at: '13:30', name: 'Dinner', creator, ...more });
  const shown = renderScreen(<Card event={event} />, services);
  return { sent, store: shown.store };
};
const ask = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  return screen.findByRole('alertdialog', { name: 'Delete Event' });
};
const press = (dialog: HTMLElement, name: string) => fireEvent.click(within(dialog).getByRole('button', { name }));

describe('deleting an event', () => {
  it('deleting an event is offered to the creator, and happens only after the question (CAL-23)', async () => {
    const { sent } = show(json({ success: true }));
    const dialog = await ask();
    expect(dialog.textContent).toContain('You can restore it for 30 days.');
    expect(
      within(dialog)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Cancel', 'Delete']);
    press(dialog, 'Cancel');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(sent).toEqual([]);
    press(await ask(), 'Delete');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(sent.map(({ method, url }) => [method, url])).toEqual([['DELETE', '/api/events/a']]);
    cleanup();
    show(json({}), person('user-b'));
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  });

  it('deleting an event that no longer repeats asks for no dates, and deletes all of it (SERIES-26)', async () => {
    const { sent } = show(json({ success: true }), undefined, { seriesId: 'a', occurrence: '2026-05-14' });
    press(await ask(), 'Delete');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(sent.map(({ method, url }) => [method, url])).toEqual([['DELETE', '/api/events/a?scope=all']]);
  });

  it.each([
    [json({ error: 'Only the creator can delete this event' }, 403), 'Error: Only the creator can delete this event'],
    [json({}, 400), 'Failed to delete event'],
  ])('a failed deletion of an event is reported and keeps the question open (ERR-08)', async (answer, text) => {
    show(answer);
    const dialog = await ask();
    press(dialog, 'Delete');
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(screen.getByRole('alertdialog')).toBe(dialog);
  });

  it('the question about deleting an event ends, and says why, when the event is deleted elsewhere (ERR-08)', async () => {
    show(json({ error: 'Event not found' }, 404));
    await ask();
    act(() => drop());
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByText('This event was deleted')).toBeDefined();
    cleanup();
    // The user confirmed before the change arrived.
    show(json({ error: 'Event not found' }, 404));
    press(await ask(), 'Delete');
    await screen.findByText('Error: Event not found');
    act(() => drop());
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByText('This event was deleted')).toBeDefined();
  });

  it('the question about deleting an event ends, and says why, when the right to delete those of others is lost (PERM-15)', async () => {
    const { store } = show(json({}), person('user-b'));
    const list = (role: 'admin' | 'member') =>
      act(async () => {
        await store.dispatch(groupApi.util.upsertQueryData('myGroups', undefined, [group('group-1', { role })]));
      });
    await list('admin');
    await ask();
    await list('member');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByText('You can no longer delete this event')).toBeDefined();
  });

  it('a deleted event closes the question and is reported once, even if the push comes before the answer (CAL-23)', async () => {
    let answer: (reply: Response) => void = () => undefined;
    show(new Promise<Response>((resolve) => (answer = resolve)));
    press(await ask(), 'Delete');
    act(() => drop());
    expect(screen.getByRole('alertdialog')).toBeDefined();
    await act(async () => answer(json({ success: true })));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.queryByText('This event was deleted')).toBeNull();
    expect(screen.getByText(/^Deleted /)).toBeDefined();
  });
});
