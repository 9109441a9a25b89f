import { joinCodeStream } from '@quorum/contracts/events/group.ts';
import { isReservedRoute } from '@quorum/contracts/text/reserved-routes.ts';
import { isRefusal } from '@quorum/contracts/wire/refusals.ts';
import { decideClaimCode, joinCodeAggregate } from '../domain/reservation/join-code.ts';
import { type Cause, type Context, metadataOf } from './context.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const SIGNS = `${LETTERS}0123456789`;
const LINK_CODE_LENGTH = 8;
/** Draws before giving up; with a million codes and half of them taken, one draw in 2^60 runs needs more. */
const MOST_DRAWS = 60;

const drawLinkCode = ({ ids }: Context): string => {
  const code = Array.from({ length: LINK_CODE_LENGTH }, () => SIGNS[ids.integer(SIGNS.length)]).join('');
  return /[A-Z]/.test(code) && !isReservedRoute(code) ? code : '';
};

const drawSixDigits = ({ ids }: Context): string => String(ids.integer(1_000_000)).padStart(6, '0');

/** Draws until a code is reserved for the group: no two groups ever share one. */
const claim = async (
  context: Context,
  groupId: string,
  cause: Cause,
  draw: (context: Context) => string,
): Promise<string> => {
  for (let drawn = 0; drawn < MOST_DRAWS; drawn++) {
    const code = draw(context);
    if (code === '') continue;
    const claimed = await context.aggregates.handle(
      joinCodeAggregate,
      joinCodeStream(code),
      metadataOf(cause),
      (state) => decideClaimCode(state, { code, groupId }),
    );
    if (!isRefusal(claimed)) return code;
  }
  throw new Error('No free join code found');
};

export const claimLinkCode = (context: Context, groupId: string, cause: Cause) =>
  claim(context, groupId, cause, drawLinkCode);
export const claimSixDigitCode = (context: Context, groupId: string, cause: Cause) =>
  claim(context, groupId, cause, drawSixDigits);
