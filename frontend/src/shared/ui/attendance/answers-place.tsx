import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { type ReactNode, Suspense } from 'react';
import './rsvp.css';

export interface AnswersPlaceProps {
  event: EventView;
  /** Milliseconds since 1970. */
  now: number;
  children: ReactNode;
}

/** Keeps the place of the answers to an event while their code is loaded. Nothing for what ended before anybody answered. */
export function AnswersPlace({ event, now, children }: AnswersPlaceProps) {
  const { going, maybe, cant, waiting } = event.attendance ?? { going: 1, maybe: 0, cant: 0, waiting: 0 };
  if (event.isMyQEvent) return null;
  if (now >= Date.parse(event.endsAt) && going + maybe + cant + waiting <= 1) return null;
  return <Suspense fallback={<div className="rsvp" aria-hidden="true" />}>{children}</Suspense>;
}
