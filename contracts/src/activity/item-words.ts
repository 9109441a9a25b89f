import { eventText } from '../message/event-text.ts';
import { counted } from '../text/counted.ts';
import { isolated } from '../text/hostile-text.ts';
import { personName } from '../text/person-name.ts';
import { shortDayBeside } from '../time/day-labels.ts';
import { localDate } from '../time/days.ts';
import type { Moment } from '../time/instant.ts';
import { momentLabel, timeRange } from '../time/labels.ts';
import type { ActivityItemView, ActivityKind } from './wire.ts';

/** A sentence in parts. Every second one is the name of a person, an event or a group. */
export type Words = readonly string[];

type Named = { readonly [N in 'by' | 'event' | 'poll' | 'old' | 'group' | 'events']: string };

const words =
  (plain: TemplateStringsArray, ...names: readonly (keyof Named)[]) =>
  (named: Named): Words =>
    plain.flatMap((text, at) => {
      const name = names[at];
      return name === undefined ? [text] : [text, named[name]];
    });

const sentences: { readonly [K in ActivityKind]: (named: Named) => Words } = {
  mention: words`${'by'} mentioned you`,
  everyone: words`${'by'} mentioned everyone`,
  reply: words`${'by'} replied to you`,
  added: words`${'by'} added ${'event'}`,
  moved: words`${'by'} moved ${'event'}`,
  renamed: words`${'by'} renamed ${'old'} to ${'event'}`,
  place: words`${'by'} changed the place of ${'event'}`,
  cancelled: words`${'by'} cancelled ${'event'}`,
  restored: words`${'by'} restored ${'event'}`,
  imported: words`${'by'} imported ${'events'}`,
  series: words`${'by'} changed ${'event'}`,
  admin: words`You are now an admin of ${'group'}`,
  member: words`You are no longer an admin of ${'group'}`,
  owner: words`You are now the owner of ${'group'}`,
  removed: words`You were removed from ${'group'}`,
  seat: words`A seat opened up. You’re going to ${'event'}.`,
  poll: words`Voting on ${'poll'} has ended`,
};

type Item = Pick<ActivityItemView, 'kind' | 'at' | 'person' | 'event' | 'poll' | 'count' | 'oldName' | 'groupName'>;

const namesIn = ({ person, event, poll, count = 0, oldName = '', groupName }: Item, group: string): Named => ({
  by: personName(person),
  event: event?.name ?? '',
  poll: poll?.name ?? '',
  old: oldName,
  group: groupName ?? group,
  events: counted(count, 'event'),
});

/**
 * The words of an item. Undefined for a kind that this version does not know.
 * @param group the name of its group. @param timeZone of the reader
 */
export const itemWords = (item: Item, group: string, timeZone: string): Words | undefined => {
  const { kind, event, at } = item;
  const named = namesIn(item, group);
  if (kind === 'series' && event !== undefined) return ['', named.by, ` ${eventText(event, at, timeZone)}`];
  return Object.hasOwn(sentences, kind) ? sentences[kind](named) : undefined;
};

/** The sentence as a text. A name in another direction does not reorder it. */
export const wordsText = (parts: Words): string =>
  parts.map((part, at) => (at % 2 === 1 ? isolated(part) : part)).join('');

/** When an event took place until then, and when it takes place now. */
export type ItemTimes = { readonly from?: string; readonly to?: string };

export const itemTimes = ({ kind, event, at }: Item, timeZone: string): ItemTimes => {
  if (event === undefined || kind === 'series') return {};
  const { from, to } = event;
  const label = (moment: Moment) => momentLabel(moment, at, timeZone);
  if (kind === 'cancelled') return { from: label(from.startsAt) };
  if (to === undefined) return { to: label(from.startsAt) };
  if (from.startsAt !== to.startsAt) return { from: label(from.startsAt), to: label(to.startsAt) };
  const day = shortDayBeside(localDate(from.startsAt, timeZone), localDate(at, timeZone));
  const range = ({ startsAt, endsAt }: typeof from) => timeRange(startsAt, endsAt, timeZone);
  return { from: `${day}, ${range(from)}`, to: range(to) };
};
