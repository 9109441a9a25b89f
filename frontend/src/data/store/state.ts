import type { ThunkAction, ThunkDispatch, TypedStartListening, UnknownAction } from '@reduxjs/toolkit';
import { addListener } from '@reduxjs/toolkit';
import type { Services } from '../services/services.ts';

/**
 * The state of the app's store. Each slice declares its part beside its reducer and knows no other slice. The app
 * combines the reducers (`app/store`) and does not compile while one is missing.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the slices merge their parts into it, which a type cannot.
export interface RootState {}

export type AppDispatch = ThunkDispatch<RootState, Services, UnknownAction>;
export type AppThunk<Result = void> = ThunkAction<Result, RootState, Services, UnknownAction>;

/** Registers the effects of an action. */
export type Listen = TypedStartListening<RootState, AppDispatch, Services>;

/** Registers effects with a store that is running. */
export const listenTo = ({ dispatch }: { readonly dispatch: AppDispatch }): Listen =>
  ((effect: Parameters<typeof addListener>[0]) => dispatch(addListener(effect))) as unknown as Listen;
