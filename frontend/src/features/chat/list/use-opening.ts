import { useLayoutEffect, useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { placeChanged, selectPlace } from '../../../data/message/reading/reading-slice.ts';
import { visitOf } from '../../../data/message/reading/visits.ts';
import { useAppDispatch, useAppSelector } from '../../../data/store/hooks.ts';
import type { Target } from './scroll-controller.ts';

/** Where a chat opens. */
export type Opening = {
  /** Undefined for its end. */
  readonly place: Target | undefined;
  /** The message that had the focus. */
  readonly focusedId: string | null;
  /** The message of the address. */
  readonly linkedId?: string;
};

/** On Back and Forward a chat opens as that history entry left it, else at the message of the address, else where the reader left it. */
export const useOpening = (groupId: string): Opening => {
  const dispatch = useAppDispatch();
  const { messageId } = useParams();
  const visit = visitOf(useLocation().state);
  const left = useAppSelector((state) => selectPlace(state, groupId));
  const [opening] = useState((): Opening => {
    if (visit !== undefined) return { place: visit.place ?? undefined, focusedId: visit.focusedId };
    if (messageId === undefined) return { place: left, focusedId: null };
    return { place: { messageId, offset: 0, align: 'center' }, focusedId: null, linkedId: messageId };
  });
  // Before the messages are asked for, so that they are loaded around the place.
  useLayoutEffect(() => {
    dispatch(placeChanged({ groupId, place: opening.place }));
  }, [dispatch, groupId, opening]);
  return opening;
};
