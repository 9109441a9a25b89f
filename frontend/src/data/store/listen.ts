import type { TypedStartListening } from '@reduxjs/toolkit';
import type { Services } from '../services/services.ts';
import type { AppDispatch, RootState } from './state.ts';

/** Registers the effects of an action. */
export type Listen = TypedStartListening<RootState, AppDispatch, Services>;
