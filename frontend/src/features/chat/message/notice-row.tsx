import type { NoticeKind, NoticeView } from '@quorum/contracts/message/wire.ts';
import { CalendarClock, CalendarX, type LucideIcon, UserMinus, UserPlus } from 'lucide-react';
import { classNames } from '../../../shared/lib/class-names.ts';
import { useChatContext } from '../chat-context.ts';
import { noticeText } from '../notice-text.ts';

const icons: Readonly<Record<NoticeKind, LucideIcon>> = {
  moved: CalendarClock,
  cancelled: CalendarX,
  joined: UserPlus,
  left: UserMinus,
  removed: UserMinus,
};

/** Says what became of an event, or who came and went. It has no actions, so the keyboard skips it. */
export function NoticeRow({ notice, isFresh }: { notice: NoticeView; isFresh: boolean }) {
  const { timeZone } = useChatContext();
  const Icon = icons[notice.kind];
  return (
    <p className={classNames('chatnote', isFresh && 'is-fresh')}>
      <Icon className="i" aria-hidden="true" />
      {noticeText(notice, timeZone)}
    </p>
  );
}
