import { describe, expect, it } from 'vitest';
import type { Command } from './command.ts';
import { compared, Difference } from './difference.ts';

const command: Command = { n: 7, does: 'reviewReport', who: 'admin', keys: [] };
const compare = (one: string, other: string) => () =>
  compared(command, 409, [
    { name: 'embedded', status: 409, error: one },
    { name: 'shared engines', status: 409, error: other },
  ]);

describe('answers of two products', () => {
  it('answers of two products may name different minutes', () => {
    expect(compare('Decided by root at 12:04 PM UTC.', 'Decided by root at 12:05 PM UTC.')).not.toThrow();
  });

  it('answers of two products must agree in every other word', () => {
    expect(compare('Decided by root.', 'Decided by ada.')).toThrow(Difference);
  });
});
