import type { MediaKind } from '@quorum/contracts/media/wire.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { weekdayMonthDay } from '@quorum/contracts/time/day-labels.ts';
import { File, Image, Link } from 'lucide-react';
import { Delayed } from '../../shared/ui/feedback/delayed.tsx';
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx';
import { Spinner } from '../../shared/ui/feedback/spinner.tsx';
import { FileList, ImageList, LinkList } from './media-lists.tsx';
import type { MediaOf } from './use-media.ts';

export interface MediaOfDayProps {
  media: MediaOf;
  kind: MediaKind;
  date: CalendarDate;
  timeZone: string;
  onOpenImage: (id: string) => void;
}

const icons = { files: File, images: Image, links: Link };

/** The media of a day, a loading state, or a line that there are none. */
export function MediaOfDay(props: MediaOfDayProps) {
  const { media, kind, date } = props;
  const found = (kind === 'links' ? media.links : media.files)[date];
  if (media.isLoading) return <Loading kind={kind} />;
  return found === undefined || found.length === 0 ? <Nothing kind={kind} date={date} /> : <Items {...props} />;
}

function Nothing({ kind, date }: Pick<MediaOfDayProps, 'kind' | 'date'>) {
  const Icon = icons[kind];
  return (
    <div className="media-popout__none" role="status">
      <span className="icon-disc">
        <Icon className="i" />
      </span>
      <p>{`No ${kind} found for ${weekdayMonthDay(date)}`}</p>
    </div>
  );
}

function Items({ media, kind, date, timeZone, onOpenImage }: MediaOfDayProps) {
  const files = media.files[date] ?? [];
  const links = media.links[date] ?? [];
  return (
    <>
      <h3>{weekdayMonthDay(date)}</h3>
      {kind === 'files' && <FileList files={files} groupId={media.groupId} timeZone={timeZone} />}
      {kind === 'images' && <ImageList images={files} timeZone={timeZone} onOpen={onOpenImage} />}
      {kind === 'links' && <LinkList links={links} timeZone={timeZone} />}
    </>
  );
}

const BONES = [1, 2, 3, 4];

function Loading({ kind }: { kind: MediaKind }) {
  return (
    <>
      <p className="media-popout__load" role="status">
        <Spinner size="sm" />
        {`Loading ${kind}...`}
      </p>
      <Delayed>
        <ul className={kind === 'images' ? 'shots' : 'media-popout__bones'} aria-hidden="true">
          {BONES.map((bone) => (
            <li key={bone}>
              <Skeleton height={kind === 'images' ? 104 : 40} radius={13} />
            </li>
          ))}
        </ul>
      </Delayed>
    </>
  );
}
