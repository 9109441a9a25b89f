import type { EventView } from '../entry/wire.ts';
import { MY_SCHEDULE } from '../kernel/limits.ts';
import { type Alert, shortened } from '../notification/alert.ts';
import { isolated } from '../text/hostile-text.ts';
import { startsIn } from './lead-times.ts';

type Reminded = Pick<EventView, '_id' | 'groupId' | 'name' | 'location' | 'startsAt'>;

type At = { readonly now: number; readonly timeZone: string };

/** `{event} starts in 30 minutes` */
export const reminderTitle = ({ name, startsAt }: Pick<Reminded, 'name' | 'startsAt'>, at: At): string =>
  `${isolated(name)} starts ${startsIn(startsAt, at)}`;

/** Where the event is shown. */
export const reminderPath = ({ _id, groupId }: Pick<Reminded, '_id' | 'groupId'>): string =>
  groupId === MY_SCHEDULE ? `/dashboard/event/${_id}` : `/dashboard/group/${groupId}/event/${_id}`;

export const reminderAlert = (event: Reminded, minutes: number, at: At): Alert => ({
  title: reminderTitle(event, at),
  body: shortened(event.location),
  tag: `reminder-${event._id}-${Date.parse(event.startsAt)}-${minutes}`,
  path: reminderPath(event),
});
