import { limits } from '@quorum/contracts/kernel/limits.ts';
import { useEffect, useState } from 'react';

/**
 * The text once typing has paused. An empty one applies at once.
 * @param pause milliseconds.
 */
export const useSettledText = (text: string, pause: number = limits.autocompleteDebounce): string => {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : pause);
    return () => clearTimeout(timer);
  }, [text, pause]);
  return settled;
};
