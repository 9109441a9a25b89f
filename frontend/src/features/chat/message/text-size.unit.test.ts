import { describe, expect, it } from 'vitest';
import { isLarge, isLong } from './text-size.ts';

describe('the size of a message', () => {
  it('is large for one to three emoji and nothing else', () => {
    expect(['🎉', '👍🏽 ❤️', '👨‍👩‍👧🇮🇹1️⃣'].map(isLarge)).toEqual([true, true, true]);
    expect(['🎉🎉🎉🎉', '🎉 yes', '12', '', ' ', '🎉'.repeat(80)].map(isLarge)).toEqual(Array(6).fill(false));
  });

  it('is long from seventeen lines or 1,401 characters on', () => {
    expect([isLong('a\n'.repeat(15)), isLong('a\n'.repeat(16))]).toEqual([false, true]);
    expect([isLong('a'.repeat(1400)), isLong('a'.repeat(1401))]).toEqual([false, true]);
  });
});
