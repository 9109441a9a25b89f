import { itemTimes, itemWords, wordsText } from '@quorum/contracts/activity/item-words.ts';
import type { ActivityItemView } from '@quorum/contracts/activity/wire.ts';
import { spokenText } from '@quorum/contracts/message/spoken-text.ts';
import { timeLabel } from '@quorum/contracts/time/labels.ts';

/** Who, what and where, as it is read aloud. */
export const itemText = (item: ActivityItemView, group: string, timeZone: string): string => {
  const { from, to } = itemTimes(item, timeZone);
  const texts = item.text === undefined ? [] : [spokenText({ ...item, content: item.text })];
  const times = [from === undefined || to === undefined ? (from ?? to ?? []) : `from ${from} to ${to}`].flat();
  const what = [wordsText(itemWords(item, group, timeZone) ?? []), ...texts, ...times].join(': ');
  return [what, ...(group === '' ? [] : [`in ${group}`])].join(', ');
};

/** The name of an item: also when it was, and whether it is unread. */
export const itemName = (item: ActivityItemView, group: string, timeZone: string, isUnread: boolean): string =>
  [itemText(item, group, timeZone), timeLabel(item.at, timeZone), ...(isUnread ? ['unread'] : [])].join(', ');
