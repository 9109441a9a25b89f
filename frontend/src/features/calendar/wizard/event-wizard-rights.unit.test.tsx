import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { changed } from '../../../data/store/changes.ts';
import { TimeZoneContext } from '../../../shared/hooks/time-zone.ts';
import { fakeServices, group, json } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import EventWizard from './event-wizard.tsx';

let arrive: (group: GroupView) => void;
function Host() {
  const [known, setKnown] = useState(group('g1', { name: 'Choir' }));
  arrive = setKnown;
  return <EventWizard groupId="g1" group={known} onClose={vi.fn()} />;
}
const allow = (allowMembersCreateEvents: boolean) =>
  act(() => arrive(group('g1', { name: 'Choir', settings: { ...group('g1').settings, allowMembersCreateEvents } })));

it('the wizard says at once that the right to create is gone, and keeps typed text until it is back (PERM-11)', () => {
  const { services } = fakeServices(() => json({ preferences: {}, groups: [] }));
  renderScreen(
    <TimeZoneContext value="America/New_York">
      <Host />
    </TimeZoneContext>,
    services,
  );
  const name = () => screen.getByLabelText<HTMLInputElement>(/^Event name/);
  const next = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Next' });
  fireEvent.change(name(), { target: { value: 'Concert' } });
  expect(screen.queryByRole('alert')).toBeNull();
  allow(false);
  expect(screen.getByRole('alert').textContent).toBe(
    'You can no longer create events in Choir. Your entries stay here until you close this window.',
  );
  expect([name().value, next().disabled]).toEqual(['Concert', true]);
  allow(true);
  expect(screen.queryByRole('alert')).toBeNull();
  expect([name().value, next().disabled]).toEqual(['Concert', false]);
});

it.each(['the right to create in it', 'the group'])(
  'an event for a group chosen in My Schedule never becomes a personal one because %s is gone (EVENT-09, PERM-11)',
  async (lost) => {
    const choir = group('g1', { name: 'Choir' });
    const { services } = fakeServices(() => json({ preferences: {}, groups: [choir] }));
    const { store } = renderScreen(
      <TimeZoneContext value="America/New_York">
        <EventWizard groupId="my-q" group={undefined} onClose={vi.fn()} />
      </TimeZoneContext>,
      services,
    );
    const target = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Group' });
    const next = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Next' });
    fireEvent.change(await screen.findByLabelText(/^Event name/), { target: { value: 'Concert' } });
    fireEvent.change(await screen.findByRole('combobox', { name: 'Group' }), { target: { value: 'g1' } });
    expect([target().value, next().disabled]).toEqual(['g1', false]);
    const settings = { ...choir.settings, allowMembersCreateEvents: false };
    const change =
      lost === 'the group'
        ? ({ name: 'groupDeleted', payload: { groupId: 'g1' } } as const)
        : ({
            name: 'ownGroupUpdated',
            payload: { groupId: 'g1', group: { ...choir, settings, revision: 2 } },
          } as const);
    act(() => void store.dispatch(changed(change)));
    expect((await screen.findByRole('alert')).textContent).toContain('You can no longer create events in Choir.');
    expect([target().value, next().disabled]).toEqual(['g1', true]);
    fireEvent.change(target(), { target: { value: 'my-q' } });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(next().disabled).toBe(false);
  },
);
