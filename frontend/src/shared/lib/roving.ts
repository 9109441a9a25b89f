import type { KeyboardEvent } from 'react';
import { plainKey } from './keys.ts';

/** The index that an arrow, Home or End key leads to in a row, which may lie beyond its ends. Undefined for any other key. */
export const rowTarget = (key: string, index: number, count: number): number | undefined => {
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    Home: 0,
    End: count - 1,
  };
  return targets[key];
};

/** Up and down lead where left and right do, and the row wraps. */
const rovingTarget = (key: string, index: number, count: number): number | undefined => {
  const turned: Readonly<Record<string, string>> = { ArrowUp: 'ArrowLeft', ArrowDown: 'ArrowRight' };
  const target = rowTarget(turned[key] ?? key, index, count);
  return target === undefined ? undefined : (target + count) % count;
};

/** For siblings that are one tab stop: a key moves the focus from the one at `index` to another one, and chooses that. */
export const rove = (event: KeyboardEvent, index: number, choose: (index: number) => void): void => {
  const siblings = event.currentTarget.parentElement?.children ?? [];
  const target = rovingTarget(plainKey(event), index, siblings.length);
  const sibling = target === undefined ? undefined : siblings[target];
  if (target === undefined || !(sibling instanceof HTMLElement)) return;
  event.preventDefault();
  sibling.focus();
  choose(target);
};
