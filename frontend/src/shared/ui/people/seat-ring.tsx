import { Plus } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { AccentName } from '../../lib/accent.ts';
import { classNames } from '../../lib/class-names.ts';
import { PersonArt, type PersonLook } from './person-art.tsx';

/** The newcomer's seat: nothing yet, an unproved number, two digits or a letter, or a photo. */
export type OwnSeat =
  | { readonly kind: 'open' }
  | { readonly kind: 'kept'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string; readonly name: string }
  | { readonly kind: 'photo'; readonly src: string; readonly name: string };

interface Plan {
  readonly day: string;
  readonly events: readonly { readonly name: string; readonly time: string; readonly accent: AccentName }[];
}

const ORBITS = [
  { size: 572, opacity: 1 },
  { size: 880, opacity: 0.6 },
  { size: 1200, opacity: 0.35 },
];

const OWN_PLACE = 2;

const SEATS: readonly (readonly [AccentName, PersonLook] | null)[] = [
  ['purple', 'long'],
  ['green', 'sandy'],
  null, // the newcomer's
  ['yellow', 'bob'],
  ['blue', 'beard'],
  ['red', 'bun'],
  ['teal', 'scarf'],
  ['blue', 'crop'],
];

const SAYINGS = [
  { text: 'Running 5 late 🏃', corner: 'br', left: -138, top: -336 },
  { text: '7 works for me 👍', corner: 'tr', left: 152, top: 282 },
  { text: 'Who has the tent?', corner: 'tl', left: -172, top: 330 },
];

const isTaken = (seat: OwnSeat): seat is Extract<OwnSeat, { name: string }> => 'name' in seat;

/** The plan on the table. */
const PLAN: Plan = {
  day: 'Friday, May 15',
  events: [
    { name: 'Photo shoot', time: '9:30 AM – 12:30 PM', accent: 'blue' },
    { name: 'Film Club: Paris, Texas', time: '7:00 – 9:30 PM', accent: 'yellow' },
    { name: 'Pack for Sunday trail run', time: '9:45 – 10:00 PM', accent: 'green' },
  ],
};

/** Seats around a table, one of them the newcomer's. Decoration. */
export function SeatRing({ me }: { me: OwnSeat }) {
  const mine = place(OWN_PLACE);
  return (
    <div className="seat-ring" aria-hidden="true">
      <div className="seat-ring__in">
        {ORBITS.map(({ size, opacity }) => (
          <span key={size} className="seat-ring__orbit" style={{ width: size, height: size, opacity }} />
        ))}
        <span className="seat-ring__table" />
        <div className="plan">
          <span className="plan__day">{PLAN.day}</span>
          {PLAN.events.map((event) => (
            <div key={event.name} className="plan__event" data-accent={event.accent}>
              <div>
                <b>{event.name}</b>
                <span>{event.time}</span>
              </div>
            </div>
          ))}
        </div>
        {SEATS.map((seat, index) =>
          seat ? (
            <span key={seat.join()} className="seat" data-accent={seat[0]} style={seatStyle(index)}>
              <span className="avatar">
                <PersonArt look={seat[1]} />
              </span>
            </span>
          ) : (
            <span
              key="mine"
              className={classNames('seat', 'seat--me', isTaken(me) && 'is-set', 'tabular-digits')}
              style={seatStyle(index)}
            >
              {me.kind === 'open' && <Plus className="i i--lg" />}
              {(me.kind === 'text' || me.kind === 'kept') && me.text}
              {me.kind === 'photo' && <img src={me.src} alt="" />}
            </span>
          ),
        )}
        <span className="seat__name cut tabular-digits" style={{ left: mine.left, top: mine.top + 66 }}>
          {isTaken(me) ? me.name : 'Your seat'}
        </span>
        {SAYINGS.map(({ text, corner, left, top }) => (
          <span key={text} className={`saying saying--${corner}`} style={delayed(9, { left, top })}>
            {text}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Pixels from the middle. The first seat is at the top, the others follow clockwise. */
function place(index: number): { left: number; top: number } {
  const angle = (index / SEATS.length) * 2 * Math.PI - Math.PI / 2;
  return { left: Math.round(286 * Math.cos(angle)), top: Math.round(286 * Math.sin(angle)) };
}

function seatStyle(index: number): CSSProperties {
  return delayed(index, place(index));
}

function delayed(order: number, position: { left: number; top: number }): CSSProperties {
  return { '--n': order, ...position } as CSSProperties;
}
