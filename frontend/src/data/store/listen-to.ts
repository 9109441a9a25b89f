import { addListener } from '@reduxjs/toolkit';
import type { AppDispatch, Listen } from './state.ts';

/** Registers effects with a store that is running. */
export const listenTo = ({ dispatch }: { readonly dispatch: AppDispatch }): Listen =>
  ((effect: Parameters<typeof addListener>[0]) => dispatch(addListener(effect))) as unknown as Listen;
