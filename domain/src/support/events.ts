import type { AuditFacts } from '@quorum/contracts/audit/wire.ts';
import { z } from 'zod';
import type { Saying } from '../audit-rule.ts';
import { defineEvent } from '../event-definition.ts';

/** Stream `support-{lookId}`: one look by support, or by an administrator in the panel, at personal data. */
export const supportStream = (lookId: string): string => `support-${lookId}`;

/** The data that each call of the panel shows. */
const shown: { readonly [command: string]: string } = {
  pendingReports: 'the pending reports',
  audit: 'the audit history',
  auditChain: 'a line of the audit history',
  auditState: 'the state of a thing at a time',
  auditNames: 'the names of people and groups',
};

const say = ({ command, about }: AuditFacts): Saying => ({
  sentence: `*{actor}* looked at ${shown[command as string] ?? 'personal data with the support tool'}`,
  detail: inWords(String(about)),
});

/** `groupId {id}, after {cursor}` as `group {id}, a later page`, and `user-{id} 2` as `user {id}, revision 2`. */
const inWords = (about: string): string =>
  about
    .replaceAll(/\b(group|user)(Id |-)/g, '$1 ')
    .replaceAll(/T(\d\d:\d\d)\S*Z/g, ' $1 UTC')
    .replace(/\bafter .*/, 'a later page')
    .replace(/(-.*) (\d+)$/, '$1, revision $2');

export const supportEvents = [
  /**
   * Recorded before anything is shown. `by` is the operating system account or the administrator; `command` is what they called;
   * `about` is the stream, person, group or page.
   */
  defineEvent({
    type: 'PersonalDataRevealed',
    audit: { kind: 'admin', facts: ['by', 'command', 'about'], say },
    schema: z.object({ lookId: z.uuid(), by: z.string(), command: z.string(), about: z.string() }),
  }),
] as const;
