import { localDate } from '@quorum/contracts/time/days.ts';
import { Calendar, File, Image, Link as LinkIcon, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTimeZone } from '../../entities/calendar-entry/time-zone.ts';
import { Lightbox } from '../../entities/media/lightbox.tsx';
import { useDelayedFlag } from '../../shared/hooks/use-delayed-flag.ts';
import { useMinute } from '../../shared/hooks/use-minute.ts';
import { type IsoDate, longDay, monthCells, monthOf } from '../../shared/lib/iso-date.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { MonthGrid } from '../../shared/ui/month-grid.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { Spinner } from '../../shared/ui/spinner.tsx';
import { DayStrip } from './day-strip.tsx';
import { stripEndingAt } from './days.ts';
import { type MediaKind, mediaNames } from './media-kind.ts';
import { FileList, ImageList, LinkList } from './media-lists.tsx';
import { useDismiss } from './use-dismiss.ts';
import { type MediaOf, useMedia } from './use-media.ts';
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
  const [selected, setSelected] = useState<IsoDate>(today);
  const [last, setLast] = useState<IsoDate>(today);
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

  const choose = (date: IsoDate) => {
    setSelected(date);
    if (!days.includes(date)) setLast(date);
    setIsCalendar(false);
  };
  // The list follows the strip: a day that is out of sight is not the chosen one.
  const move = (next: IsoDate) => {
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

interface MediaMonthProps {
  kind: MediaKind;
  groupId: string;
  timeZone: string;
  today: IsoDate;
  selected: IsoDate;
  onSelect: (date: IsoDate) => void;
}

function MediaMonth({ kind, groupId, timeZone, today, selected, onSelect }: MediaMonthProps) {
  const [month, setMonth] = useState(monthOf(selected));
  const cells = monthCells(month);
  const { marksFor } = useMedia(kind, {
    groupId,
    startDate: cells[0] ?? selected,
    endDate: cells.at(-1) ?? selected,
    timeZone,
  });
  return (
    <div className="pop__month" role="dialog" aria-label="Choose a date">
      <MonthGrid
        month={month}
        onMonthChange={setMonth}
        today={today}
        selected={selected}
        week={null}
        onSelect={onSelect}
        marksFor={marksFor}
      />
    </div>
  );
}

interface MediaOfDayProps {
  media: MediaOf;
  kind: MediaKind;
  date: IsoDate;
  timeZone: string;
  onOpenImage: (id: string) => void;
}

const icons = { files: File, images: Image, links: LinkIcon };

function MediaOfDay({ media, kind, date, timeZone, onOpenImage }: MediaOfDayProps) {
  const files = media.files[date] ?? [];
  const links = media.links[date] ?? [];
  if (media.isLoading) return <Loading kind={kind} />;
  if ((kind === 'links' ? links : files).length === 0) {
    const Icon = icons[kind];
    return (
      <div className="pop__none" role="status">
        <span className="tl__icon">
          <Icon className="i" aria-hidden="true" />
        </span>
        <p>{`No ${kind} found for ${longDay(date)}`}</p>
      </div>
    );
  }
  return (
    <>
      <h3>{longDay(date)}</h3>
      {kind === 'files' && <FileList files={files} timeZone={timeZone} />}
      {kind === 'images' && <ImageList images={files} timeZone={timeZone} onOpen={onOpenImage} />}
      {kind === 'links' && <LinkList links={links} timeZone={timeZone} />}
    </>
  );
}

const BONES = [1, 2, 3, 4];

function Loading({ kind }: { kind: MediaKind }) {
  const late = useDelayedFlag(true);
  return (
    <>
      <p className="pop__load" role="status">
        <Spinner size="sm" />
        {`Loading ${kind}...`}
      </p>
      {late && (
        <ul className={kind === 'images' ? 'shots' : 'pop__bones'} aria-hidden="true">
          {BONES.map((bone) => (
            <li key={bone}>
              <Skeleton height={kind === 'images' ? 104 : 40} radius={13} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
