import { isIP } from 'node:net';
import { normalizePhone } from '@quorum/contracts/text/phone.ts';
import type { ReadEngine } from '@quorum/service-kit/ports/read-store.ts';
import { type NameDocument, nameQuery } from '@quorum/service-kit/reads/audit.ts';
import type { Reads } from '@quorum/service-kit/reads/collections.ts';
import { pagesOf } from '@quorum/service-kit/reads/pages.ts';
import type { Command, Report, SupportCall } from '../command.ts';
import { recordSupport } from '../record-support.ts';
import type { SupportContext } from '../support-context.ts';
import { findEvents } from './find-events.ts';
import { findByAddress, findByPhone } from './find-sign-ins.ts';

type Found = { readonly kind: 'person' | 'group'; readonly id: string; readonly name: string };

const reportOf = (rows: readonly Found[]): Report => ({
  lines:
    rows.length === 0 ? ['Nobody and nothing was found.'] : rows.map(({ kind, id, name }) => `${kind}  ${id}  ${name}`),
  data: rows,
});

const PAGE_SIZE = 500;

/** Email addresses are not indexed: all accounts are looked through. */
const findByEmail = async (context: SupportContext, call: SupportCall, text: string): Promise<Report> => {
  await recordSupport(context, call, 'an email address');
  const { active } = context.engines.reads as ReadEngine<Reads>;
  const found: Found[] = [];
  for await (const page of pagesOf(active, 'users', { where: {} }, PAGE_SIZE))
    for (const { id, email, firstName, lastName } of page)
      if (email?.toLowerCase() === text.toLowerCase())
        found.push({ kind: 'person', id, name: `${firstName ?? ''} ${lastName ?? ''}`.trim() });
  return reportOf(found);
};

const findByName = async (context: SupportContext, call: SupportCall, text: string): Promise<Report> => {
  await recordSupport(context, call, 'names');
  const { active } = context.engines.reads;
  const kinds = ['person', 'group'] as const;
  const found = await Promise.all(kinds.map((kind) => active.query<NameDocument>('names', nameQuery(kind, text))));
  const named = new Map(found.flat().map(({ subject, kind, name }) => [subject, { kind, id: subject, name }]));
  return reportOf([...named.values()]);
};

export const find: Command = {
  words: '<phone number|email address|network address|words of a name>',
  min: 1,
  max: 5,
  flags: ['group', 'user'],
  help: 'Finds who has a phone number, with the codes sent to it and why a sign-in failed; who has an email address; what was counted for a network address in the last hour; or people and groups by words of their names. With --group or --user, finds their events by words of their names. The audit history records each use.',
  run: (context, call) => {
    const text = call.words.join(' ');
    if (call.flags.group !== undefined || call.flags.user !== undefined) return findEvents(context, call, text);
    if (isIP(text) !== 0) return findByAddress(context, call, text);
    if (text.includes('@')) return findByEmail(context, call, text);
    const phone = normalizePhone(text);
    return phone === undefined ? findByName(context, call, text) : findByPhone(context, call, phone);
  },
};
