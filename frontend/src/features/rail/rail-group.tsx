import { groupInitials } from '@quorum/contracts/text/initials.ts';
import type { GroupView } from '@quorum/contracts/wire/views.ts';
import { Pin } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, Suspense, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useUnread } from '../../data/message/use-unread.ts';
import { type AccentName, accentProps } from '../../shared/lib/accent.ts';
import { classNames } from '../../shared/lib/class-names.ts';
import { preloadable } from '../../shared/lib/preloadable.ts';
import { PictureOr } from '../../shared/ui/avatar.tsx';
import { groupLabel, unreadBadge } from './unread-label.ts';

/** Wanted by pointer or focus at the earliest, so the rail does not wait for them. */
export const GroupOptions = preloadable(() => import('./group-options.tsx'));

export interface RailGroupProps {
  group: GroupView;
  accent: AccentName;
  active: boolean;
  pinned: boolean;
  /** Name, pin and color beside the tile. One group of the rail shows them at a time. */
  showOptions: boolean;
  onOptions: (show: boolean) => void;
  onChooseColor: () => void;
}

export function RailGroup(props: RailGroupProps) {
  const { group, accent, active, pinned, showOptions, onOptions, onChooseColor } = props;
  const place = useRef<HTMLLIElement>(null);
  const unread = useUnread(group);

  // Among many groups the open one may stand far down.
  useEffect(() => {
    if (active) place.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onOptions(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !showOptions) return;
    event.stopPropagation();
    tileIn(place.current)?.focus();
    onOptions(false);
  };

  return (
    <li
      ref={place}
      className={classNames('rail__group', active && 'is-active', group.imageUrl && 'has-image')}
      {...accentProps(accent)}
      onMouseEnter={() => onOptions(true)}
      onMouseLeave={() => onOptions(false)}
      onFocus={() => onOptions(true)}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
    >
      <Link
        className="rail__tile"
        to={`/dashboard/group/${group._id}`}
        aria-label={groupLabel(group.name, unread)}
        aria-current={active ? 'page' : undefined}
        // The pointer goes on to the sidebar, where the options would stand in its way; for keys they stay within reach.
        onClick={({ detail }) => detail > 0 && onOptions(false)}
      >
        <PictureOr src={group.imageUrl}>{groupInitials(group.name)}</PictureOr>
      </Link>
      <Marks pinned={pinned} badge={unreadBadge(unread)} />
      <Suspense fallback={null}>
        {showOptions && (
          <GroupOptions
            group={group}
            pinned={pinned}
            place={place.current}
            onChooseColor={() => {
              // The button goes when the dialog takes the focus; the tile stays, to get it back.
              tileIn(place.current)?.focus();
              onChooseColor();
            }}
          />
        )}
      </Suspense>
    </li>
  );
}

function Marks({ pinned, badge }: { pinned: boolean; badge: ReturnType<typeof unreadBadge> }) {
  return (
    <>
      {pinned && (
        <span className="rail__pin" title="Pinned">
          <Pin className="i" aria-hidden="true" />
        </span>
      )}
      {badge && (
        <span className="rail__badge" aria-hidden="true">
          {badge}
        </span>
      )}
    </>
  );
}

const tileIn = (place: HTMLElement | null) => place?.querySelector('a');
