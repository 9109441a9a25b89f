import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FakeList } from './testing/fake-list.ts';

const expectCovered = (list: FakeList): void => {
  const rows = [...list.shown().values()];
  const [upper, lower] = [Math.min(...rows.map(({ y }) => y)), Math.max(...rows.map(({ y, height }) => y + height))];
  expect(upper).toBeLessThanOrEqual(1);
  expect(lower).toBeGreaterThanOrEqual(Math.min(list.height, list.extent - list.top) - 1);
};

/** Runs a change and expects rows to stay in their place, or where a wheel leads them, unless an end of the list is in the way. */
const expectPlaced = (list: FakeList, ids: readonly string[], change: () => void, by = 0): void => {
  const before = list.shown();
  const wasNear = list.below < 48;
  change();
  // Near the end, the list may go to its end with the next change.
  if (wasNear || list.below < 48) return;
  for (const id of ids) {
    const [was, is] = [before.get(id), list.shown().get(id)];
    if (was === undefined || is === undefined) continue;
    const y = was.y - by;
    const isInView = y + was.height > 0 && y < list.height;
    if (isInView && list.canBeAt(id, y)) expect(Math.abs(y - is.y)).toBeLessThanOrEqual(2);
  }
};

const height = fc.integer({ min: 20, max: 400 });
const heights = fc.array(height, { minLength: 1, maxLength: 60 });
const action = fc.oneof(
  fc.record({ name: fc.constant('append' as const), heights }),
  fc.record({ name: fc.constant('prepend' as const), heights }),
  fc.record({ name: fc.constant('drop' as const), count: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ name: fc.constant('replace' as const), heights }),
  fc.record({ name: fc.constant('resize' as const), at: fc.nat(), height }),
  fc.record({ name: fc.constant('window' as const), height: fc.integer({ min: 200, max: 1_200 }) }),
  fc.record({ name: fc.constant('wheel' as const), by: fc.integer({ min: -3_000, max: 3_000 }) }),
  fc.record({ name: fc.constant('tick' as const), by: fc.integer({ min: -30, max: 30 }) }),
  fc.record({ name: fc.constant('jump' as const), at: fc.nat() }),
  fc.record({ name: fc.constant('toEnd' as const) }),
);
type Action = typeof action extends fc.Arbitrary<infer D> ? D : never;

/** A jump to one of the last messages, a window that shows the end then, and messages that come. */
const jumpThenGrow: Action[] = [
  { name: 'jump', at: 178 },
  { name: 'window', height: 891 },
  { name: 'append', heights: [20, 175, 193, 81] },
];

/** What the reader last asked for: the newest message, a message that was jumped to, or what is in view. */
type Wanted = { readonly end: boolean } | { readonly id: string } | undefined;

const wheel = (list: FakeList, by: number): Wanted => {
  const possible = Math.max(-list.top, Math.min(by, list.below));
  // At the very ends, rows that turn out smaller than estimated move the list.
  if (possible === by) expectPlaced(list, list.inView().slice(0, 1), () => list.wheel(by), by);
  else list.wheel(by);
  return list.below < 48 ? { end: list.below < 1 } : undefined;
};

const perform = (list: FakeList, step: Action, wanted: Wanted): Wanted => {
  const seen = list.inView();
  switch (step.name) {
    case 'append':
      if (wanted === undefined) expectPlaced(list, seen, () => list.append(step.heights));
      else list.append(step.heights);
      return wanted;
    case 'prepend':
      if (wanted === undefined) expectPlaced(list, seen.slice(1), () => list.prepend(step.heights));
      else list.prepend(step.heights);
      return wanted;
    case 'drop': {
      const kept = list.rows.slice(step.count);
      if (kept.length === 0 || ('id' in (wanted ?? {}) && !kept.some(({ id }) => id === (wanted as { id: string }).id)))
        return wanted;
      if (wanted === undefined) expectPlaced(list, seen.slice(1), () => list.change(kept));
      else list.change(kept);
      return wanted !== undefined || list.inView().some((id) => seen.includes(id)) ? wanted : { end: true };
    }
    case 'replace':
      list.change(list.newRows(step.heights));
      return { end: true };
    case 'resize': {
      const id = list.rows[step.at % list.rows.length]?.id ?? '';
      const rest = seen.filter((other) => other !== id);
      const above = list.rows.findIndex((row) => row.id === id) < list.rows.findIndex((row) => row.id === rest[0]);
      if (wanted === undefined && above) expectPlaced(list, rest, () => list.resize(id, step.height));
      else list.resize(id, step.height);
      return wanted;
    }
    case 'window':
      list.height = step.height;
      list.draw();
      return wanted;
    case 'wheel':
    case 'tick':
      return wheel(list, step.by);
    case 'jump': {
      const id = list.rows[step.at % list.rows.length]?.id ?? '';
      list.jump(id);
      return { id };
    }
    case 'toEnd':
      list.toEnd();
      return { end: true };
  }
};

describe('a list of rows of any heights', () => {
  it('a list of any rows covers its window, follows its end, keeps its reading place and jump targets, and obeys the wheel (UX-05)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.array(action, { maxLength: 25 }), (count, actions) => {
        const list = new FakeList(count);
        let wanted: Wanted = { end: true };
        for (const step of actions) {
          wanted = perform(list, step, wanted);
          expectCovered(list);
          if (wanted === undefined) continue;
          if ('end' in wanted && wanted.end) expect(list.below).toBeLessThanOrEqual(1);
          if ('id' in wanted) {
            expect(list.inView()).toContain(wanted.id);
            // A reader who sees the newest message is at the end, also if the window grew.
            if (list.below < 1) wanted = { end: true };
          }
        }
      }),
      { numRuns: 400, examples: [[185, jumpThenGrow]] },
    );
  });

  it('the wheel leaves the end of a list although a message arrives before it takes effect (UX-05)', () => {
    const list = new FakeList(40);
    const before = list.top;
    list.wheel(-200, () => list.append([60]));
    expect(list.top).toBe(before - 200);
  });

  it('a list keeps a step that its reader took just before older messages are drawn (UX-05)', () => {
    const list = new FakeList(100);
    list.wheel(-1_500);
    const seen = list.inView().slice(1, -2);
    expectPlaced(list, seen, () => list.move(-120, () => list.prepend([40, 80, 60])), -120);
  });

  it('the wheel leaves a jump target although rows are measured before it takes effect (UX-05)', () => {
    const list = new FakeList(40);
    list.jump('m10');
    const before = list.shown().get('m10')?.y ?? Number.NaN;
    list.wheel(100, () => list.resize('m11', 300));
    expect(list.shown().get('m10')?.y).toBe(before - 100);
  });

  it('a list of rows of any heights follows its end after a turn of the wheel that moved nothing (UX-05)', () => {
    const list = new FakeList(40);
    list.controller.wheel(-1);
    list.controller.rest();
    list.append([60]);
    expect(list.below).toBe(0);
  });

  it('a list follows its end until an awaited message is loaded, and shows it then (UX-05)', () => {
    const list = new FakeList(40);
    const [far] = list.newRows([70]);
    if (far === undefined) throw new Error('There is a row');
    expect(list.controller.jump({ messageId: far.id, align: 'center', offset: 0 })).toBe(false);
    list.append([60]);
    expect(list.below).toBe(0);
    list.change([far, ...list.newRows([50, 60, 70]), ...list.rows]);
    expect(list.inView()).toContain(far.id);
    expectCovered(list);
  });

  it('a list stays where the reader went while an awaited message was loading (UX-05)', () => {
    const list = new FakeList(40);
    const [far] = list.newRows([70]);
    if (far === undefined) throw new Error('There is a row');
    list.controller.jump({ messageId: far.id, align: 'center', offset: 0 });
    list.wheel(-300);
    expect(list.controller.awaits(far.id)).toBe(false);
    const seen = list.inView();
    list.change([far, ...list.rows]);
    expect(list.inView()).toEqual(seen);
  });

  it('a list of rows of any heights opens at the saved place, and saves it again (UX-05)', () => {
    const list = new FakeList(100);
    list.wheel(-1_234);
    const place = list.controller.place;
    const again = new FakeList(100, place);
    expect(again.controller.place?.messageId).toBe(place?.messageId);
    expect(Math.abs((again.controller.place?.offset ?? Number.NaN) - (place?.offset ?? 0))).toBeLessThanOrEqual(1);
    expect(again.inView()).toEqual(list.inView());
    again.toEnd();
    expect(again.controller.place).toBeUndefined();
  });

  it('a list counts as read to its end only once that is in view (UX-03)', () => {
    const list = new FakeList(100, { messageId: 'm3', offset: 10 });
    expect(list.isAtEnd).toBe(false);
    list.toEnd();
    expect(list.isAtEnd).toBe(true);
    list.jump('m50');
    expect(list.isAtEnd).toBe(false);
    list.jump('m99');
    expect(list.isAtEnd).toBe(true);
  });

  it('a list of rows of any heights moves no further than needed to show the next message by key (UX-05)', () => {
    const list = new FakeList(100);
    list.jump('m50');
    const [before, seen] = [list.top, list.inView()];
    list.controller.bringIntoView(seen[2] ?? '');
    list.draw();
    expect(list.top).toBe(before);
    list.controller.bringIntoView('m99');
    list.draw();
    expect(list.below).toBe(0);
  });
});
