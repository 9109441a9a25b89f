import { CalendarDays, MessageCircle, User } from 'lucide-react';
import type { AccentName } from '../../shared/lib/accent.ts';
import { PersonArt, type PersonLook } from '../../shared/ui/people/person-art.tsx';

const RINGS = [560, 820];
const PEOPLE: readonly { look: PersonLook; accent: AccentName; left: number; top: number }[] = [
  { look: 'sandy', accent: 'green', left: -232, top: -158 },
  { look: 'long', accent: 'purple', left: 226, top: -166 },
  { look: 'bob', accent: 'yellow', left: 250, top: 128 },
  { look: 'beard', accent: 'blue', left: -244, top: 138 },
];
const DAYS = ['S', 'M', 'T', 'W', 'T', 'F', 'S'];
const TODAY = 4;
const DOTS = [0, 1, 1, 2, 3, 2, 1];

interface Item {
  accent: AccentName;
  name: string;
  when: string;
  running?: boolean;
}
const LISTS: readonly { day: string; items: readonly Item[] }[] = [
  {
    day: 'Today',
    items: [
      { accent: 'blue', name: 'Design critique', when: 'Started 42m ago', running: true },
      { accent: 'purple', name: 'Lab report review', when: '2:30 – 3:15 PM' },
      { accent: 'red', name: 'Boiler inspection', when: '4:00 – 4:30 PM' },
      { accent: 'yellow', name: 'Film night', when: '7:00 – 9:30 PM' },
    ],
  },
  { day: 'Tomorrow', items: [{ accent: 'green', name: 'Trail scouting', when: '6:45 – 8:00 AM' }] },
];

/** A drawing of the app. It is hidden from screen readers. */
export function PhoneArt() {
  return (
    <div className="phone-scene" aria-hidden="true">
      {RINGS.map((size) => (
        <i key={size} style={{ width: size, height: size }} />
      ))}
      {PEOPLE.map(({ look, accent, left, top }) => (
        <span
          key={look}
          className="avatar"
          data-accent={accent}
          style={{ left: `calc(50% + ${left}px)`, top: `calc(50% + ${top}px)` }}
        >
          <PersonArt look={look} />
        </span>
      ))}
      <div className="phone">
        <div className="phone__screen">
          <div className="phone__top">
            <span>10:42</span>
            <u />
            <span />
          </div>
          <div className="phone__title">
            <b>My Schedule</b>
            <span className="avatar avatar--28">
              <PersonArt look="afro" />
            </span>
          </div>
          <Week />
          {LISTS.map(({ day, items }) => (
            <div key={day} className="phone-day">
              <b className="phone-day__name">{day}</b>
              {items.map((item) => (
                <PhoneEvent key={item.name} item={item} />
              ))}
            </div>
          ))}
          <div className="phone-tabs">
            <CalendarDays className="i" />
            <MessageCircle className="i" />
            <User className="i" />
          </div>
        </div>
      </div>
    </div>
  );
}

function Week() {
  return (
    <div className="phone-week">
      {DAYS.map((day, index) => {
        const date = 10 + index;
        const dots = Array.from({ length: DOTS[index] ?? 0 }, (_, dot) => dot);
        return (
          <span key={date} className={index === TODAY ? 'is-today' : index < TODAY ? 'is-past' : undefined}>
            <small>{day}</small>
            <b>{date}</b>
            <span>
              {dots.map((dot) => (
                <i key={dot} />
              ))}
            </span>
          </span>
        );
      })}
    </div>
  );
}

function PhoneEvent({ item: { accent, name, when, running } }: { item: Item }) {
  return (
    <div className="phone-event" data-accent={accent}>
      <b>{name}</b>
      <span>{when}</span>
      {running && (
        <span className="progress">
          <i style={{ width: '70%' }} />
        </span>
      )}
    </div>
  );
}
