import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { compactInstant } from '@quorum/contracts/time/instant.ts';
import { rruleOf } from '@quorum/contracts/time/rrule.ts';

type Copied = Pick<
  EventView,
  'name' | 'description' | 'location' | 'startsAt' | 'endsAt' | 'timeZone' | 'repeats' | 'occurrence'
>;

/** From this date on. A rule that counts its dates has fewer left, so it is left out. */
const ruleOf = ({ repeats: rule, occurrence: date }: Copied): string | undefined => {
  if (rule === undefined || date === undefined || rule.count !== undefined) return undefined;
  const end = rule.until === undefined ? '' : `;UNTIL=${rule.until.replaceAll('-', '')}T235959Z`;
  return `RRULE:${rruleOf({ rule, date })}${end}`;
};

const withFields = (address: string, fields: Readonly<Record<string, string | undefined>>): string => {
  const url = new URL(address);
  for (const [name, value] of Object.entries(fields)) if (value) url.searchParams.set(name, value);
  return url.href;
};

/** Google Calendar's form for a new event. */
export const googleLink = (event: Copied): string =>
  withFields('https://calendar.google.com/calendar/render?action=TEMPLATE', {
    text: event.name,
    dates: `${compactInstant(event.startsAt)}/${compactInstant(event.endsAt)}`,
    ctz: event.timeZone,
    details: event.description,
    location: event.location,
    recur: ruleOf(event),
  });

/** Outlook's. It takes no rule. */
export const outlookLink = ({ name, description, location, startsAt, endsAt }: Copied): string =>
  withFields('https://outlook.live.com/calendar/0/deeplink/compose?path=/calendar/action/compose&rru=addevent', {
    subject: name,
    startdt: startsAt,
    enddt: endsAt,
    body: description,
    location,
  });
