import { createAction } from '@reduxjs/toolkit';
import type { Change } from '../services/changes.ts';

/** Everything that is loaded takes the change in, each cache entry by its own table (`liveUpdates`). */
export const changed = createAction<Change>('changes/changed');
