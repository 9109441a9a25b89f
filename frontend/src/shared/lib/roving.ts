import type { KeyboardEvent } from 'react';

/** The index that an arrow, Home or End key leads to in a row that wraps. Undefined for any other key. */
const rovingTarget = (key: string, index: number, count: number): number | undefined => {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return (index + 1) % count;
    case 'ArrowLeft':
    case 'ArrowUp':
      return (index - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
};

/** For siblings that are one tab stop: a key moves the focus from the one at `index` to another one, and chooses that. */
export const rove = (event: KeyboardEvent, index: number, choose: (index: number) => void): void => {
  const siblings = event.currentTarget.parentElement?.children ?? [];
  const target = rovingTarget(event.key, index, siblings.length);
  const sibling = target === undefined ? undefined : siblings[target];
  if (target === undefined || !(sibling instanceof HTMLElement)) return;
  event.preventDefault();
  sibling.focus();
  choose(target);
};
