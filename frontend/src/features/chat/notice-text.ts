import { eventText } from '@quorum/contracts/message/event-text.ts';
import type { NoticeKind, NoticeView } from '@quorum/contracts/message/wire.ts';
import { counted } from '@quorum/contracts/text/counted.ts';
import { isolated } from '@quorum/contracts/text/hostile-text.ts';
import { isErased, personName } from '@quorum/contracts/text/person-name.ts';

const deletedAccounts = (count: number): string => (count === 1 ? 'a deleted account' : `${count} deleted accounts`);

/** `Maya, Tom and 36 others joined`. Several people did the same. */
export const severalText = (kind: NoticeKind, notices: readonly NoticeView[]): string => {
  const named = notices.flatMap(({ person }) => (isErased(person) ? [] : [isolated(personName(person))]));
  const shown = notices.length > 3 ? named.slice(0, 2) : named;
  const rest = notices.length - shown.length;
  const others = shown.length === named.length ? deletedAccounts(rest) : `${rest} others`;
  const parts = rest === 0 ? shown : [...shown, others];
  return `${[parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter((part) => part !== '').join(' and ')} ${kind}`;
};

/** `Maya moved Book club from Thu 7:00 PM to Fri 7:00 PM`, in the viewer's zone; the days are those around the notice. */
export const noticeText = ({ kind, person, event, count, createdAt }: NoticeView, timeZone: string): string => {
  const name = isErased(person) ? 'A deleted account' : isolated(personName(person));
  if (event !== undefined && kind === 'restored') return `${name} restored ${isolated(event.name)}`;
  if (event !== undefined) return `${name} ${eventText(event, createdAt, timeZone)}`;
  if (count !== undefined) return `${name} imported ${counted(count, 'event')}`;
  if (kind === 'pinned') return `${name} pinned a message`;
  return kind === 'removed' ? `${name} was removed` : `${name} ${kind}`;
};
