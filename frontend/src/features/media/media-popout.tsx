import './media.css';
import type { MediaKind } from '@quorum/contracts/media/wire.ts';
import { personName } from '@quorum/contracts/text/person-name.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { Calendar, X } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTimeZone } from '../../shared/hooks/time-zone.ts';
import { useMinute } from '../../shared/hooks/use-now.ts';
import { pathOfFile } from '../../shared/lib/addresses.ts';
import { Button } from '../../shared/ui/controls/button.tsx';
import { IconButton } from '../../shared/ui/controls/icon-button.tsx';
import { Lightbox } from '../../shared/ui/overlays/lightbox.tsx';
import { Avatar } from '../../shared/ui/people/avatar.tsx';
import { DayStrip, stripEndingAt } from './day-strip.tsx';
import { mediaNames } from './media-kind.ts';
import { MediaMonth } from './media-month.tsx';
import { MediaOfDay } from './media-of-day.tsx';
import { type MediaOf, useMedia } from './use-media.ts';

/** Escape and presses outside dismiss the panel, unless something that it opened covers it. */
export const useDismiss = (
  panel: RefObject<HTMLElement | null>,
  isCovered: boolean,
  onDismiss: (how: 'escape' | 'outside') => void,
): void => {
  const onPointerDown = useEffectEvent(({ target }: PointerEvent) => {
    if (isCovered || !(target instanceof Element) || panel.current?.contains(target)) return;
    // The buttons that open the panel also close it. A press here would reopen it.
    if (target.closest('[data-media], .toasts') === null) onDismiss('outside');
  });
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !isCovered) onDismiss('escape');
  });
  useEffect(() => {
    document.addEventListener('pointerdown', onPointerDown);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, []);
};

export interface MediaPopoutProps {
  groupId: string;
  kind: MediaKind;
  onClose: () => void;
}

/** The selected day, which the strip always holds, the last day of the strip, and whether the calendar is open. */
const useChosenDay = (today: CalendarDate) => {
  const [selected, setSelected] = useState<CalendarDate>(today);
  const [last, setLast] = useState<CalendarDate>(today);
  const [isCalendar, setIsCalendar] = useState(false);
  const days = stripEndingAt(last);
  return {
    selected,
    setSelected,
    last,
    days,
    isCalendar,
    setIsCalendar,
    chooseInCalendar: (date: CalendarDate) => {
      setSelected(date);
      setIsCalendar(false);
      if (!days.includes(date)) setLast(date);
    },
    moveStrip: (next: CalendarDate) => {
      setLast(next);
      const shown = stripEndingAt(next);
      if (!shown.includes(selected)) setSelected(shown.includes(today) ? today : next);
    },
  };
};

/** Files, images or links of a group, by day, beside the buttons that open it. */
export default function MediaPopout({ groupId, kind, onClose }: MediaPopoutProps) {
  const timeZone = useTimeZone();
  const today = localDate(useMinute(), timeZone);
  const { selected, setSelected, last, days, moveStrip, ...calendar } = useChosenDay(today);
  const { isCalendar, setIsCalendar } = calendar;
  const [openImage, setOpenImage] = useState<string | null>(null);
  const panel = useRef<HTMLElement>(null);
  const titleId = useId();
  const media = useMedia(kind, { groupId, startDate: days[0] ?? last, endDate: last, timeZone });

  useDismiss(panel, openImage !== null, (how) => {
    if (how === 'outside') onClose();
    else if (isCalendar) setIsCalendar(false);
    else onClose();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another kind is another popout.
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    setOpenImage(null);
  }, [kind]);

  return (
    <section className="media-popout" role="dialog" aria-labelledby={titleId} ref={panel} tabIndex={-1}>
      <Head
        titleId={titleId}
        title={mediaNames[kind].title}
        isCalendar={isCalendar}
        onCalendar={() => setIsCalendar((open) => !open)}
        onClose={onClose}
      />
      <DayStrip
        today={today}
        selected={selected}
        last={last}
        onLastChange={moveStrip}
        onSelect={setSelected}
        marksFor={media.marksFor}
      />
      {isCalendar && (
        <MediaMonth
          today={today}
          selected={selected}
          kind={kind}
          groupId={groupId}
          timeZone={timeZone}
          onSelect={calendar.chooseInCalendar}
        />
      )}
      <div className="media-popout__list">
        <MediaOfDay media={media} kind={kind} date={selected} timeZone={timeZone} onOpenImage={setOpenImage} />
      </div>
      {openImage !== null && (
        <DayImages media={media} date={selected} startId={openImage} onClose={() => setOpenImage(null)} />
      )}
    </section>
  );
}

interface DayImagesProps {
  media: MediaOf;
  date: CalendarDate;
  startId: string;
  onClose: () => void;
}

function DayImages({ media, date, startId, onClose }: DayImagesProps) {
  return (
    <Lightbox
      startId={startId}
      onClose={onClose}
      images={(media.files[date] ?? []).map(({ sender, ...image }) => ({
        ...image,
        path: pathOfFile(media.groupId, image.id),
        senderName: personName(sender),
        avatar: <Avatar size={36} name={sender.firstName} />,
      }))}
    />
  );
}

interface HeadProps {
  titleId: string;
  title: string;
  isCalendar: boolean;
  onCalendar: () => void;
  onClose: () => void;
}

function Head({ titleId, title, isCalendar, onCalendar, onClose }: HeadProps) {
  return (
    <header className="media-popout__head">
      <h2 id={titleId}>{title}</h2>
      <Button
        variant="ghost"
        size="sm"
        aria-expanded={isCalendar}
        icon={<Calendar className="i i--sm" />}
        onClick={onCalendar}
      >
        {isCalendar ? 'Hide Calendar' : 'Show Calendar'}
      </Button>
      <IconButton label="Close" icon={<X className="i" />} onClick={onClose} />
    </header>
  );
}
