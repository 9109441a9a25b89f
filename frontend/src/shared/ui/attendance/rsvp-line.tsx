// biome-ignore-all lint/a11y/useSemanticElements: an answer is a button with a mark, which an <input> cannot be.

import type { AttendanceView, OwnRsvpView, RsvpAnswer } from '@quorum/contracts/entry/attendance.ts';
import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { ChevronDown, History } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { rove } from '../../lib/roving.ts';
import { Button } from '../controls/button.tsx';
import { ErrorLine } from '../feedback/error-line.tsx';
import { AvatarStack, type AvatarStackProps } from '../people/avatar-stack.tsx';
import { Mark, markOf } from './answer-mark.tsx';
import { ANSWERS, changeAsked, countsText, freeSeats, fullAndRest, lineText, ownLabel } from './attendance-words.ts';
import { SeatDots } from './seat-dots.tsx';
import { useWaitlistAnnouncement } from './use-waitlist-announcement.ts';

export interface RsvpLineProps {
  event: EventView;
  attendance: AttendanceView;
  mine: OwnRsvpView;
  faces: AvatarStackProps['people'];
  /** Milliseconds since 1970. */
  now: number;
  timeZone: string;
  busy: boolean;
  error: string | undefined;
  isCreator: boolean;
  /** `null` takes the answer back. Resolves when the answer was taken or refused. */
  onAnswer: (answer: RsvpAnswer | null, guests: number) => Promise<void>;
}

/** Who comes to an event, and the viewer's own answer, which they may give and change until it ends. */
export function RsvpLine(props: RsvpLineProps) {
  const { event, attendance, mine, now, error } = props;
  const isOver = now >= Date.parse(event.endsAt);
  const hasStarted = now >= Date.parse(event.startsAt);
  const news = useWaitlistAnnouncement(event.name, mine);
  const isAsked = mine.ask !== null && !hasStarted;
  return (
    <div className={classNames('rsvp', isAsked && 'rsvp--again')}>
      {isOver ? <OwnMark mine={mine} /> : <Own {...props} isAsked={isAsked} hasStarted={hasStarted} />}
      <Coming attendance={attendance} faces={props.faces} hasStarted={hasStarted} />
      {error !== undefined && <ErrorLine>{error}</ErrorLine>}
      {news !== undefined && (
        <span className="visually-hidden" role="status" aria-live="polite">
          {news}
        </span>
      )}
    </div>
  );
}

function Coming({ attendance, faces, hasStarted }: Pick<RsvpLineProps, 'attendance' | 'faces'> & Moment) {
  const [full, counts] = fullAndRest(countsText(attendance, hasStarted));
  return (
    <span className="rsvp__coming">
      {attendance.seats === null ? (
        <AvatarStack people={faces} total={attendance.going} />
      ) : (
        <SeatDots attendance={attendance} />
      )}
      <span>
        {full && <b>{full}</b>}
        {counts}
      </span>
    </span>
  );
}

type Moment = { readonly hasStarted: boolean };

type OwnProps = RsvpLineProps & Moment & { readonly isAsked: boolean };

/** The question, or the answer, which opens the question again. */
function Own(props: OwnProps) {
  const { event, attendance, mine, isAsked, onAnswer } = props;
  const [isOpen, setOpen] = useState(false);
  const [isBringing, setBringing] = useState(false);
  const [takesFocus, setTakesFocus] = useState(false);
  const give = async (answer: RsvpAnswer | null, guests: number, isPressed: boolean) => {
    setOpen(true);
    await onAnswer(answer, guests);
    setBringing(false);
    if (!isPressed) return;
    setTakesFocus(true);
    setOpen(false);
  };
  // Guests who were allowed before stay.
  const mostGuests = Math.max(attendance.guestsEach, mine.guests);
  const choose: Choose = (answer, isPressed) => {
    if (answer === 'going' && mostGuests > 0) return setBringing(true);
    setBringing(false);
    void give(answer, 0, isPressed);
  };
  // The focus follows from the answer to the question, and back.
  const open = (bringing: boolean) => {
    setOpen(true);
    setBringing(bringing);
    setTakesFocus(true);
  };
  const isShown = isOpen || isBringing || mine.answer === null || isAsked;
  if (!isShown)
    return (
      <Answered
        attendance={attendance}
        mine={mine}
        takesFocus={takesFocus}
        onOpen={() => open(false)}
        onFewer={() => open(true)}
      />
    );
  const close = (isKeyed: boolean) => {
    setOpen(false);
    setBringing(false);
    setTakesFocus(isKeyed);
  };
  return (
    <span className="rsvp__own" {...closing(close)}>
      {isAsked ? <Changed {...props} /> : mine.answer === null && <span className="rsvp__ask">Are you going?</span>}
      <Choices
        event={event}
        attendance={attendance}
        mine={mine}
        isAsked={isAsked}
        takesFocus={takesFocus}
        onChoose={choose}
      />
      {isBringing && <Guests mine={mine} max={mostGuests} onChoose={(guests) => void give('going', guests, true)} />}
      <TakeBack {...props} onTakeBack={() => void give(null, 0, false)} />
    </span>
  );
}

/** Leaving the open question closes it. */
const closing = (close: (isKeyed: boolean) => void) => ({
  onBlur: ({ currentTarget, relatedTarget }: React.FocusEvent) => {
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) close(false);
  },
  onKeyDown: (event: React.KeyboardEvent) => {
    if (event.key === 'Escape') close(true);
  },
});

function Changed({ event, mine, timeZone, now }: OwnProps) {
  if (mine.ask === null || mine.answer === null) return null;
  const changed = changeAsked(mine.ask, event, { timeZone, today: localDate(now, timeZone) });
  return (
    <span className="rsvp__changed">
      <History className="i i--sm" />
      <span>
        {typeof changed === 'string' ? (
          changed
        ) : (
          <>
            Moved from <del>{changed.from}</del> to <b>{changed.to}</b>.
          </>
        )}{' '}
        You said {ANSWERS[mine.answer]}.
      </span>
    </span>
  );
}

type Choose = (answer: RsvpAnswer, isPressed: boolean) => void;

const ORDER: readonly RsvpAnswer[] = ['going', 'maybe', 'cant'];

type ChoicesProps = Pick<OwnProps, 'event' | 'attendance' | 'mine' | 'isAsked'> & {
  readonly takesFocus: boolean;
  readonly onChoose: Choose;
};

/** One tab stop. The arrows move and choose. */
function Choices({ event, attendance, mine, isAsked, takesFocus, onChoose }: ChoicesProps) {
  const chosen = isAsked || mine.answer === null ? -1 : ORDER.indexOf(mine.answer);
  const stop = Math.max(0, chosen);
  const isFull = freeSeats(attendance) < 1 && (mine.answer !== 'going' || mine.place !== null);
  const labelOf = (answer: RsvpAnswer): string => {
    if (answer !== 'going') return ANSWERS[answer];
    if (isAsked) return 'Still going';
    return isFull ? 'Join waitlist' : ANSWERS.going;
  };
  return (
    <span className="rsvp__set" role="radiogroup" aria-label={`Are you going to ${event.name}?`}>
      {ORDER.map((answer, index) => (
        <button
          key={answer}
          type="button"
          className="answer"
          role="radio"
          aria-checked={index === chosen}
          tabIndex={index === stop ? 0 : -1}
          // biome-ignore lint/a11y/noAutofocus: it replaces the button that was just pressed
          autoFocus={takesFocus && index === stop}
          onClick={({ detail }) => onChoose(answer, detail > 0)}
          onKeyDown={(pressed) => rove(pressed, index, (to) => onChoose(ORDER[to] ?? answer, false))}
        >
          <Mark of={answer === 'going' && isFull && !isAsked ? 'waiting' : answer} />
          {labelOf(answer)}
        </button>
      ))}
    </span>
  );
}

type GuestsProps = Pick<OwnProps, 'mine'> & { readonly max: number; readonly onChoose: (guests: number) => void };

function Guests({ mine, max, onChoose }: GuestsProps) {
  const counts = Array.from({ length: max + 1 }, (_, index) => index);
  const chosen = mine.answer === 'going' ? mine.guests : -1;
  return (
    <span className="rsvp__set" role="radiogroup" aria-label="How many do you bring?">
      {counts.map((guests) => (
        <button
          key={guests}
          type="button"
          className="answer"
          role="radio"
          aria-checked={guests === chosen}
          tabIndex={guests === Math.max(0, chosen) ? 0 : -1}
          onClick={() => onChoose(guests)}
          onKeyDown={(pressed) => rove(pressed, guests, () => undefined)}
        >
          {guests === 0 ? 'Just me' : `+${guests}`}
        </button>
      ))}
    </span>
  );
}

type TakeBackProps = Pick<OwnProps, 'mine' | 'isAsked' | 'isCreator'> & { readonly onTakeBack: () => void };

/** It goes with the answer, so the focus moves to the question at once. The creator comes without an answer, and has none to take back. */
function TakeBack({ mine, isAsked, isCreator, onTakeBack }: TakeBackProps) {
  if (mine.answer === null || isAsked || isCreator) return null;
  return (
    <Button
      size="sm"
      variant="ghost"
      onClick={({ currentTarget }) => {
        currentTarget.parentElement?.querySelector<HTMLElement>('[role="radio"][tabindex="0"]')?.focus();
        onTakeBack();
      }}
    >
      {mine.place === null ? 'Take back' : 'Leave waitlist'}
    </Button>
  );
}

function OwnMark({ mine }: Pick<OwnProps, 'mine'>) {
  if (mine.answer === null) return null;
  return (
    <span className={classNames('answer', 'answer--own', 'answer--past')}>
      <Mark of={markOf(mine)} />
      {ownLabel(mine)}
    </span>
  );
}

type AnsweredProps = Pick<OwnProps, 'attendance' | 'mine'> & {
  readonly takesFocus: boolean;
  readonly onOpen: () => void;
  readonly onFewer: () => void;
};

function Answered({ attendance, mine, takesFocus, onOpen, onFewer }: AnsweredProps) {
  const note = lineText(attendance, mine);
  return (
    <>
      <button
        type="button"
        // biome-ignore lint/a11y/noAutofocus: it replaces the button that was just pressed
        autoFocus={takesFocus}
        className={classNames('answer', 'answer--own', `answer--${markOf(mine)}`)}
        aria-expanded={false}
        aria-label={`Your answer: ${ownLabel(mine)}`}
        onClick={onOpen}
      >
        <Mark of={markOf(mine)} />
        {ownLabel(mine)}
        <ChevronDown className="i i--sm answer__more" />
      </button>
      {note !== undefined && <span className="rsvp__note">{note}</span>}
      {note !== undefined && mine.guests > 0 && (
        <Button size="sm" variant="ghost" onClick={onFewer}>
          Come with fewer
        </Button>
      )}
    </>
  );
}
