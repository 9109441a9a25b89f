import { useSyncExternalStore } from 'react';
import { readTheme, setTheme, subscribeToTheme, type ThemeChoice } from '../lib/theme.ts';

/** The theme chosen in this browser, and its setter. */
export function useTheme(): readonly [ThemeChoice, (choice: ThemeChoice) => void] {
  return [useSyncExternalStore(subscribeToTheme, readTheme), setTheme];
}
