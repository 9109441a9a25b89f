import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { type ReactNode, Suspense } from 'react';
import { isUnanswered } from './unanswered.ts';
import './rsvp.css';

export interface AnswersPlaceProps {
  event: EventView;
  /** Milliseconds since 1970. */
  now: number;
  children: ReactNode;
}

/** Keeps the place of the answers to an event while their code is loaded. Nothing for what ended before anybody answered. */
export function AnswersPlace({ event, now, children }: AnswersPlaceProps) {
  if (event.isMyQEvent || (now >= Date.parse(event.endsAt) && isUnanswered(event))) return null;
  return <Suspense fallback={<div className="rsvp" aria-hidden="true" />}>{children}</Suspense>;
}
