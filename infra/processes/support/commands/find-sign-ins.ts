import { Aggregates } from '@quorum/command-service/handling/aggregates.ts';
import { PhoneDirectory } from '@quorum/command-service/phone/phone-directory.ts';
import { countedSoFar, counterOfAddress } from '@quorum/command-service/session/count-attempt.ts';
import { Secrets } from '@quorum/command-service/session/secrets.ts';
import { type Attempts, attemptLimits, recentAttempts, refuseAttempt } from '@quorum/domain/attempts/decider.ts';
import type { AttemptKind } from '@quorum/domain/attempts/events.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import { verificationStream } from '@quorum/domain/verification/events.ts';
import { AddressNames } from '@quorum/service-kit/http/admission/address-names.ts';
import { networkOf } from '@quorum/service-kit/http/admission/origin.ts';
import type { Report, SupportCall } from '../command.ts';
import { recordSupport } from '../record-support.ts';
import type { SupportContext } from '../support-context.ts';

/** Newest events of the codes that are shown. */
const MAX_SHOWN = 20;

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

/** Who has a number, the codes sent to it, and why the last attempt to sign in with it failed. */
export const findByPhone = async (context: SupportContext, call: SupportCall, phone: string): Promise<Report> => {
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
  const shown = codes.slice(-MAX_SHOWN);
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

/** The limits by network address. */
const COUNTED = {
  'code-sends-of-address': 'codes requested',
  'code-misses-of-address': 'wrong codes entered',
  'join-misses-of-address': 'accounts that entered a wrong join code',
  'admin-misses-of-address': 'wrong administrator logins',
} as const satisfies Partial<Record<AttemptKind, string>>;

const countLine = (kind: keyof typeof COUNTED, counted: Attempts, now: number): string => {
  const wait = refuseAttempt(counted, kind, now)?.retryAfter;
  const refused = wait === undefined ? '' : `; refused for another ${wait} s`;
  const accounts = new Set(counted.map(({ actorId }) => actorId).filter((actorId) => actorId !== 'anonymous'));
  const by = accounts.size === 0 ? '' : `, by ${[...accounts].map(userStream).join(', ')}`;
  return `${counted.length} of ${attemptLimits[kind].max} ${COUNTED[kind]}${by}${refused}`;
};

/** The counts of a network address in the last hour. Older counts cannot be found by the address, on purpose. */
export const findByAddress = async (context: SupportContext, call: SupportCall, address: string): Promise<Report> => {
  const { events, namingKeys } = context.engines;
  const now = context.clock.now();
  await recordSupport(context, call, 'a network address');
  const network = networkOf(address);
  const counting = {
    aggregates: new Aggregates(events),
    addresses: new AddressNames(namingKeys),
    clock: context.clock,
  };
  const counts = await Promise.all(
    (Object.keys(COUNTED) as (keyof typeof COUNTED)[]).map(async (kind) => {
      const counted = await countedSoFar(counting, await counterOfAddress(counting, kind, network));
      return { kind, counted: recentAttempts(counted, kind, now) };
    }),
  );
  return {
    lines: [
      `Counted for ${network} in the last hour:`,
      ...counts.map(({ kind, counted }) => countLine(kind, counted, now)),
    ],
    data: { network, counts: Object.fromEntries(counts.map(({ kind, counted }) => [kind, counted.length])) },
  };
};
