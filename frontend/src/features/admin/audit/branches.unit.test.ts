import type { AuditLine } from '@quorum/contracts/audit/wire.ts';
import { describe, expect, it } from 'vitest';
import { type Branch, branchesOf } from './chain.tsx';

const line = (_id: string, causedBy: string | null): AuditLine => ({
  _id,
  at: '2026-05-14T14:00:00.000Z',
  kind: 'message',
  type: 'MessagePosted',
  stream: 'message-1',
  revision: 0,
  actor: { _id: 'admin', name: 'admin' },
  user: null,
  group: null,
  facts: {},
  sentence: [],
  detail: '',
  notes: null,
  correlationId: 'c',
  causedBy,
});

type Names = readonly (string | Names)[];
const names = (branches: readonly Branch[]): Names =>
  branches.flatMap(({ line: { _id }, caused }) => (caused.length === 0 ? [_id] : [_id, names(caused)]));

describe('a chain of events', () => {
  it('a chain of events is a tree of causes in the order of the log (AUDIT-01)', () => {
    const chain = [
      line('reviewed', null),
      line('removed', 'reviewed'),
      line('file', 'removed'),
      line('closed', 'reviewed'),
    ];
    expect(names(branchesOf(chain))).toEqual(['reviewed', ['removed', ['file'], 'closed']]);
  });

  it('a chain of events keeps an event whose cause is not among them', () => {
    expect(names(branchesOf([line('late', 'elsewhere'), line('own', null)]))).toEqual(['late', 'own']);
  });
});
