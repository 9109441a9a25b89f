import { Aggregates } from '@quorum/command-service/handling/aggregates.ts';
import { PhoneDirectory } from '@quorum/command-service/phone/phone-directory.ts';
import { Secrets } from '@quorum/command-service/session/secrets.ts';
import { normalizePhone } from '@quorum/contracts/text/phone.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import { verificationStream } from '@quorum/domain/verification/events.ts';
import { type NameDocument, nameQuery } from '@quorum/service-kit/reads/audit.ts';
import type { Command, Report, SupportCall } from '../command.ts';
import { recordSupport } from '../record-support.ts';
import type { SupportContext } from '../support-context.ts';

/** Newest events of the codes that are shown. */
const SHOWN = 20;

/** Why the last attempt to sign in with a number failed, if it did. */
const diagnosisOf = (codes: readonly StoredEvent[], now: number): string => {
  const sent = codes.findLast(({ type }) => type === 'CodeSent');
  const last = codes.at(-1);
  if (last === undefined || sent?.type !== 'CodeSent') return 'No code was sent to this number.';
  if (last.type === 'CodeAccepted') return 'The last code was accepted.';
  const wrong = codes.filter(({ type, revision }) => type === 'CodeRejected' && revision > sent.revision).length;
  const expired = Date.parse(sent.data.expiresAt) <= now ? ' It has expired.' : '';
  if (wrong === 0) return `The last code was sent and never entered.${expired}`;
  return `Since the last code was sent, ${wrong === 1 ? 'a wrong one was' : `${wrong} wrong ones were`} entered.${expired}`;
};

const codeLine = ({ recordedAt, type, data }: StoredEvent): string => {
  const { purpose = '', expiresAt } = data as { readonly purpose?: string; readonly expiresAt?: string };
  return `${recordedAt}  ${type} (${purpose})${expiresAt === undefined ? '' : `, valid until ${expiresAt}`}`;
};

const findByPhone = async (context: SupportContext, call: SupportCall, phone: string): Promise<Report> => {
  const { events, keys, namingKeys, deriveSecret } = context.engines;
  const { clock } = context;
  const aggregates = new Aggregates(events);
  const directory = new PhoneDirectory({
    aggregates,
    events,
    keys,
    namingKeys,
    secrets: new Secrets(deriveSecret),
    clock,
  });
  const { phoneKey, banned, owner } = await directory.lookUp(phone);
  await recordSupport(context, call, owner === undefined ? 'a phone number' : userStream(owner.id));
  const codes = phoneKey === undefined ? [] : await events.read(verificationStream(phoneKey));
  const diagnosis = banned ? 'The number is banned.' : diagnosisOf(codes, clock.now());
  const shown = codes.slice(-SHOWN);
  return {
    lines: [
      owner === undefined
        ? 'No account has this number.'
        : `${userStream(owner.id)} (${owner.status}) has this number.`,
      diagnosis,
      ...shown.map(codeLine),
    ],
    data: {
      userId: owner?.id ?? null,
      banned,
      diagnosis,
      codes: shown.map(({ type, recordedAt }) => ({ type, at: recordedAt })),
    },
  };
};

const findByName = async (context: SupportContext, call: SupportCall, text: string): Promise<Report> => {
  await recordSupport(context, call, 'names');
  const { active } = context.engines.reads;
  const kinds = ['person', 'group'] as const;
  const found = await Promise.all(kinds.map((kind) => active.query<NameDocument>('names', nameQuery(kind, text))));
  const named = new Map(found.flat().map(({ subject, kind, name }) => [subject, { kind, id: subject, name }]));
  const rows = [...named.values()];
  return {
    lines:
      rows.length === 0
        ? ['Nobody and nothing was found.']
        : rows.map(({ kind, id, name }) => `${kind}  ${id}  ${name}`),
    data: rows,
  };
};

export const find: Command = {
  words: '<phone number|words of a name>',
  least: 1,
  most: 5,
  flags: [],
  help: 'Finds who has a phone number, with the codes sent to it and why a sign-in failed, or people and groups by a word of their name. The audit history records each use.',
  run: (context, call) => {
    const text = call.words.join(' ');
    const phone = normalizePhone(text);
    return phone === undefined ? findByName(context, call, text) : findByPhone(context, call, phone);
  },
};
