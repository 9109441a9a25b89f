import { expect, it } from 'vitest';
import { post } from './model/content.ts';
import { Person, State } from './model/state.ts';
import { viewOf } from './model/views.ts';

const withPoll = () => {
  const [state, person] = [new State(), new Person('p0', '+14152000000')];
  const settings = {
    allowMembersCreateEvents: true,
    allowMembersInvite: true,
    allowMembersEditGroupDetails: true,
  };
  const about = { name: 'Club', description: '', image: false, settings, alive: true, removed: new Set<string>() };
  const members = new Map([['p0', { role: 'owner', place: 0 }]] as const);
  state.groups.set('g0', { id: 'g0', ...about, members, pins: [], invitation: 0 });
  const poll = { id: 'q1', group: 'g0', creator: 'p0', name: 'Dinner', starts: [], event: undefined };
  state.polls.set('q1', { ...poll, state: 'open', votes: new Map() });
  post(state, { id: 'q1', group: 'g0', sender: 'p0', kind: 'poll' });
  const message = () => viewOf(state, person).groups.g0?.chat[0];
  return { state, message };
};

it('the model shows of a deleted message of a poll only that it existed', () => {
  const { state, message } = withPoll();
  expect(message()).toMatchObject({ kind: 'poll', deleted: false });
  Object.assign(state.messages.get('q1') ?? {}, { deleted: true });
  expect(message()).toMatchObject({ kind: 'text', deleted: true });
});

it('the model shows of the message of a removed poll only that it existed', () => {
  const { state, message } = withPoll();
  state.polls.delete('q1');
  expect(message()).toMatchObject({ kind: 'text', deleted: true });
});
