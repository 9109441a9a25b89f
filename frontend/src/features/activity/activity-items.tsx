import type { ActivityItemView } from '@quorum/contracts/activity/wire.ts';
import { dayHeader } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useGroupAccents } from '../../data/group/accent.ts';
import { groupApi } from '../../data/group/group-api.ts';
import { useTimeZone } from '../../shared/hooks/time-zone.ts';
import { useKeptPlace } from '../../shared/hooks/use-kept-place.ts';
import { useMinute } from '../../shared/hooks/use-now.ts';
import { plainKey } from '../../shared/lib/keys.ts';
import { rowTarget } from '../../shared/lib/row-target.ts';
import { ActivityItem } from './activity-item.tsx';
import { itemText } from './item-text.ts';

interface ActivityItemsProps {
  items: readonly ActivityItemView[];
  /** The ids of those that stand out. */
  marked: ReadonlySet<string>;
  empty: ReactNode;
  onMembers: (groupId: string) => void;
}

/** The items by day. They are one tab stop. */
export function ActivityItems({ items, marked, empty, onMembers }: ActivityItemsProps) {
  const timeZone = useTimeZone();
  const today = localDate(useMinute(), timeZone);
  const { data: groups } = groupApi.useMyGroupsQuery();
  const accentOf = useGroupAccents();
  const [current, setCurrent] = useState<string>();
  const place = usePlace(items);
  const nameOf = new Map(groups?.map((group) => [group._id, group]));
  const announced = useAnnounced(items, (item) => itemText(item, nameOf.get(item.groupId)?.name ?? '', timeZone));
  const stop = items.some(({ _id }) => _id === current) ? current : items[0]?._id;
  const days = byDay(items, timeZone);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its items take the keys
    <div className="activity__scroll" {...place} onKeyDown={onArrow}>
      {items.length === 0 && <div className="empty activity__empty">{empty}</div>}
      <div className="activity__col">
        {days.map(([date, ofDay]) => (
          <section key={date}>
            <h3 className="activity__day">{dayHeader(date, today)}</h3>
            <ul>
              {ofDay.map((item) => (
                <li key={item._id} data-item={item._id}>
                  <ActivityItem
                    item={item}
                    group={nameOf.get(item.groupId)}
                    accent={accentOf(item.groupId)}
                    timeZone={timeZone}
                    isUnread={marked.has(item._id)}
                    tabIndex={item._id === stop ? 0 : -1}
                    onFocus={() => setCurrent(item._id)}
                    onMembers={onMembers}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <div className="visually-hidden" role="status" aria-live="polite">
        {announced}
      </div>
    </div>
  );
}

type Day = readonly [date: string, items: readonly ActivityItemView[]];

const byDay = (items: readonly ActivityItemView[], timeZone: string): readonly Day[] => {
  const days = new Map<string, ActivityItemView[]>();
  for (const item of items) {
    const date = localDate(item.at, timeZone);
    days.set(date, [...(days.get(date) ?? []), item]);
  }
  return [...days];
};

const itemsIn = (list: Element | null): readonly HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[data-item] > *') ?? []),
];

const KEYS: Readonly<Record<string, string>> = {
  ArrowUp: 'ArrowLeft',
  ArrowDown: 'ArrowRight',
  Home: 'Home',
  End: 'End',
};

const onArrow = (event: KeyboardEvent): void => {
  const all = itemsIn(event.currentTarget);
  const key = KEYS[plainKey(event) ?? ''];
  const at = all.indexOf(document.activeElement as HTMLElement);
  const target = key === undefined || at === -1 ? undefined : rowTarget(key, at, all.length);
  if (target === undefined) return;
  event.preventDefault();
  all[target]?.focus();
};

/** The newest item, once it is there and not when the list is opened. */
const useAnnounced = (items: readonly ActivityItemView[], say: (item: ActivityItemView) => string): string => {
  const [newest] = items;
  const [known, setKnown] = useState(newest?.at ?? '');
  const [announced, setAnnounced] = useState('');
  if (newest !== undefined && newest.at > known) {
    setKnown(newest.at);
    setAnnounced(say(newest));
  }
  return announced;
};

const focusedIn = (list: HTMLElement): HTMLElement | null =>
  list.contains(document.activeElement) ? (document.activeElement?.closest<HTMLElement>('[data-item]') ?? null) : null;

/** Keeps the place, and what has the focus where it is when items come in above it. */
const usePlace = (items: readonly ActivityItemView[]) => {
  const list = useRef<HTMLDivElement>(null);
  const focusedTop = useRef<number | undefined>(undefined);
  const topOfFocused = (): number | undefined =>
    list.current ? focusedIn(list.current)?.getBoundingClientRect().top : undefined;
  const kept = useKeptPlace(
    () =>
      list.current && { row: '', above: list.current.scrollTop, focused: focusedIn(list.current)?.dataset.item ?? '' },
    ({ above, focused }) => {
      if (list.current === null || items.length === 0) return false;
      list.current.scrollTop = above;
      const item = itemsIn(list.current).find(({ parentElement }) => parentElement?.dataset.item === focused);
      item?.focus({ preventScroll: true });
      return true;
    },
  );
  const noteFocus = (): void => {
    focusedTop.current = topOfFocused();
  };
  // Whatever was drawn.
  useLayoutEffect(() => {
    const top = topOfFocused();
    if (list.current !== null && top !== undefined && focusedTop.current !== undefined)
      list.current.scrollTop += top - focusedTop.current;
    noteFocus();
  });
  const and = (handle: () => void) => () => {
    noteFocus();
    handle();
  };
  return { ref: list, ...kept, onScroll: and(kept.onScroll), onFocus: and(kept.onFocus) };
};
