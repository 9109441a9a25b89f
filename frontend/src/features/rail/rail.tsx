import { MY_SCHEDULE } from '@quorum/contracts/wire/limits.ts';
import type { GroupView } from '@quorum/contracts/wire/views.ts';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { useMyGroupsQuery } from '../../data/group/group-api.ts';
import { splitByPin } from '../../data/group/split-by-pin.ts';
import { useGroupAccents } from '../../data/group/use-group-accents.ts';
import { useColorPreferencesQuery, usePinPreferencesQuery } from '../../data/preferences/preferences-api.ts';
import { selectUser } from '../../data/session/session-slice.ts';
import { useAppSelector } from '../../data/store/hooks.ts';
import { useDelayedFlag } from '../../shared/hooks/use-delayed-flag.ts';
import { whenIdle } from '../../shared/lib/when-idle.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Mark } from '../../shared/ui/brand.tsx';
import { ScrollShadow } from '../../shared/ui/scroll-shadow.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import './rail.css';
import { GroupOptions, RailGroup } from './rail-group.tsx';

export interface RailProps {
  /** Id of the open group, or of My Schedule; undefined while that is not known. */
  selectedId: string | undefined;
  onAddGroup: () => void;
  onChooseColor: (group: GroupView) => void;
}

const NO_GROUPS: readonly GroupView[] = [];
const NO_PINS = {};
const SKELETONS = ['a', 'b', 'c', 'd', 'e'];

/** The groups of the user: My Schedule, then the pinned ones, then the others in a list of their own. */
export function Rail({ selectedId, onAddGroup, onChooseColor }: RailProps) {
  const { data: groups = NO_GROUPS, isLoading, error: groupsError } = useMyGroupsQuery();
  const { data: pins = NO_PINS, error: pinsError } = usePinPreferencesQuery();
  const { error: colorsError } = useColorPreferencesQuery();
  const accentOf = useGroupAccents();
  const waiting = useDelayedFlag(isLoading);
  const [shownId, setShownId] = useState<string>();

  useEffect(() => whenIdle(GroupOptions.preload), []);
  useLoggedFailure('The groups could not be loaded.', groupsError);
  useLoggedFailure('The pins could not be loaded.', pinsError);
  useLoggedFailure('The colors could not be loaded.', colorsError);

  const { pinned, others } = splitByPin(groups, pins);
  const show = (group: GroupView) => (
    <RailGroup
      key={group._id}
      group={group}
      accent={accentOf(group._id)}
      active={group._id === selectedId}
      pinned={Object.hasOwn(pins, group._id)}
      showOptions={shownId === group._id}
      onOptions={(shown) => setShownId((last) => (shown ? group._id : last === group._id ? undefined : last))}
      onChooseColor={() => onChooseColor(group)}
    />
  );

  return (
    <nav className="rail" aria-label="Groups" aria-busy={isLoading || undefined}>
      <div className={selectedId === MY_SCHEDULE ? 'rail__group is-active' : 'rail__group'}>
        <Link
          className="rail__tile rail__home"
          to="/dashboard"
          aria-label="My Schedule"
          title="My Schedule"
          aria-current={selectedId === MY_SCHEDULE ? 'page' : undefined}
        >
          <Mark />
        </Link>
      </div>
      <span className="rail__sep" />
      {pinned.length > 0 && (
        <>
          <div className="rail__pins" onScrollCapture={() => setShownId(undefined)}>
            <ScrollShadow className="rail__scroll">
              <ul className="rail__pinned" aria-label="Pinned groups">
                {pinned.map(show)}
              </ul>
            </ScrollShadow>
          </div>
          <span className="rail__sep" />
        </>
      )}
      <div className="rail__list" onScrollCapture={() => setShownId(undefined)}>
        <ScrollShadow className="rail__scroll">
          {isLoading ? (
            waiting && SKELETONS.map((key) => <RailSkeleton key={key} />)
          ) : (
            <>
              <ul className="rail__others">{others.map(show)}</ul>
              <div className="rail__group">
                <button
                  type="button"
                  className="rail__tile rail__add"
                  aria-label="Add group"
                  title="Add group"
                  onClick={onAddGroup}
                >
                  <Plus className="i" aria-hidden="true" />
                </button>
              </div>
            </>
          )}
        </ScrollShadow>
      </div>
      <ProfileLink />
    </nav>
  );
}

function RailSkeleton() {
  return (
    <div className="rail__group">
      <Skeleton width={44} height={44} radius={14} />
    </div>
  );
}

function ProfileLink() {
  const user = useAppSelector(selectUser);
  return (
    <Link className="rail__me" to="/account" aria-label="Account" title="Account">
      <Avatar size={40} photoUrl={user?.profilePictureUrl} name={user?.firstName} phoneLast2={user?.phoneNumber} />
    </Link>
  );
}

function useLoggedFailure(text: string, error: unknown): void {
  useEffect(() => {
    if (error !== undefined) console.warn(text, error);
  }, [text, error]);
}
