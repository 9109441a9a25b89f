import type { PersonView } from '@quorum/contracts/account/wire.ts';
import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { meetingLinkOf, providerName } from '@quorum/contracts/text/meeting-links.ts';
import { givenName, personName } from '@quorum/contracts/text/person-name.ts';
import { monthDayBeside } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { laterDayLabel } from '@quorum/contracts/time/event-days.ts';
import { type EventPhase, eventPhase } from '@quorum/contracts/time/event-timing.ts';
import { creatorTime, durationLabel, endTime, timeLabel, withWholeTimes } from '@quorum/contracts/time/labels.ts';
import { ChevronDown, Clock, Globe, Layers2, MapPin, Repeat, Video } from 'lucide-react';
import { memo, Suspense, useId } from 'react';
import { answersOf } from '../../../data/calendar-entry/attendance.ts';
import type { TimedEvent } from '../../../data/calendar-entry/timed-event.ts';
import { avatarOf } from '../../../data/user/person-label.ts';
import { useMinute } from '../../../shared/hooks/use-now.ts';
import type { AccentName } from '../../../shared/lib/accent.ts';
import { classNames } from '../../../shared/lib/class-names.ts';
import { preloadable } from '../../../shared/lib/preloadable.ts';
import { AnswersPlace } from '../../../shared/ui/attendance/answers-place.tsx';
import { IconButton } from '../../../shared/ui/controls/icon-button.tsx';
import { JoinLink } from '../../../shared/ui/page/join-link.tsx';
import { Avatar } from '../../../shared/ui/people/avatar.tsx';
import { answerLook } from './answer-look.ts';
import type { CardActions } from './card-actions.ts';
import { EventRule } from './event-rule.tsx';
import { CardBody } from './later.ts';
import { LiveStatus, Progress } from './progress.tsx';
import type { Edit } from './use-edits.ts';
import './event-card.css';

/** Loaded after the schedule is drawn. */
const EventAnswers = preloadable(() => import('../../../data/calendar-entry/event-answers.tsx'));
const OwnAnswer = preloadable(() => import('./own-answer.tsx'));

export interface EventCardProps {
  timed: TimedEvent;
  /** An event over several days has a row, and a card, for each of them. */
  rowKey: string;
  /** The day that this card is listed under. */
  date: string;
  timeZone: string;
  /** The signed-in user. */
  viewerId: string | undefined;
  /** In My Schedule, the color of the event's group. The card then shows the group's name. */
  accent: AccentName | undefined;
  /** How many events are at the same time, and their names. */
  overlapCount?: number | undefined;
  overlapNames?: string | undefined;
  /** The header of the day names the zone that all its events were set in. */
  isZoneKnown?: boolean | undefined;
  /** The event was just created here. */
  marked?: boolean;
  expanded: boolean;
  edit: Edit | undefined;
  actions: CardActions;
}

const classesOf = (event: EventView, phase: EventPhase, { accent, expanded, marked }: EventCardProps): string => {
  const look = answerLook(event, accent !== undefined);
  return classNames(
    'event-row',
    look && `event-row--${look}`,
    phase === 'past' && 'event-row--past',
    phase === 'happening' && 'event-row--live',
    expanded && 'is-expanded',
    marked && 'is-marked',
  );
};

/** In My Schedule, a given answer stands among the details, and is changed on the expanded card. */
const asksHere = ({ timed: { event }, accent, expanded, viewerId }: EventCardProps): boolean => {
  if (event.imported && !expanded) return false;
  if (accent === undefined || expanded) return true;
  const { mine } = answersOf(event, viewerId);
  return mine.answer === null || mine.ask !== null;
};

/** An event over several days is live in the row of today alone. */
const phaseOfRow = (phase: EventPhase, date: string, today: string): EventPhase => {
  if (phase !== 'happening' || date === today) return phase;
  return date < today ? 'past' : 'upcoming';
};

export const EventCard = memo(function EventCard(props: EventCardProps) {
  const { timed, rowKey, date, timeZone, viewerId, accent, expanded, edit, actions } = props;
  const { event } = timed;
  const now = useMinute();
  const phase = eventPhase(timed, now);
  const shown = phaseOfRow(phase, date, localDate(now, timeZone));
  const live = shown === 'happening';
  const moreId = useId();
  const nameId = useId();
  const isOwn = viewerId === event.createdBy;
  return (
    <div className={classesOf(event, shown, props)} data-event={event._id} data-accent={accent}>
      <CardTime timed={timed} date={date} timeZone={timeZone} />
      <article className="event-row__card" aria-labelledby={nameId}>
        <div className="event-row__head">
          <h3 className="event-row__name cut" id={nameId} title={event.name} dir="auto">
            {event.name}
          </h3>
          <Meta
            timed={timed}
            timeZone={timeZone}
            viewerId={viewerId}
            overlapCount={props.overlapCount}
            overlapNames={props.overlapNames}
            isZoneKnown={props.isZoneKnown}
            named={accent !== undefined}
            live={live}
          />
        </div>
        <div className="event-row__side">
          {live && !expanded && <Join location={event.location} />}
          <Creator creator={event.creator} />
          <Toggle name={event.name} expanded={expanded} controls={moreId} onToggle={() => actions.toggle(rowKey)} />
        </div>
        {live && <Live timed={timed} />}
        {asksHere(props) && (
          <AnswersPlace event={event} now={now}>
            <EventAnswers event={event} timeZone={timeZone} now={now} />
          </AnswersPlace>
        )}
        {expanded && (
          <div className="event-row__more" id={moreId} data-focus-home=".event-row__actions .spacer ~ button">
            <Suspense fallback={null}>
              <CardBody
                timed={timed}
                timeZone={timeZone}
                mayEdit={isOwn && phase !== 'past'}
                viewerId={viewerId}
                edit={edit}
                actions={actions}
              />
            </Suspense>
          </div>
        )}
      </article>
    </div>
  );
});

type ToggleProps = {
  readonly name: string;
  readonly expanded: boolean;
  readonly controls: string;
  readonly onToggle: () => void;
};

function Toggle({ name, expanded, controls, onToggle }: ToggleProps) {
  return (
    <IconButton
      size="sm"
      className="event-row__toggle"
      label={`${expanded ? 'Hide' : 'Show'} details for ${name}`}
      icon={<ChevronDown className="i i--sm chevron" />}
      aria-expanded={expanded}
      aria-controls={controls}
      onClick={onToggle}
    />
  );
}

function Live({ timed }: Pick<EventCardProps, 'timed'>) {
  return (
    <div className="event-row__live">
      <LiveStatus event={timed} place="card" className="event-row__status" />
      <Progress event={timed} name={timed.event.name} />
    </div>
  );
}

function Join({ location }: { location: string }) {
  const meeting = meetingLinkOf(location);
  return meeting && <JoinLink meeting={meeting} brief className="event-row__join" />;
}

function Creator({ creator }: { creator: PersonView }) {
  return (
    <span className="event-row__creator hide-md" title={`Created by ${personName(creator)}`}>
      <span className="event-row__creator-name cut">{givenName(creator)}</span>
      <Avatar size={24} {...avatarOf(creator)} />
    </span>
  );
}

/** Start and end on an event's first day, with the day of the end if it is a later one. On later days, how long it continues. */
function CardTime({ timed, date, timeZone }: Pick<EventCardProps, 'timed' | 'date' | 'timeZone'>) {
  const later = laterDayLabel(timed, date, timeZone);
  if (later !== undefined) {
    return (
      <time className="event-row__time event-row__time--later" dateTime={timed.event.endsAt}>
        {withWholeTimes(later)}
      </time>
    );
  }
  return (
    <time className="event-row__time" dateTime={timed.event.startsAt}>
      {timeLabel(timed.startsAt, timeZone)}
      <small>{endTime(timed.startsAt, timed.endsAt, timeZone)}</small>
      {localDate(timed.endsAt - 1, timeZone) !== date && (
        <small className="event-row__until">{monthDayBeside(localDate(timed.endsAt, timeZone), date)}</small>
      )}
    </time>
  );
}

interface MetaProps
  extends Pick<EventCardProps, 'timed' | 'timeZone' | 'viewerId' | 'overlapCount' | 'overlapNames' | 'isZoneKnown'> {
  named: boolean;
  live: boolean;
}

/** Where there is little room, the description goes first. */
function Meta({ named, live, isZoneKnown, ...props }: MetaProps) {
  const { event } = props.timed;
  return (
    <p className="event-row__meta">
      {named && <InMySchedule event={event} />}
      <span className="event-row__length">
        <Clock className="i" />
        {durationLabel(event.duration)}
      </span>
      {event.repeats && <Rule event={event} />}
      <Overlaps {...props} />
      {event.location !== '' && <Place location={event.location} />}
      {!isZoneKnown && <Zone {...props} />}
      {live && event.description !== '' && (
        <span className="event-row__about">
          <span className="cut" dir="auto">
            {event.description}
          </span>
        </span>
      )}
    </p>
  );
}

/** The repeat sign and the rule in words. */
function Rule({ event }: { event: EventView }) {
  return (
    <span>
      <Repeat className="i" />
      <EventRule event={event} />
    </span>
  );
}

function Overlaps({ overlapCount, overlapNames }: Pick<EventCardProps, 'overlapCount' | 'overlapNames'>) {
  if (overlapCount === undefined) return null;
  return (
    <span className="event-row__overlap" title={`Overlaps ${overlapNames}`}>
      <Layers2 className="i" />
      {`Overlaps ${overlapCount}`}
      <span className="visually-hidden">{`: ${overlapNames}`}</span>
    </span>
  );
}

function Zone({ timed, timeZone, viewerId }: Pick<EventCardProps, 'timed' | 'timeZone' | 'viewerId'>) {
  const { event } = timed;
  const there = creatorTime(timed, event.timeZone, timeZone);
  if (there === undefined) return null;
  const text = `${there.range} in ${there.city}${viewerId === event.createdBy ? '' : `, ${givenName(event.creator)}’s time`}`;
  return (
    <span className="event-row__zone" title={text}>
      <Globe className="i" />
      <span className="cut">{text}</span>
    </span>
  );
}

function InMySchedule({ event }: { event: EventView }) {
  return (
    <>
      <GroupName event={event} />
      {event.mine && (
        <Suspense fallback={null}>
          <OwnAnswer event={event} />
        </Suspense>
      )}
    </>
  );
}

function GroupName({ event }: { event: EventView }) {
  return (
    <span className="event-row__group">
      <i className="dot" />
      <span className="cut">{event.isMyQEvent ? 'Personal' : event.groupName}</span>
    </span>
  );
}

function Place({ location }: { location: string }) {
  const meeting = meetingLinkOf(location);
  return (
    <span className="event-row__place" title={meeting ? undefined : location}>
      {meeting ? <Video className="i" /> : <MapPin className="i" />}
      <span className="cut" dir="auto">
        {meeting ? providerName(meeting.provider) : location}
      </span>
    </span>
  );
}
