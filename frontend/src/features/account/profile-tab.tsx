import type { UserView } from '@quorum/contracts/account/wire.ts';
import { memberSinceLabel } from '@quorum/contracts/time/day-labels.ts';
import type { ReactNode } from 'react';
import type { CodeTarget } from '../../data/session/code-target.ts';
import { useTimeZone } from '../../shared/hooks/time-zone.ts';
import { CalendarFeeds } from './calendar-feeds.tsx';
import { EmailRow } from './email-row.tsx';
import { NameRow } from './name-row.tsx';
import { PhoneRow } from './phone/phone-row.tsx';
import { PhotoEditor } from './photo-editor.tsx';
import { ReminderDefault } from './reminder-default.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { ThemeChoice } from './theme-choice.tsx';

export interface ProfileTabProps {
  user: UserView;
  codeHelper: ((target: CodeTarget) => ReactNode) | undefined;
}

export function ProfileTab({ user, codeHelper }: ProfileTabProps) {
  const timeZone = useTimeZone();
  return (
    <>
      <h1>Profile</h1>
      <PhotoEditor user={user} />
      <dl className="rows">
        <NameRow user={user} />
        <EmailRow user={user} />
        <PhoneRow user={user} codeHelper={codeHelper} />
        <div>
          <dt>Member Since</dt>
          <dd>{memberSince(user.createdAt, timeZone)}</dd>
        </div>
      </dl>
      <ReminderDefault />
      <ThemeChoice />
      {/* Last, since only their lists are loaded, one after the other: nothing below them moves when they grow. */}
      <SessionsSection />
      <CalendarFeeds />
    </>
  );
}

const memberSince = (createdAt: string, timeZone: string): string => {
  const moment = Date.parse(createdAt);
  return memberSinceLabel(Number.isNaN(moment) ? undefined : moment, timeZone);
};
