import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { Services } from '../services/services.ts';

/**
 * What the store of the app holds. Each slice declares its part beside its reducer, so that no slice knows another one; the app puts
 * the reducers together (`app/store`), and does not compile while one is missing.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the slices merge their parts into it, which a type cannot.
export interface RootState {}

export type AppDispatch = ThunkDispatch<RootState, Services, UnknownAction>;
export type AppThunk<Result = void> = ThunkAction<Result, RootState, Services, UnknownAction>;
