import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { Bell, Plus, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { useGroupAccents } from '../../data/group/accent.ts';
import { selectActivityCounts } from '../../data/group/activity-counts-slice.ts';
import { useSortedGroups } from '../../data/group/use-sorted-groups.ts';
import { useMutedGroups } from '../../data/preferences/use-notifications.ts';
import { selectUser } from '../../data/session/session-slice.ts';
import { useAppSelector } from '../../data/store/hooks.ts';
import { avatarOf } from '../../data/user/person-label.ts';
import { ACTIVITY_PATH } from '../../shared/lib/addresses.ts';
import { badgeCount, spokenCount } from '../../shared/lib/badge-count.ts';
import { whenIdle } from '../../shared/lib/when-idle.ts';
import { Delayed } from '../../shared/ui/feedback/delayed.tsx';
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx';
import { ScrollShadow } from '../../shared/ui/page/scroll-shadow.tsx';
import { Avatar } from '../../shared/ui/people/avatar.tsx';
import { Mark } from '../../shared/ui/people/brand.tsx';
import './rail.css';
import { GroupOptions, RailGroup } from './rail-group.tsx';

export interface RailProps {
  /** Id of the open group, of My Schedule, or `ACTIVITY_PATH`. Undefined while it is unknown. */
  selectedId: string | undefined;
  onSearch: () => void;
  onAddGroup: () => void;
  onChooseColor: (group: GroupView) => void;
  onNotifications: (group: GroupView, opener: HTMLElement) => void;
}

const SKELETONS = ['a', 'b', 'c', 'd', 'e'];

const useRailGroups = () => {
  const { groupsError, preferencesError, ...sorted } = useSortedGroups();
  useLoggedFailure('The groups could not be loaded.', groupsError);
  useLoggedFailure('The colors and pins could not be loaded.', preferencesError);
  return sorted;
};

/** My Schedule and Activity, then the pinned groups, then the others in a list of their own. */
export function Rail({ selectedId, onSearch, onAddGroup, onChooseColor, onNotifications }: RailProps) {
  const { pinned, others, isLoading } = useRailGroups();
  const accentOf = useGroupAccents();
  const muted = useMutedGroups();
  const [idWithOptions, setIdWithOptions] = useState<string>();

  useEffect(() => whenIdle(GroupOptions.preload), []);

  const show = (isPinned: boolean) => (group: GroupView) => (
    <RailGroup
      key={group._id}
      group={group}
      accent={accentOf(group._id)}
      active={group._id === selectedId}
      pinned={isPinned}
      muted={muted.has(group._id)}
      showOptions={idWithOptions === group._id}
      onOptions={(shown) => setIdWithOptions((last) => (shown ? group._id : last === group._id ? undefined : last))}
      onChooseColor={() => onChooseColor(group)}
      onNotifications={(opener) => onNotifications(group, opener)}
    />
  );

  return (
    // A group that is pinned or unpinned moves to the other list, and takes the focus with it.
    <nav className="rail" aria-label="Groups" aria-busy={isLoading || undefined} data-focus-home=".rail__pop button">
      <HomeLink active={selectedId === MY_SCHEDULE} />
      <ActivityLink active={selectedId === ACTIVITY_PATH} />
      <SearchButton onClick={onSearch} />
      <span className="rail__sep" />
      {pinned.length > 0 && (
        <>
          <div className="rail__pins">
            <ScrollShadow className="rail__scroll">
              <ul className="rail__pinned" aria-label="Pinned groups">
                {pinned.map(show(true))}
              </ul>
            </ScrollShadow>
          </div>
          <span className="rail__sep" />
        </>
      )}
      {isLoading ? (
        <LoadingGroups />
      ) : (
        <div className="rail__list">
          <ScrollShadow className="rail__scroll">
            <ul className="rail__others">{others.map(show(false))}</ul>
            <AddGroup onClick={onAddGroup} />
          </ScrollShadow>
        </div>
      )}
      <ProfileLink />
    </nav>
  );
}

function HomeLink({ active }: { active: boolean }) {
  return (
    <div className={active ? 'rail__group is-active' : 'rail__group'}>
      <Link
        className="rail__tile rail__home"
        to="/dashboard"
        aria-label="My Schedule"
        title="My Schedule"
        aria-current={active ? 'page' : undefined}
      >
        <Mark />
      </Link>
    </div>
  );
}

function ActivityLink({ active }: { active: boolean }) {
  const { unread } = useAppSelector(selectActivityCounts);
  return (
    <div className={active ? 'rail__group is-active' : 'rail__group'}>
      <Link
        className="rail__tile rail__tool"
        to={ACTIVITY_PATH}
        aria-label={unread > 0 ? `Activity, ${spokenCount(unread)} unread` : 'Activity'}
        title="Activity"
        aria-current={active ? 'page' : undefined}
      >
        <Bell className="i" />
      </Link>
      {unread > 0 && (
        <span className="rail__badge" aria-hidden="true">
          {badgeCount(unread)}
        </span>
      )}
    </div>
  );
}

function SearchButton({ onClick }: { onClick: () => void }) {
  return (
    <div className="rail__group">
      <button type="button" className="rail__tile rail__tool" aria-label="Search" title="Search" onClick={onClick}>
        <Search className="i" />
      </button>
    </div>
  );
}

function AddGroup({ onClick }: { onClick: () => void }) {
  return (
    <div className="rail__group">
      <button type="button" className="rail__tile rail__add" aria-label="Add group" title="Add group" onClick={onClick}>
        <Plus className="i" />
      </button>
    </div>
  );
}

/** An element of its own: the list of groups may begin further down, below the pinned ones. */
function LoadingGroups() {
  return (
    <div className="rail__list">
      <ScrollShadow className="rail__scroll">
        <Delayed>
          {SKELETONS.map((key) => (
            <div key={key} className="rail__group">
              <Skeleton width={44} height={44} radius={14} />
            </div>
          ))}
        </Delayed>
      </ScrollShadow>
    </div>
  );
}

function ProfileLink() {
  const user = useAppSelector(selectUser);
  return (
    <Link className="rail__me" to="/account" aria-label="Account" title="Account">
      <Avatar size={40} {...(user && avatarOf(user))} />
    </Link>
  );
}

function useLoggedFailure(text: string, error: unknown): void {
  useEffect(() => {
    if (error !== undefined) console.warn(text, error);
  }, [text, error]);
}
