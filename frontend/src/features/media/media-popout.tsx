import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { Calendar, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTimeZone } from '../../shared/hooks/time-zone.ts';
import { useMinute } from '../../shared/hooks/use-minute.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { Lightbox } from '../../shared/ui/lightbox.tsx';
import { DayStrip } from './day-strip.tsx';
import { stripEndingAt } from './days.ts';
import { type MediaKind, mediaNames } from './media-kind.ts';
import { MediaMonth } from './media-month.tsx';
import { MediaOfDay } from './media-of-day.tsx';
import { useDismiss } from './use-dismiss.ts';
import { useMedia } from './use-media.ts';
import './media.css';

export interface MediaPopoutProps {
  groupId: string;
  kind: MediaKind;
  onClose: () => void;
}

/** Files, images or links of a group, by day, beside the buttons that open it. */
export default function MediaPopout({ groupId, kind, onClose }: MediaPopoutProps) {
  const timeZone = useTimeZone();
  const today = localDate(useMinute(), timeZone);
  const [selected, setSelected] = useState<CalendarDate>(today);
  const [last, setLast] = useState<CalendarDate>(today);
  const [isCalendar, setIsCalendar] = useState(false);
  const [openImage, setOpenImage] = useState<string | null>(null);
  const panel = useRef<HTMLElement>(null);
  const titleId = useId();
  const { title } = mediaNames[kind];
  const days = stripEndingAt(last);
  const media = useMedia(kind, { groupId, startDate: days[0] ?? last, endDate: last, timeZone });

  const close = () => {
    const button = document.querySelector<HTMLElement>(`[data-media="${kind}"]`);
    onClose();
    button?.focus();
  };
  useDismiss(panel, openImage !== null, (how) => {
    if (how === 'outside') onClose();
    else if (isCalendar) setIsCalendar(false);
    else close();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another kind is another popout.
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    setOpenImage(null);
  }, [kind]);

  const choose = (date: CalendarDate) => {
    setSelected(date);
    if (!days.includes(date)) setLast(date);
    setIsCalendar(false);
  };
  // The list follows the strip: a day that is out of sight is not the chosen one.
  const move = (next: CalendarDate) => {
    setLast(next);
    const shown = stripEndingAt(next);
    if (!shown.includes(selected)) setSelected(shown.includes(today) ? today : next);
  };

  return (
    <section className="pop" role="dialog" aria-labelledby={titleId} ref={panel} tabIndex={-1}>
      <header className="pop__head">
        <h2 id={titleId}>{title}</h2>
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={isCalendar}
          icon={<Calendar className="i i--sm" aria-hidden="true" />}
          onClick={() => setIsCalendar((open) => !open)}
        >
          {isCalendar ? 'Hide Calendar' : 'Show Calendar'}
        </Button>
        <IconButton label="Close" icon={<X className="i" aria-hidden="true" />} onClick={close} />
      </header>
      <DayStrip
        last={last}
        onLastChange={move}
        today={today}
        selected={selected}
        onSelect={setSelected}
        marksFor={media.marksFor}
      />
      {isCalendar && (
        <MediaMonth
          kind={kind}
          groupId={groupId}
          timeZone={timeZone}
          today={today}
          selected={selected}
          onSelect={choose}
        />
      )}
      <div className="pop__list">
        <MediaOfDay media={media} kind={kind} date={selected} timeZone={timeZone} onOpenImage={setOpenImage} />
      </div>
      {openImage !== null && (
        <Lightbox
          startId={openImage}
          onClose={() => setOpenImage(null)}
          images={(media.files[selected] ?? []).map(({ sender, ...image }) => ({
            ...image,
            senderName: `${sender.firstName} ${sender.lastName}`.trim() || 'Unknown User',
            avatar: <Avatar size={36} name={sender.firstName} />,
          }))}
        />
      )}
    </section>
  );
}
