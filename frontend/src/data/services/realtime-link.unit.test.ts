import { expect, it } from 'vitest';
import { createRealtimeLink, type RealtimeCommands } from './realtime-link.ts';

const socket = () => {
  const told: unknown[] = [];
  const commands: RealtimeCommands = {
    joinGroup: (groupId) => told.push(['join', groupId]),
    leaveGroup: (groupId) => told.push(['leave', groupId]),
    typing: () => told.push('typing'),
    stopTyping: () => told.push('stopTyping'),
    tellRead: () => undefined,
    noteRead: (sequences) => told.push(['read', sequences]),
    retryNow: () => told.push('retryNow'),
  };
  return { commands, told };
};

it('the first socket receives what was read and followed before it existed, so that no change in between is lost (CQRS-05)', () => {
  const link = createRealtimeLink();
  link.noteRead({ 'group-1': 4 });
  link.joinGroup('1');
  link.typing({ groupId: '1', userId: 'user-a', userName: 'Ada', profilePictureUrl: null });
  link.retryNow();
  const { commands, told } = socket();
  const unbind = link.bind(commands);
  expect(told).toEqual([
    ['read', { 'group-1': 4 }],
    ['join', '1'],
  ]);
  link.noteRead({ 'group-1': 5 });
  expect(told.at(-1)).toEqual(['read', { 'group-1': 5 }]);

  // What one account read says nothing about the next one.
  unbind();
  link.noteRead({ 'group-1': 6 });
  const next = socket();
  link.bind(next.commands);
  expect(next.told).toEqual([]);
});
