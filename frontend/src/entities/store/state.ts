import { combineReducers, type ThunkAction, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit';
import { baseApi } from '../api/base-api.ts';
import { draftSlice } from '../message/draft-slice.ts';
import { outboxSlice } from '../message/outbox-slice.ts';
import { readingSlice } from '../message/reading-slice.ts';
import { typingSlice } from '../message/typing-slice.ts';
import { connectionSlice } from '../realtime/connection-slice.ts';
import { sessionSlice } from '../session/session-slice.ts';
import { viewSlice } from '../session/view-slice.ts';
import type { Services } from './services.ts';

export const rootReducer = combineReducers({
  [baseApi.reducerPath]: baseApi.reducer,
  [sessionSlice.reducerPath]: sessionSlice.reducer,
  [connectionSlice.reducerPath]: connectionSlice.reducer,
  [outboxSlice.reducerPath]: outboxSlice.reducer,
  [draftSlice.reducerPath]: draftSlice.reducer,
  [readingSlice.reducerPath]: readingSlice.reducer,
  [typingSlice.reducerPath]: typingSlice.reducer,
  [viewSlice.reducerPath]: viewSlice.reducer,
});

export type RootState = ReturnType<typeof rootReducer>;
export type AppDispatch = ThunkDispatch<RootState, Services, UnknownAction>;
export type AppThunk<Result = void> = ThunkAction<Result, RootState, Services, UnknownAction>;
