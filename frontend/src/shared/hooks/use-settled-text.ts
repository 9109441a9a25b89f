import { limits } from '@quorum/contracts/kernel/limits.ts';
import { useEffect, useState } from 'react';

/** The text once typing has paused. An empty one applies at once. */
export const useSettledText = (text: string): string => {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : limits.autocompleteDebounce);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
};
