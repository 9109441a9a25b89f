import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { liveStack, moreLabel } from '@quorum/contracts/time/event-timing.ts';
import { timeRange } from '@quorum/contracts/time/labels.ts';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useId, useState } from 'react';
import type { TimedEvent } from '../../data/calendar-entry/timed-event.ts';
import { useGroupAccents } from '../../data/group/accent.ts';
import { useMinute } from '../../shared/hooks/use-now.ts';
import { LiveStatus, Progress } from './card/progress.tsx';
import type { Calendar } from './use-calendar.ts';
import './live-stack.css';

export const useLiveStack = (events: readonly TimedEvent[]) => liveStack(events, useMinute());

export interface LiveStackProps {
  calendar: Calendar;
  stack: { readonly primary: TimedEvent; readonly secondary: readonly TimedEvent[] };
}

/** The events happening now: the latest in front, the others behind it until they are opened. */
export function LiveStack({ calendar, stack }: LiveStackProps) {
  const { groupId, timeZone } = calendar;
  const [wanted, setWanted] = useState(false);
  const restId = useId();
  const accentOf = useGroupAccents();
  const { primary, secondary } = stack;
  const more = moreLabel(stack);
  const open = wanted && more !== undefined;
  const mine = groupId === MY_SCHEDULE;
  return (
    <section
      className="live-stack"
      aria-label="Live events"
      data-accent={mine ? accentOf(primary.event.groupId) : undefined}
      onKeyDown={(event) => event.key === 'Escape' && setWanted(false)}
    >
      {!open && secondary.slice(0, 2).map(({ id }) => <span key={id} className="live-stack__layer" />)}
      <article className="live-stack__card">
        <div className="live-stack__top">
          <span className="live-dot" />
          <span className="live-stack__where cut">
            {mine && !primary.event.isMyQEvent ? `Now in ${primary.event.groupName}` : 'Happening now'}
          </span>
          {more && <MoreButton label={more} open={open} controls={restId} onToggle={() => setWanted(!open)} />}
        </div>
        <LiveEvent event={primary} timeZone={timeZone} />
      </article>
      {open && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        <section className="live-stack__rest" id={restId} aria-label="More live events" tabIndex={0}>
          {secondary.map((event) => (
            <article
              key={event.id}
              className="live-stack__card"
              data-accent={mine ? accentOf(event.event.groupId) : undefined}
            >
              <LiveEvent event={event} timeZone={timeZone} />
            </article>
          ))}
        </section>
      )}
    </section>
  );
}

type MoreProps = {
  readonly label: string;
  readonly open: boolean;
  readonly controls: string;
  readonly onToggle: () => void;
};

function MoreButton({ label, open, controls, onToggle }: MoreProps) {
  const Chevron = open ? ChevronUp : ChevronDown;
  return (
    <button
      type="button"
      className="live-stack__more"
      aria-expanded={open}
      aria-controls={open ? controls : undefined}
      aria-label={open ? undefined : `${label}, show all live events`}
      onClick={onToggle}
    >
      {open ? 'Collapse stack' : label}
      <Chevron className="i i--sm" />
    </button>
  );
}

function LiveEvent({ event, timeZone }: { event: TimedEvent; timeZone: string }) {
  return (
    <>
      <h3 className="live-stack__name cut" title={event.name}>
        {event.name}
      </h3>
      <p className="live-stack__row">
        <span>{timeRange(event.startsAt, event.endsAt, timeZone)}</span>
        <LiveStatus event={event} place="live-stack" />
      </p>
      <Progress event={event} name={event.name} />
    </>
  );
}
