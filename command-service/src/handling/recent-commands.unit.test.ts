import { describe, expect, it } from 'vitest';
import { RecentCommands } from './recent-commands.ts';

describe('recent commands', () => {
  it('include the last one by its last position, and those before it', () => {
    const commands = new RecentCommands();
    commands.note('a', 'digest', '1');
    commands.note('a', 'digest', '2');
    expect(commands.get('a')).toEqual({ id: 'a', digest: 'digest', position: '2' });
    commands.note('b', undefined, '3');
    expect(commands.get('a')?.position).toBe('2');
    expect(commands.get('b')).toEqual({ id: 'b', digest: undefined, position: '3' });
    expect(commands.get('c')).toBeUndefined();
  });

  it('drop the oldest beyond 256, and keep one that was repeated', () => {
    const commands = new RecentCommands();
    commands.note('again', undefined, '0');
    for (let n = 0; n < 255; n++) commands.note(`c${n}`, undefined, String(n));
    commands.note('again', undefined, '255');
    commands.note('last', undefined, '256');
    expect(commands.get('c0')).toBeUndefined();
    expect(commands.get('c1')).toBeDefined();
    expect(commands.get('again')?.position).toBe('255');
  });
});
