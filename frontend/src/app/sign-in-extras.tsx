import type { CodeTarget } from '../data/session/code-target.ts';
import { SmsOutbox } from '../features/development/sms-outbox.tsx';
import { InvitedTo } from '../features/invites/invited-to.tsx';

/** Parts of other features beside the sign-in form. */
export const withOutbox = (target: CodeTarget) => <SmsOutbox {...target} />;
export const invitedTo = (inviteCode: string) => <InvitedTo inviteCode={inviteCode} />;
