import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { useMemo } from 'react';
import { type Answers, askedAgain } from './attendance.ts';

/** A copy of an event with the answers that stand beside it. */
export const useAnswered = (event: EventView, answers: Answers | undefined): EventView =>
  useMemo(() => askedAgain({ ...event, ...answers }), [event, answers]);
