import { describe, expect, it } from 'vitest';
import { RecentCommands } from './folded-stream.ts';

const HOUR = 3_600_000;

/** Notes a command of this hour. The position is the hour. */
const noteAt = (commands: RecentCommands, id: string, hour: number, digest?: string): void =>
  commands.note({ id, digest, position: String(hour), at: HOUR * hour });

describe('recent commands', () => {
  it('recent commands include the last one by its last position, and those before it', () => {
    const commands = new RecentCommands();
    noteAt(commands, 'a', 1, 'digest');
    noteAt(commands, 'a', 2, 'digest');
    expect(commands.get('a')).toMatchObject({ digest: 'digest', position: '2' });
    noteAt(commands, 'b', 3);
    expect(commands.get('a')?.position).toBe('2');
    expect(commands.get('b')).toMatchObject({ digest: undefined, position: '3' });
    expect(commands.get('c')).toBeUndefined();
  });

  it('recent commands are kept for 24 hours, however many follow, and longer if repeated (CQRS-01)', () => {
    const commands = new RecentCommands();
    noteAt(commands, 'first', 0);
    noteAt(commands, 'again', 0);
    for (let n = 0; n < 10_000; n++) noteAt(commands, `c${n}`, 12);
    expect(commands.get('first')).toBeDefined();
    noteAt(commands, 'again', 20);
    noteAt(commands, 'on the next day', 24);
    expect(commands.get('first')).toBeDefined();
    noteAt(commands, 'later', 24.5);
    expect(commands.get('first')).toBeUndefined();
    expect(commands.get('c0')).toBeDefined();
    expect(commands.get('again')?.position).toBe('20');
  });
});
