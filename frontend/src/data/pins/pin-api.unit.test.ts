// @vitest-environment happy-dom
import type { PinView } from '@quorum/contracts/pins/wire.ts';
import { describe, expect, it, vi } from 'vitest';
import { json, message, person } from '../../testing/fakes.ts';
import { openLive } from '../../testing/open-live.ts';
import { type Change, changed } from '../store/changes.ts';
import { pinApi } from './pin-api.ts';

const pin = (id: string, more = {}): PinView => ({
  message: message(id, id, more),
  by: person('user-c', 'Cleo'),
  at: '2026-05-14T14:00:00.000Z',
});

/** The pins of a group with two, last pinned first, and what changes them. */
const open = async () => {
  let stored = [pin('m2'), pin('m1')];
  const { store, sent } = await openLive(({ url }) =>
    url === '/api/groups/group-1/pins' ? json({ pins: stored }) : undefined,
  );
  await store.dispatch(pinApi.endpoints.pins.initiate('group-1'));
  const pins = () => pinApi.endpoints.pins.select('group-1')(store.getState()).data ?? [];
  return {
    pins,
    ids: () => pins().map(({ message: { _id } }) => _id),
    hear: (change: Change) => store.dispatch(changed(change)),
    loads: () => sent.filter(({ url }) => url.endsWith('/pins')).length,
    store: (next: PinView[]) => {
      stored = next;
    },
  };
};

const groupId = 'group-1';
const deleted = { groupId, messageId: 'm2', isEvent: false, revision: '9' };

describe('the pins of a group', () => {
  it('the pins of a group follow what is pinned and unpinned (PIN-01)', async () => {
    const { ids, hear, loads } = await open();
    hear({ name: 'pinsUpdated', payload: { groupId, count: 3, newest: pin('m3'), added: 'm3' } });
    expect(ids()).toEqual(['m3', 'm2', 'm1']);
    hear({ name: 'pinsUpdated', payload: { groupId, count: 2, newest: pin('m3'), removed: 'm2' } });
    expect(ids()).toEqual(['m3', 'm1']);
    expect(loads()).toBe(1);
  });

  it('the pins of a group are loaded again if a change does not lead to the number that it names', async () => {
    const { ids, hear, store } = await open();
    store([pin('m4'), pin('m3'), pin('m2'), pin('m1')]);
    hear({ name: 'pinsUpdated', payload: { groupId, count: 4, newest: pin('m4'), added: 'm3' } });
    await vi.waitFor(() => expect(ids()).toEqual(['m4', 'm3', 'm2', 'm1']));
  });

  it('the pins of a group show mentioned people by their present names (MENTION-05)', async () => {
    const { pins, hear } = await open();
    const quoted = message('m0', 'm0', { mentions: [person('user-d', 'Dan')] });
    const newest = pin('m3', { mentions: [person('user-c', 'Cleo')], replyTo: quoted });
    hear({ name: 'pinsUpdated', payload: { groupId, count: 3, newest, added: 'm3' } });
    for (const [id, name] of [
      ['user-c', 'Clea'],
      ['user-d', 'Daniel'],
    ] as const)
      hear({
        name: 'memberUpdated',
        payload: { groupId, member: { userId: person(id, name), role: 'member', joinedAt: '' } },
      });
    expect(pins()[0]?.message.mentions?.[0]?.firstName).toBe('Clea');
    expect(pins()[0]?.message.replyTo?.mentions?.[0]?.firstName).toBe('Daniel');
  });

  it('the pins of a group follow their messages, and the names of those who pinned them (PIN-02, PIN-06)', async () => {
    const { pins, ids, hear } = await open();
    hear({ name: 'messageUpdated', payload: message('m2', 'm2', { content: 'Edited', revision: 'm3' }) });
    expect(pins()[0]?.message.content).toBe('Edited');
    const member = { userId: person('user-c', 'Clea'), role: 'member', joinedAt: '' } as const;
    hear({ name: 'memberUpdated', payload: { groupId, member } });
    expect(pins()[0]?.by.firstName).toBe('Clea');
    hear({ name: 'messageDeleted', payload: deleted });
    expect(ids()).toEqual(['m1']);
    hear({ name: 'memberLeft', payload: { groupId, userId: 'user-c', reason: 'account-deleted' } });
    expect(pins()[0]?.by.firstName).toBe('');
    hear({ name: 'memberLeft', payload: { groupId, userId: 'user-b', reason: 'account-deleted' } });
    expect(ids()).toEqual([]);
  });
});
