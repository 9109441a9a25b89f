import type { GroupView } from '@quorum/contracts/wire/views.ts';
import { Droplet, Pin } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useUnread } from '../../entities/message/use-unread.ts';
import { usePinGroupMutation } from '../../entities/preferences/preferences-api.ts';
import { type AccentName, accentProps } from '../../shared/lib/accent.ts';
import { classNames } from '../../shared/lib/class-names.ts';
import { groupInitials } from '../../shared/lib/initials.ts';
import { PictureOr } from '../../shared/ui/avatar.tsx';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { Tooltip } from '../../shared/ui/tooltip.tsx';
import { groupLabel, unreadBadge } from './unread-label.ts';

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
  const badge = unreadBadge(unread);

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
    </li>
  );
}

const tileIn = (place: HTMLElement | null) => place?.querySelector('a');

type GroupOptionsProps = Pick<RailGroupProps, 'group' | 'pinned' | 'onChooseColor'> & { place: HTMLElement | null };

/** Fixed to the window, since the scrolling list around it would cut it off. */
function GroupOptions({ group, pinned, place, onChooseColor }: GroupOptionsProps) {
  const [pin] = usePinGroupMutation();
  const box = place?.getBoundingClientRect();
  const word = pinned ? 'Unpin' : 'Pin';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      className="rail__pop"
      role="group"
      aria-label={`${group.name} options`}
      style={{ left: (box?.right ?? 72) - 6, top: box ? (box.top + box.bottom) / 2 : 0 }}
    >
      <span className="rail__name">{group.name}</span>
      <Tooltip label={pinned ? 'Unpin' : 'Pin to the top'} side="bottom">
        <IconButton
          size="sm"
          label={`${word} ${group.name}`}
          aria-pressed={pinned}
          icon={<Pin className="i i--sm" aria-hidden="true" />}
          onClick={() => void pin({ groupId: group._id, isPinned: !pinned })}
        />
      </Tooltip>
      <Tooltip label="Choose a color" side="bottom">
        <IconButton
          size="sm"
          className="rail__color"
          label={`Choose Color for ${group.name}`}
          icon={<Droplet className="i i--sm" aria-hidden="true" />}
          onClick={onChooseColor}
        />
      </Tooltip>
    </div>
  );
}
