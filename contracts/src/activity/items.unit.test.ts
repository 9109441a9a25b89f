import { describe, expect, it } from 'vitest';
import { settled } from './items.ts';
import type { ActivityKind } from './wire.ts';

/** Times from late to early. */
const times = Array.from({ length: 50 }, (_, at) => String(99 - at));
let made = 0;

/** Each is older than the one before. */
const item = (kind: ActivityKind, eventId?: string, at?: string) => {
  made += 1;
  return {
    _id: `item ${made}`,
    kind,
    at: at ?? times[made] ?? '',
    ...(eventId !== undefined && { event: { _id: eventId } }),
  };
};

const kinds = (...items: ReturnType<typeof item>[]) => settled(items).map(({ kind }) => kind);

const series = '0f3c1a52-0000-4000-8000-000000000001';

describe('the items of Activity', () => {
  it('one call that changes several things of an event is one item: moved before place before renamed', () => {
    expect(kinds(item('moved', 'e', '5'), item('place', 'e', '5'))).toEqual(['moved']);
    expect(kinds(item('renamed', 'e', '5'), item('place', 'e', '5'))).toEqual(['place']);
    expect(kinds(item('renamed', 'e', '5'), item('place', 'other', '5'))).toEqual(['renamed', 'place']);
    expect(kinds(item('renamed', 'e', '6'), item('place', 'e', '5'))).toEqual(['renamed', 'place']);
  });

  it('a cancelled event keeps only that it was, and restoring it takes that away', () => {
    expect(kinds(item('cancelled', 'e'), item('moved', 'e'), item('added', 'other'))).toEqual(['cancelled', 'added']);
    expect(kinds(item('restored', 'e'), item('cancelled', 'e'), item('moved', 'e'))).toEqual(['restored']);
    expect(kinds(item('moved', 'e'), item('restored', 'e'), item('moved', 'e'))).toEqual([
      'moved',
      'restored',
      'moved',
    ]);
    expect(kinds(item('cancelled', 'e'), item('restored', 'e'), item('cancelled', 'e'))).toEqual(['cancelled']);
  });

  it('a cancelled series takes along what was said of its dates, and a cancelled date nothing else', () => {
    const date = `${series}_2026-05-14`;
    expect(kinds(item('cancelled', series), item('moved', date), item('cancelled', date))).toEqual(['cancelled']);
    expect(kinds(item('cancelled', date), item('series', series))).toEqual(['cancelled', 'series']);
  });

  it('a message is one item, however often it comes', () => {
    const mention = item('mention');
    const items = [{ ...mention, kind: 'everyone' as const }, mention];
    expect(settled(items).map(({ kind }) => kind)).toEqual(['mention']);
  });
});
