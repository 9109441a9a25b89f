import type { RsvpView } from '@quorum/contracts/attendance/wire.ts';
import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { ordinal } from '@quorum/contracts/text/ordinal.ts';
import type { CSSProperties } from 'react';
import { attendanceApi } from '../../../data/calendar-entry/attendance-api.ts';
import { avatarOf, personName } from '../../../data/user/person-label.ts';
import { Avatar } from '../../../shared/ui/people/avatar.tsx';
import './event-people.css';

const LISTS = [
  { answer: 'going', title: 'Going' },
  { answer: 'waiting', title: 'Waitlist' },
  { answer: 'maybe', title: 'Maybe' },
  { answer: 'cant', title: 'Can’t' },
  { answer: 'none', title: 'No answer yet' },
] as const;

type List = (typeof LISTS)[number];

/** The first of each list. */
const FIRST = 8;

/** Who gave which answer, in the order of answering. */
export function EventPeople({ event }: { event: EventView }) {
  const { attendance } = event;
  if (attendance === undefined) return null;
  const { going, maybe, cant, waiting } = attendance;
  const shown = LISTS.filter(({ answer }) => answer === 'none' || attendance[answer] > 0);
  return (
    <div className="people">
      {going + maybe + cant + waiting <= 1 && <p className="people__none">No answers yet.</p>}
      {shown.map((list) => (
        <PeopleList
          key={list.answer}
          eventId={event._id}
          list={list}
          count={list.answer === 'none' ? 0 : attendance[list.answer]}
        />
      ))}
    </div>
  );
}

/** @param count how many people the list has, if that is known before it is loaded. */
function PeopleList({ eventId, list: { answer, title }, count }: { eventId: string; list: List; count: number }) {
  const { data } = attendanceApi.useRsvpsQuery({ eventId, answer, limit: FIRST });
  if (data === undefined && count > 0) return <Room lines={Math.min(FIRST, count)} />;
  if (data === undefined || data.total === 0) return null;
  return (
    <section>
      <h4>{`${title} (${data.total})`}</h4>
      <ul>
        {data.rsvps.map((rsvp) => (
          <Person key={rsvp.user._id} rsvp={rsvp} />
        ))}
      </ul>
    </section>
  );
}

/** Keeps what follows from moving when the list arrives. */
const Room = ({ lines }: { lines: number }) => (
  <div className="people__room" style={{ '--lines': lines } as CSSProperties} />
);

function Person({ rsvp: { user, guests, place, notConfirmed } }: { rsvp: RsvpView }) {
  return (
    <li className="people__person">
      {place !== null && <em className="people__place">{ordinal(place)}</em>}
      <Avatar size={28} {...avatarOf(user)} />
      <span className="cut">{personName(user)}</span>
      {guests > 0 && <span className="people__guests">{`+${guests}`}</span>}
      {notConfirmed && <span className="people__open">Not confirmed</span>}
    </li>
  );
}
