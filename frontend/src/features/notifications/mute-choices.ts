import { addDays, localDate } from '@quorum/contracts/time/days.ts';
import { HOUR_MS } from '@quorum/contracts/time/instant.ts';
import { instantMs } from '@quorum/contracts/time/wall-clock.ts';

/** How long a group can be muted, and until when that is: an instant, or `always`. */
export const muteChoices = (now: number, timeZone: string): readonly (readonly [label: string, until: string])[] => {
  const tomorrow = { date: addDays(localDate(now, timeZone), 1), time: '08:00', timeZone };
  const at = (milliseconds: number): string => new Date(milliseconds).toISOString();
  return [
    ['For 1 hour', at(now + HOUR_MS)],
    ['For 8 hours', at(now + 8 * HOUR_MS)],
    ['Until tomorrow, 8:00 AM', at(instantMs(tomorrow))],
    ['For a week', at(now + 7 * 24 * HOUR_MS)],
    ['Until I turn it back on', 'always'],
  ];
};
