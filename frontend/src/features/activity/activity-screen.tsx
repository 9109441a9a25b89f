import './activity.css';
import type { ActivityItemView, ActivityKind } from '@quorum/contracts/activity/wire.ts';
import { AtSign, Bell, Calendar, Reply, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { activityApi } from '../../data/activity/activity-api.ts';
import { useUnreadItems } from '../../data/activity/use-activity.ts';
import { useSeenActivity } from '../../data/activity/use-seen-activity.ts';
import { ConnectionLine } from '../../data/connection/connection-line.tsx';
import { badgeCount } from '../../shared/lib/badge-count.ts';
import { SideTabs } from '../../shared/ui/controls/side-tabs.tsx';
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx';
import { Loaded, LoadFailed } from '../../shared/ui/page/loaded.tsx';
import { ActivityItems } from './activity-items.tsx';

const filters = [
  { id: 'all', label: 'All', Icon: Bell },
  { id: 'mentions', label: 'Mentions', Icon: AtSign },
  { id: 'replies', label: 'Replies', Icon: Reply },
  { id: 'events', label: 'Events', Icon: Calendar },
  { id: 'groups', label: 'Groups', Icon: Users },
] as const;

type Filter = (typeof filters)[number]['id'];

const filterOf: { readonly [K in ActivityKind]: Filter } = {
  mention: 'mentions',
  everyone: 'mentions',
  reply: 'replies',
  added: 'events',
  moved: 'events',
  renamed: 'events',
  place: 'events',
  cancelled: 'events',
  restored: 'events',
  imported: 'events',
  series: 'events',
  seat: 'events',
  poll: 'events',
  admin: 'groups',
  member: 'groups',
  owner: 'groups',
  removed: 'groups',
};

/** A kind that this version does not know is left out. */
const passes = (filter: Filter, { kind }: ActivityItemView): boolean =>
  filter === 'all' ? Object.hasOwn(filterOf, kind) : filterOf[kind] === filter;

interface ActivityScreenProps {
  /** News that can wait, above the list. */
  lines?: ReactNode;
  /** Leads to the members of a group, on top of its screen. */
  onMembers: (groupId: string) => void;
}

/** Activity: filters in the sidebar, items by day on the sheet. */
export default function ActivityScreen({ lines, onMembers }: ActivityScreenProps) {
  const [search, setSearch] = useSearchParams();
  const filter = filters.find(({ id }) => id === search.get('show'))?.id ?? 'all';
  const load = activityApi.useActivityQuery();
  const unread = useUnreadItems(load.data);
  const marked = useSeenActivity(load.data, unread);
  const countIn = (id: Filter): string | undefined => {
    const count = load.data?.items.filter((item) => marked.has(item._id) && passes(id, item)).length ?? 0;
    return count === 0 ? undefined : badgeCount(count);
  };
  const tabs = filters.map((tab) => {
    const count = countIn(tab.id);
    return { ...tab, ...(count !== undefined && { count }) };
  });
  return (
    <>
      <aside className="sidebar" aria-label="Activity">
        <header className="sidebar__head">
          <h1 className="cut">Activity</h1>
        </header>
        <SideTabs
          label="Activity"
          name="activity"
          tabs={tabs}
          current={filter}
          panel="activity-panel"
          onChange={(id) => setSearch(id === 'all' ? {} : { show: id }, { replace: true })}
        />
      </aside>
      <main className="main">
        {lines}
        <header className="activity__top">
          <h2>{filters.find(({ id }) => id === filter)?.label}</h2>
        </header>
        <ConnectionLine />
        <div id="activity-panel" role="tabpanel" aria-labelledby={`activity-tab-${filter}`} className="activity__panel">
          <Loaded
            load={load}
            skeleton={<LoadingItems />}
            failed={(retry) => (
              <LoadFailed className="quiet" onRetry={retry}>
                Activity didn’t load
              </LoadFailed>
            )}
          >
            {({ items }) => (
              <ActivityItems
                key={filter}
                items={items.filter((item) => passes(filter, item))}
                marked={marked}
                empty={items.length === 0 || filter === 'all' ? <CaughtUp /> : <p>Nothing here yet</p>}
                onMembers={onMembers}
              />
            )}
          </Loaded>
        </div>
      </main>
    </>
  );
}

const WIDTHS = [240, 290, 210, 260, 230, 280];

function LoadingItems() {
  return (
    <div className="activity__col activity__col--loading" aria-hidden="true" data-testid="activity-skeleton">
      {WIDTHS.map((width) => (
        <div key={width} className="activity__bones">
          <Skeleton width={40} height={40} radius="full" />
          <span>
            <Skeleton width={width} height={13} />
            <Skeleton width={width * 1.4} height={11} />
          </span>
        </div>
      ))}
    </div>
  );
}

/** A ring of seats, all of them taken. */
const SEATS = Array.from({ length: 8 }, (_, at) => {
  const angle = (at * Math.PI) / 4;
  return { at, x: 50 + 34 * Math.sin(angle), y: 50 - 34 * Math.cos(angle) };
});

function CaughtUp() {
  return (
    <>
      <svg className="activity__ring" viewBox="0 0 100 100" aria-hidden="true">
        <g>
          {SEATS.map(({ at, x, y }) => (
            <circle key={at} cx={x} cy={y} r="8.2" />
          ))}
        </g>
        <path d="M38 51l8.5 8.5L63 42" />
      </svg>
      <h2>You’re all caught up</h2>
      <p>Mentions, replies and changed events show up here.</p>
    </>
  );
}
