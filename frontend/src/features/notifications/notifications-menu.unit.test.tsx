// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { TickerContext } from '../../shared/hooks/use-now.ts';
import { group, json, signedInServices } from '../../testing/fakes.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { muteChoices } from './mute-choices.ts';
import { NotificationsMenu } from './notifications-menu.tsx';

const NOW = Date.parse('2026-05-14T14:42:00.000Z');

const show = (chosen: object = {}) => {
  let [refused, now] = [false, NOW];
  const ticks = new Set<() => void>();
  const { services, sent } = signedInServices(({ method }) => {
    if (method !== 'GET') return refused ? json({ error: 'no' }, 500) : json({ success: true });
    return json({ groups: [], preferences: { g1: chosen } });
  });
  const onClose = vi.fn();
  const opener = document.body.appendChild(document.createElement('button'));
  const ticker = {
    now: () => now,
    subscribe: (listener: () => void) => {
      ticks.add(listener);
      return () => ticks.delete(listener);
    },
  };
  renderScreen(
    <TickerContext value={ticker}>
      <NotificationsMenu group={group('g1', { name: 'Film Club' })} opener={opener} onClose={onClose} />
    </TickerContext>,
    { ...services, now: () => now, sleep: async () => undefined },
  );
  return {
    sent: () => sent.flatMap(({ body, method }) => (method === 'POST' ? [body] : [])),
    refuse: () => {
      refused = true;
    },
    passTo: (moment: number) => {
      now = moment;
      act(() => {
        for (const tick of ticks) tick();
      });
    },
    ticks,
  };
};

const level = (name: RegExp) => screen.getByRole('radio', { name });

it('the notifications of a group name it and offer three levels, a switch and five mutes (NOTE-01, NOTE-02)', async () => {
  const { sent } = show();
  expect(screen.getByRole('dialog', { name: 'Notifications for Film Club' })).toBeTruthy();
  expect(level(/^All messages/).getAttribute('aria-checked')).toBe('true');
  expect(screen.getByRole('switch', { name: /^Event changes/ }).getAttribute('aria-checked')).toBe('true');
  expect(screen.getByRole('group', { name: 'Mute' }).textContent).toBe(
    'For 1 hourFor 8 hoursUntil tomorrow, 8:00 AMFor a weekUntil I turn it back on',
  );
  fireEvent.click(level(/^Mentions/));
  await waitFor(() => expect(level(/^Mentions/).getAttribute('aria-checked')).toBe('true'));
  fireEvent.keyDown(level(/^Mentions/), { key: 'ArrowDown' });
  fireEvent.click(screen.getByRole('switch'));
  await waitFor(() => expect(sent()).toHaveLength(3));
  expect(sent()).toEqual([
    { groupId: 'g1', level: 'mentions' },
    { groupId: 'g1', level: 'nothing' },
    { groupId: 'g1', eventChanges: false },
  ]);
});

it('a choice that was refused goes back, and says so (NOTE-02)', async () => {
  const { refuse } = show();
  refuse();
  fireEvent.click(level(/^Nothing/));
  expect(await screen.findByText('Your choice wasn’t saved')).toBeTruthy();
  expect(level(/^All messages/).getAttribute('aria-checked')).toBe('true');
});

it('a mute ends by itself, without a call, and can be ended before (NOTE-03)', async () => {
  const until = new Date(NOW + 3_600_000).toISOString();
  const { passTo, sent, ticks } = show({ mutedUntil: until });
  const muted = () => screen.queryByText(/^Muted until/);
  await waitFor(() => expect(muted()).not.toBeNull());
  expect(screen.queryByRole('group', { name: 'Mute' })).toBeNull();
  passTo(NOW + 3_599_000);
  expect(muted()).not.toBeNull();
  passTo(NOW + 3_600_000);
  expect(muted()).toBeNull();
  expect(sent()).toEqual([]);
  expect(ticks.size).toBeGreaterThan(0);
  passTo(NOW);
  fireEvent.click(screen.getByRole('button', { name: 'Unmute' }));
  await waitFor(() => expect(muted()).toBeNull());
  expect(sent()).toEqual([{ groupId: 'g1', mutedUntil: null }]);
});

it('muting until tomorrow ends at 8:00 AM of the viewer, also over a change of clocks', () => {
  const until = (now: string, timeZone: string) =>
    new Map(muteChoices(Date.parse(now), timeZone)).get('Until tomorrow, 8:00 AM');
  expect(until('2026-05-14T14:42:00.000Z', 'America/New_York')).toBe('2026-05-15T12:00:00.000Z');
  expect(until('2026-05-14T23:42:00.000Z', 'Asia/Tokyo')).toBe('2026-05-15T23:00:00.000Z');
  expect(until('2026-03-08T02:42:00.000Z', 'America/New_York')).toBe('2026-03-08T12:00:00.000Z');
});
