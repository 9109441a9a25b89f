import './calendar-feeds.css';
import type { CalendarFeedView } from '@quorum/contracts/calendar-feed/wire.ts';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { monthDayYear } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { CalendarPlus, Link2, Link2Off, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useAction } from '../../data/actions/use-action.ts';
import { useGroupAccents } from '../../data/group/accent.ts';
import { useSortedGroups } from '../../data/group/use-sorted-groups.ts';
import { useServices } from '../../data/services/services-context.tsx';
import { calendarFeedsApi } from '../../data/user/calendar-feeds-api.ts';
import { sessionsApi } from '../../data/user/sessions-api.ts';
import { useTimeZone } from '../../shared/hooks/time-zone.ts';
import { FEEDS_ANCHOR } from '../../shared/lib/addresses.ts';
import { Button, buttonClass } from '../../shared/ui/controls/button.tsx';
import { CopyButton } from '../../shared/ui/controls/copy-button.tsx';
import { ErrorLine } from '../../shared/ui/feedback/error-line.tsx';
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx';
import { ConfirmDialog } from '../../shared/ui/overlays/confirm-dialog.tsx';
import { Loaded, LoadFailed } from '../../shared/ui/page/loaded.tsx';
import { Mark } from '../../shared/ui/people/brand.tsx';
import { GroupAvatar } from '../../shared/ui/people/group-avatar.tsx';

type Calendar = { readonly groupId: string; readonly name: string; readonly picture: ReactNode };

const OWN: Calendar = {
  groupId: MY_SCHEDULE,
  name: 'My Schedule',
  picture: (
    <span className="avatar avatar--36 avatar--group feeds__own" aria-hidden="true">
      <Mark />
    </span>
  ),
};

/** The user's groups in the order of the rail. */
const useCalendars = () => {
  const { pinned, others, isLoading } = useSortedGroups();
  const accentOf = useGroupAccents();
  const groups = [...pinned, ...others].map(({ _id: groupId, name, imageUrl }) => ({
    groupId,
    name,
    picture: <GroupAvatar size={36} name={name} imageUrl={imageUrl} accent={accentOf(groupId)} />,
  }));
  return { calendars: [OWN, ...groups], isLoading };
};

/** Links through which calendar programs read My Schedule and the groups' calendars. */
export function CalendarFeeds() {
  const titleId = useId();
  // They are listed above it, and would move it when they arrive.
  const areSessionsLoading = sessionsApi.useSessionsQuery().isLoading;
  const { calendars, isLoading } = useCalendars();
  const load = calendarFeedsApi.useCalendarFeedsQuery();
  if (areSessionsLoading) return null;
  return (
    <section aria-labelledby={titleId} data-focus-home="h2">
      <FeedsTitle id={titleId} />
      <p className="feeds__lead">
        See your events in Google Calendar, Apple Calendar or Outlook. A feed follows every change.
      </p>
      <Loaded
        load={{ ...load, data: isLoading ? undefined : load.data }}
        skeleton={<LoadingFeeds />}
        failed={(retry) => (
          <LoadFailed className="sessions__failed" onRetry={retry}>
            Your calendar feeds didn’t load.
          </LoadFailed>
        )}
      >
        {(feeds) => (
          <>
            <ul className="feeds">
              {calendars.map((calendar) => (
                <Feed
                  key={calendar.groupId}
                  calendar={calendar}
                  feed={feeds.find(({ groupId }) => groupId === calendar.groupId)}
                />
              ))}
            </ul>
            <p className="feeds__note">
              Google Calendar looks for changes about once a day, Apple Calendar about every hour.
            </p>
          </>
        )}
      </Loaded>
    </section>
  );
}

/** Where the link on an event leads. */
function FeedsTitle({ id }: { id: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  const isAsked = useLocation().hash === `#${FEEDS_ANCHOR}`;
  useEffect(() => {
    if (isAsked) title.current?.focus();
  }, [isAsked]);
  return (
    <h2 tabIndex={-1} ref={title} className="account__h" id={id}>
      Calendar feeds
    </h2>
  );
}

function LoadingFeeds() {
  return (
    <div className="feeds" aria-busy="true">
      {[1, 2, 3].map((row) => (
        <div key={row}>
          <Skeleton width={36} height={36} />
          <div className="feeds__text">
            <Skeleton width={160} height={16} />
            <Skeleton width={220} />
          </div>
        </div>
      ))}
    </div>
  );
}

interface FeedProps {
  calendar: Calendar;
  feed: CalendarFeedView | undefined;
}

/** The address of the link made here, while it is the calendar's link. */
const useNewLink = (groupId: string, feed: CalendarFeedView | undefined, onMade: () => void) => {
  const [made, setMade] = useState<{ readonly id: string; readonly url: string }>();
  const [send] = calendarFeedsApi.useCreateCalendarFeedMutation();
  const { act, busy, error } = useAction(send, {
    failed: 'The link wasn’t made. Please try again.',
    next: ({ feed: { id }, url }) => {
      setMade({ id, url });
      onMade();
    },
  });
  // Another browser may have made a newer one, or turned it off.
  const url = made !== undefined && made.id === feed?.id ? made.url : undefined;
  return { url, busy, error, create: () => void act(groupId) };
};

function Feed({ calendar: { groupId, name, picture }, feed }: FeedProps) {
  const [asked, setAsked] = useState<'replace' | 'end'>();
  const close = () => setAsked(undefined);
  const link = useNewLink(groupId, feed, close);
  const { url } = link;
  return (
    <li aria-label={name}>
      {picture}
      <div className="feeds__text">
        <b className="cut" title={name}>
          {name}
        </b>
        <small>
          <State feed={feed} isNew={url !== undefined} />
        </small>
      </div>
      {feed === undefined ? (
        <Button size="sm" busyLabel={link.busy && 'Creating...'} onClick={link.create}>
          Create link
        </Button>
      ) : (
        <LinkButtons name={name} isNew={url !== undefined} onAsk={setAsked} />
      )}
      {url !== undefined && <NewLink url={url} />}
      {asked === undefined && link.error && <ErrorLine>{link.error}</ErrorLine>}
      {asked === 'replace' && (
        <Question
          title="New link"
          sign={<Link2 className="i" />}
          name={name}
          action={link}
          onConfirm={link.create}
          onClose={close}
        />
      )}
      {asked === 'end' && <TurnOff feed={feed} name={name} onClose={close} />}
    </li>
  );
}

interface LinkButtonsProps {
  name: string;
  isNew: boolean;
  onAsk: (question: 'replace' | 'end') => void;
}

function LinkButtons({ name, isNew, onAsk }: LinkButtonsProps) {
  return (
    <>
      {!isNew && (
        <Button size="sm" aria-label={`New link for ${name}`} onClick={() => onAsk('replace')}>
          New link
        </Button>
      )}
      <Button
        size="sm"
        variant="danger-quiet"
        aria-label={`Turn off the link for ${name}`}
        onClick={() => onAsk('end')}
      >
        Turn off
      </Button>
    </>
  );
}

function State({ feed, isNew }: { feed: CalendarFeedView | undefined; isNew: boolean }) {
  const timeZone = useTimeZone();
  const { now } = useServices();
  const dayOf = (moment: number) => monthDayYear(localDate(moment, timeZone));
  const today = dayOf(now());
  const spoken = (instant: string) => (dayOf(Date.parse(instant)) === today ? 'today' : dayOf(Date.parse(instant)));
  if (feed === undefined) return 'No link';
  if (isNew) return 'Link made just now';
  const fetched = feed.fetchedAt === null ? 'not fetched yet' : `last fetched ${spoken(feed.fetchedAt)}`;
  return (
    <>
      Link made {spoken(feed.createdAt)} · {fetched}
    </>
  );
}

/** The address of a link, which is shown once. It takes the focus from the button that made it, which is gone. */
function NewLink({ url }: { url: string }) {
  const id = useId();
  const copy = useRef<HTMLButtonElement>(null);
  useEffect(() => copy.current?.focus(), []);
  return (
    <div className="feeds__new">
      <div className="copy-row">
        <span id={id} className="copy-row__value cut tabular-digits">
          {url}
        </span>
        <CopyButton text={url} aria-describedby={id} ref={copy} />
        <a className={buttonClass({ variant: 'primary', size: 'sm' })} href={url.replace(/^https?:/, 'webcal:')}>
          <CalendarPlus className="i i--sm" />
          Open in your calendar app
        </a>
      </div>
      <p>
        <TriangleAlert className="i i--sm" />
        Copy it now: it’s shown only once. Anyone with this link can see these events. Make a new link if it gets out.
      </p>
    </div>
  );
}

interface QuestionProps {
  title: 'New link' | 'Turn off link';
  sign: ReactNode;
  name: string;
  action: { readonly busy: boolean; readonly error: string | undefined };
  onConfirm: () => void;
  onClose: () => void;
}

function Question({ title, sign, name, action, onConfirm, onClose }: QuestionProps) {
  return (
    <ConfirmDialog
      open
      destructive
      sign={sign}
      title={title}
      confirmLabel={title === 'New link' ? 'New link' : 'Turn off'}
      busyLabel={action.busy && (title === 'New link' ? 'Creating...' : 'Turning off...')}
      error={action.error}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      Calendar apps that use the present link for {name} stop getting your events right away.
    </ConfirmDialog>
  );
}

function TurnOff({ feed, name, onClose }: { feed: CalendarFeedView | undefined; name: string; onClose: () => void }) {
  const [end] = calendarFeedsApi.useEndCalendarFeedMutation();
  const action = useAction(end, {
    failed: 'The link wasn’t turned off. Please try again.',
    done: `Turned off the link for ${name}`,
    next: onClose,
  });
  if (feed === undefined) return null;
  return (
    <Question
      title="Turn off link"
      sign={<Link2Off className="i" />}
      name={name}
      action={action}
      onConfirm={() => void action.act(feed.id)}
      onClose={onClose}
    />
  );
}
