import type { DueReminder } from '@quorum/contracts/reminder/wire.ts';
import type { Patches } from '../api/live-updates.ts';

type Due = { readonly due: readonly DueReminder[] };

const without = <K extends Due>(known: K, isGone: (reminder: DueReminder) => boolean): K =>
  known.due.some(isGone) ? { ...known, due: known.due.filter((each) => !isGone(each)) } : known;

/** The due reminders of a person, by start. One of each event, and none of a start that is no longer true. */
export const dueReminderPatches = <K extends Due>(): Patches<K, void> => ({
  reminderDue: (known, { event, minutes }) => {
    if (event === undefined) return known;
    const others = known.due.filter((each) => each.event._id !== event._id);
    const due = [...others, { event, minutes }].sort((a, b) => (a.event.startsAt < b.event.startsAt ? -1 : 1));
    return { ...known, due };
  },
  eventUpdated: (known, { event }) => {
    const isMeant = (each: DueReminder): boolean => each.event._id === event._id;
    if (!known.due.some(isMeant)) return known;
    const due = known.due.flatMap((each) => {
      if (!isMeant(each) || each.event.revision > event.revision) return [each];
      return each.event.startsAt === event.startsAt ? [{ ...each, event }] : [];
    });
    return { ...known, due };
  },
  eventDeleted: (known, { eventId }) =>
    without(known, ({ event }) => event._id === eventId || event.seriesId === eventId),
  ownRsvpUpdated: (known, { eventId, mine }) =>
    mine.answer === 'cant' || mine.place !== null ? without(known, ({ event }) => event._id === eventId) : known,
  groupLeft: (known, { groupId }) => without(known, ({ event }) => event.groupId === groupId),
  groupDeleted: (known, { groupId }) => without(known, ({ event }) => event.groupId === groupId),
});
