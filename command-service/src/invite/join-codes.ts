import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { isReservedRoute } from '@quorum/contracts/text/reserved-routes.ts';
import { joinCodeDecider } from '@quorum/domain/join-code/decider.ts';
import { joinCodeStream } from '@quorum/domain/join-code/events.ts';
import type { Ids } from '@quorum/service-kit/ports/ids.ts';
import type { CommandMetadata, DecideContext } from '../handling/context.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

const SIGNS = `${LETTERS}0123456789`;

const LINK_CODE_LENGTH = 8;

/** Draws before giving up. With a million codes, half of them taken, one run in 2^60 needs more. */
const MAX_DRAWS = 60;

const drawLinkCode = (ids: Ids): string => {
  const code = Array.from({ length: LINK_CODE_LENGTH }, () => SIGNS[ids.integer(SIGNS.length)]).join('');
  return /[A-Z]/.test(code) && !isReservedRoute(code) ? code : '';
};

/**
 * Number of six-digit codes to hand out: just under a tenth, so that a guess rarely hits, and so low that a lag of the read
 * models does not matter.
 */
const MAX_SIX_DIGITS = 90_000;

const digitsOfNewCodes = async ({ reads }: DecideContext): Promise<6 | 7> => {
  const six = await reads.active.get('joinCodeCounts', '6');
  return (six?.taken ?? 0) < MAX_SIX_DIGITS ? 6 : 7;
};

const drawDigits =
  (digits: number) =>
  (ids: Ids): string =>
    String(ids.integer(10 ** digits)).padStart(digits, '0');

/** Draws until a code could be reserved for the group. No two groups ever share one. */
const claim = async (
  { aggregates, ids }: DecideContext,
  groupId: string,
  metadata: CommandMetadata,
  draw: (ids: Ids) => string,
): Promise<string | Refusal> => {
  for (let drawn = 0; drawn < MAX_DRAWS; drawn++) {
    const code = draw(ids);
    if (code === '') continue;
    const claimed = await aggregates.handle({
      decider: joinCodeDecider,
      stream: joinCodeStream(code),
      command: { type: 'ClaimCode', code, groupId },
      metadata,
      facts: () => undefined,
      expectNew: true,
    });
    // Skips a code that the group already has, because releasing the previous codes would take it away.
    if (!isRefusal(claimed) && (claimed.repeated || claimed.events.length > 0)) return code;
  }
  return refuse('invite/none-free');
};

/** Reserves a link code and a numeric code for a group. */
export const claimCodes = async (context: DecideContext, groupId: string, metadata: CommandMetadata) => {
  const [inviteCode, sixDigitCode] = await Promise.all([
    claimLinkCode(context, groupId, metadata),
    claimDigitCode(context, groupId, metadata),
  ]);
  if (isRefusal(inviteCode)) return inviteCode;
  return isRefusal(sixDigitCode) ? sixDigitCode : { inviteCode, sixDigitCode };
};

/** Releases codes that no longer lead to the group. */
export const releaseCodes = async (
  { aggregates }: DecideContext,
  groupId: string,
  codes: readonly string[],
  metadataOf: (code: string) => CommandMetadata,
): Promise<void> => {
  for (const code of codes)
    await aggregates.handle({
      decider: joinCodeDecider,
      stream: joinCodeStream(code),
      command: { type: 'ReleaseCode', code, groupId },
      metadata: metadataOf(code),
      facts: () => undefined,
    });
};

export const claimLinkCode = (context: DecideContext, groupId: string, metadata: CommandMetadata) =>
  claim(context, groupId, metadata, drawLinkCode);

/** Six digits, or seven when those are running low. */
export const claimDigitCode = async (context: DecideContext, groupId: string, metadata: CommandMetadata) =>
  claim(context, groupId, metadata, drawDigits(await digitsOfNewCodes(context)));
