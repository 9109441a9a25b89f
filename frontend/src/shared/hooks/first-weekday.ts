import type { FirstWeekday } from '@quorum/contracts/time/days.ts';
import { createContext, useContext } from 'react';

export const FirstWeekdayContext = createContext<FirstWeekday>(0);

/** The day that the viewer's weeks begin with, in every calendar. */
export const useFirstWeekday = (): FirstWeekday => useContext(FirstWeekdayContext);
