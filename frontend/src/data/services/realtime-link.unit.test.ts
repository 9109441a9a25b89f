import { expect, it } from 'vitest';
import { createRealtimeLink, type RealtimeCommands } from './realtime-link.ts';

const socket = () => {
  const sent: unknown[] = [];
  const commands: RealtimeCommands = {
    joinGroup: (groupId) => sent.push(['join', groupId]),
    leaveGroup: (groupId) => sent.push(['leave', groupId]),
    typing: () => sent.push('typing'),
    stopTyping: () => sent.push('stopTyping'),
    sendRead: () => undefined,
    noteRead: (sequences) => sent.push(['read', sequences]),
    retryNow: () => sent.push('retryNow'),
  };
  return { commands, sent };
};

it('the first socket receives what was read and followed before it existed, so that no change in between is lost (CQRS-05)', () => {
  const link = createRealtimeLink();
  link.noteRead({ 'group-1': 4 });
  link.joinGroup('1');
  link.typing({ groupId: '1', userId: 'user-a', userName: 'Ada', profilePictureUrl: null });
  link.retryNow();
  const { commands, sent } = socket();
  const unbind = link.bind(commands);
  expect(sent).toEqual([
    ['read', { 'group-1': 4 }],
    ['join', '1'],
  ]);
  link.noteRead({ 'group-1': 5 });
  expect(sent.at(-1)).toEqual(['read', { 'group-1': 5 }]);

  // What one account read says nothing about the next one.
  unbind();
  link.noteRead({ 'group-1': 6 });
  const next = socket();
  link.bind(next.commands);
  expect(next.sent).toEqual([]);
});
