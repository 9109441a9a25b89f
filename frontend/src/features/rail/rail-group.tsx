import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { groupInitials } from '@quorum/contracts/text/initials.ts';
import { Pin } from 'lucide-react';
import { type KeyboardEvent, Suspense, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useUnreadOf } from '../../data/message/reading/use-unread.ts';
import { useFocusLeave } from '../../shared/hooks/use-focus-leave.ts';
import type { AccentName } from '../../shared/lib/accent.ts';
import { badgeCount, spokenCount } from '../../shared/lib/badge-count.ts';
import { classNames } from '../../shared/lib/class-names.ts';
import { preloadable } from '../../shared/lib/preloadable.ts';
import { PictureOr } from '../../shared/ui/people/avatar.tsx';

/** Needed on hover or focus at the earliest, so the rail does not wait for it. */
export const GroupOptions = preloadable(() => import('./group-options.tsx'));

export interface RailGroupProps {
  group: GroupView;
  accent: AccentName;
  active: boolean;
  pinned: boolean;
  muted: boolean;
  /** Shows name, pin and color beside the tile. Only one group does at a time. */
  showOptions: boolean;
  onOptions: (show: boolean) => void;
  onChooseColor: () => void;
  onNotifications: (opener: HTMLElement) => void;
}

export function RailGroup(props: RailGroupProps) {
  const { group, accent, active, pinned, muted, showOptions, onOptions, onChooseColor, onNotifications } = props;
  const place = useRef<HTMLLIElement>(null);
  const { unread, mentions } = useUnreadOf(group);

  // Among many groups, the open one may be far down.
  useEffect(() => {
    if (active) place.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const leaving = useFocusLeave(() => onOptions(false));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !showOptions) return;
    event.stopPropagation();
    place.current?.querySelector('a')?.focus();
    onOptions(false);
  };

  return (
    <li
      ref={place}
      data-focus-home=""
      className={classNames('rail__group', active && 'is-active', group.imageUrl && 'has-image')}
      data-accent={accent}
      onMouseEnter={() => onOptions(true)}
      onMouseLeave={() => onOptions(false)}
      onFocus={() => onOptions(true)}
      {...leaving}
      onKeyDown={onKeyDown}
      // The pointer moves on to the sidebar, or the group away from it, to its pin. For keyboards the options stay.
      // A finger cannot hover: its second tap, on the open group, shows them.
      onClick={({ detail, nativeEvent }) => detail > 0 && onOptions(active && isByTouch(nativeEvent))}
    >
      <Link
        className="rail__tile"
        to={`/dashboard/group/${group._id}`}
        aria-label={`${group.name}${unread > 0 ? `, ${unreadAloud(unread, mentions)}` : ''}`}
        aria-current={active ? 'page' : undefined}
      >
        <PictureOr src={group.imageUrl}>
          <span aria-hidden="true">{groupInitials(group.name)}</span>
        </PictureOr>
      </Link>
      <Marks
        pinned={pinned}
        muted={muted}
        badge={mentions > 0 ? `@${badgeCount(mentions)}` : unread > 0 && badgeCount(unread)}
      />
      <Suspense fallback={null}>
        {showOptions && (
          <GroupOptions
            group={group}
            pinned={pinned}
            muted={muted}
            onChooseColor={onChooseColor}
            // The options vanish once the menu has the focus.
            onNotifications={(bell) => onNotifications(place.current?.querySelector('a') ?? bell)}
          />
        )}
      </Suspense>
    </li>
  );
}

const isByTouch = (event: Event): boolean => event instanceof PointerEvent && event.pointerType === 'touch';

const unreadAloud = (unread: number, mentions: number): string => {
  const count = `${spokenCount(unread)} unread`;
  if (mentions === 0) return count;
  return `${count}, ${spokenCount(mentions)} ${mentions === 1 ? 'mentions' : 'mention'} you`;
};

function Marks({ pinned, muted, badge }: { pinned: boolean; muted: boolean; badge: string | false }) {
  return (
    <>
      {pinned && (
        <span className="rail__pin" title="Pinned">
          <Pin className="i" />
        </span>
      )}
      {badge && (
        <span className={classNames('rail__badge', muted && 'is-muted')} aria-hidden="true">
          {badge}
        </span>
      )}
    </>
  );
}
