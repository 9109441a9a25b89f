import type { KeyboardEvent } from 'react';
import { plainKey } from './keys.ts';
import { rowTarget } from './row-target.ts';

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
