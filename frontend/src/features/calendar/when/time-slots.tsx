// biome-ignore-all lint/a11y/useSemanticElements: a select cannot show the quarter hours of an hour side by side.

import { hourLabel } from '@quorum/contracts/time/labels.ts';
import { DAY_SLOTS, isPastTime, type Slot, slotMatching } from '@quorum/contracts/time/slots.ts';
import { existsOnClock, minuteOfDay } from '@quorum/contracts/time/wall-clock.ts';
import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { plainKey } from '../../../shared/lib/keys.ts';
import './when.css';

export interface TimeSlotsProps {
  date: string;
  /** `HH:MM`. A time between two quarter hours selects none. */
  time: string | undefined;
  onChange: (time: string) => void;
  /** Milliseconds since the epoch. */
  now: number;
  timeZone: string;
}

const PER_HOUR = 4;
const SLOT_MINUTES = 60 / PER_HOUR;
const TYPING_PAUSE_MS = 1000;
/** Hours shown above the chosen one, to keep it off the edge. */
const HOURS_ABOVE = 3;

/** The 96 quarter hours of a day. Arrows move past the disabled ones, Enter chooses, typing "1:4" jumps. */
export function TimeSlots({ date, time, onChange, now, timeZone }: TimeSlotsProps) {
  const labelId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<number>();
  const isOpen = (slot: Slot) =>
    !isPastTime(date, slot.time, now, timeZone) && existsOnClock({ date, time: slot.time, timeZone });
  const open = DAY_SLOTS.map(isOpen);
  const chosen = DAY_SLOTS.findIndex((slot) => slot.time === time);
  const firstOpen = open.indexOf(true);
  // A time between two quarter hours is scrolled to, although no slot is selected.
  const near = time === undefined ? undefined : Math.floor(minuteOfDay(time) / SLOT_MINUTES);
  const tabStop = [focused, chosen, near].find((index) => index !== undefined && open[index]) ?? firstOpen;

  useScrolling(list, { date, chosen, near, firstOpen });
  const moveTo = (index: number | undefined) => {
    if (index === undefined || !open[index]) return;
    setFocused(index);
    list.current?.querySelector<HTMLButtonElement>(`[data-slot="${index}"]`)?.focus();
  };
  const typedText = useTypedText();
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const target = arrowTarget(plainKey(event), index, open);
    if (target !== 'none') {
      event.preventDefault();
      moveTo(target);
      return;
    }
    const text = typedText(event);
    if (text !== undefined) moveTo(slotMatching(text, { from: index, isEnabled: isOpen }));
  };

  return (
    <div>
      <div className="when__label" id={labelId}>
        Time
      </div>
      <div className="slots" role="listbox" aria-labelledby={labelId} ref={list}>
        {Array.from({ length: 24 }, (_, hour) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the hours of a day never change places.
          <div key={hour} className="slots__row" role="group" aria-label={hourLabel(hour)}>
            <span aria-hidden="true">{hourLabel(hour)}</span>
            {DAY_SLOTS.slice(hour * PER_HOUR, (hour + 1) * PER_HOUR).map((slot, quarter) => {
              const index = hour * PER_HOUR + quarter;
              return (
                <SlotOption
                  key={slot.time}
                  label={slot.label}
                  data-slot={index}
                  aria-selected={index === chosen}
                  disabled={!open[index]}
                  tabIndex={index === tabStop ? 0 : -1}
                  onKeyDown={(event) => onKeyDown(event, index)}
                  onFocus={() => setFocused(index)}
                  onClick={() => onChange(slot.time)}
                />
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

function SlotOption({ label, ...rest }: { label: string } & ComponentProps<'button'>) {
  return (
    <button type="button" className="slot" role="option" aria-label={label} {...rest}>
      {label.replace(/ .*/, '')}
    </button>
  );
}

type Shown = {
  readonly date: string;
  /** Indexes of slots: -1 or undefined for none. */
  readonly chosen: number;
  readonly near: number | undefined;
  readonly firstOpen: number;
};

/** Scrolls to the time when the day changes, and keeps a chosen slot in view. */
const useScrolling = (list: RefObject<HTMLDivElement | null>, { date, chosen, near, firstOpen }: Shown): void => {
  const firstShown = useRef({ near, firstOpen });
  firstShown.current = { near, firstOpen };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another day scrolls the list by itself.
  useLayoutEffect(() => {
    const { near: slot = -1, firstOpen: first } = firstShown.current;
    const hour = Math.max(Math.floor(Math.max(first, 0) / PER_HOUR), Math.floor(slot / PER_HOUR) - HOURS_ABOVE);
    const row = list.current?.children[hour];
    if (list.current && row instanceof HTMLElement) list.current.scrollTop = row.offsetTop - 2;
  }, [date]);
  useEffect(() => {
    if (chosen === -1) return;
    list.current?.querySelector(`[data-slot="${chosen}"]`)?.scrollIntoView?.({ block: 'nearest' });
  }, [list, chosen]);
};

/** The text typed without a pause, including this key. Undefined for a key that no time contains. */
const useTypedText = () => {
  const typed = useRef({ text: '', at: 0 });
  return (event: KeyboardEvent): string | undefined => {
    const key = plainKey(event);
    if (!/^[\d:apm]$/i.test(key)) return undefined;
    const fresh = event.timeStamp - typed.current.at > TYPING_PAUSE_MS;
    typed.current = { text: (fresh ? '' : typed.current.text) + key, at: event.timeStamp };
    return typed.current.text;
  };
};

const arrowTarget = (key: string, index: number, open: readonly boolean[]): number | undefined | 'none' => {
  const nextOpen = (from: number, step: number): number | undefined => {
    for (let at = from + step; at >= 0 && at < open.length; at += step) if (open[at]) return at;
    return undefined;
  };
  switch (key) {
    case 'ArrowLeft':
      return nextOpen(index, -1);
    case 'ArrowRight':
      return nextOpen(index, 1);
    case 'ArrowUp':
      return nextOpen(index, -PER_HOUR);
    case 'ArrowDown':
      return nextOpen(index, PER_HOUR);
    case 'Home':
      return nextOpen(-1, 1);
    case 'End':
      return nextOpen(open.length, -1);
    default:
      return 'none';
  }
};
