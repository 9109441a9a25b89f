import { groupAudience } from '@quorum/contracts/kernel/audiences.ts';
import { textOf } from '@quorum/contracts/kernel/refusal-texts.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { type ClientFrames, clientFrames, type ReadView } from '@quorum/contracts/socket.ts';
import { ID_FORM } from '@quorum/contracts/text/id-form.ts';
import { rules } from '@quorum/contracts/things.ts';
import { RateLimit } from '@quorum/service-kit/http/admission/rate-limit.ts';
import { type BusMessage, BusUnavailableError } from '@quorum/service-kit/ports/bus.ts';
import { standingIn } from '../group/membership.ts';
import type { Context } from '../reading/context.ts';
import { retryRead } from '../reading/retry-read.ts';
import { type Connection, openRoom } from './connections/connection.ts';
import { type ReplayParts, resume } from './replay.ts';

/** Milliseconds for which an identical notice is not passed on. */
const REPEAT_WINDOW_MS = 1000;

/** Typing starts relayed per person, per second and in a burst. Several short messages in a row exceed it, which does no harm. */
const STARTS = [1, 10] as const;

/** The last notice per person and place. */
export class TypingNotices {
  /** In chronological order. */
  readonly #last = new Map<string, { readonly isTyping: boolean; readonly at: number }>();
  readonly #starts = new RateLimit(...STARTS);

  /** An end is only news after a start, or a second later, so that limiting starts also limits ends. @param now milliseconds. */
  isNews(userId: string, groupId: string, isTyping: boolean, now: number): boolean {
    const place = `${groupId}:${userId}`;
    this.#forget(now);
    if (this.#last.get(place)?.isTyping === isTyping) return false;
    if (isTyping && this.#starts.take(userId, now) > 0) return false;
    this.#last.delete(place);
    this.#last.set(place, { isTyping, at: now });
    return true;
  }

  #forget(now: number): void {
    for (const [who, { at }] of this.#last) {
      // The clock may have been set back.
      if (Math.abs(now - at) < REPEAT_WINDOW_MS) return;
      this.#last.delete(who);
    }
  }
}

/** Messages over the limit after which a client is disconnected. */
const MAX_IGNORED = 500;

const isId = (value: unknown): value is string => typeof value === 'string' && ID_FORM.test(value);

/** Opaque: each event log has its own form of positions. */
const isOrder = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= 100;

const groupIdOf = (notice: unknown): string | undefined => {
  const groupId = (notice as { readonly groupId?: unknown } | null | undefined)?.groupId;
  return isId(groupId) ? groupId : undefined;
};

/** A client that passes no function wants no ack. */
const answerer = (answer: unknown): ((result: object) => void) =>
  typeof answer === 'function' ? (answer as (result: object) => void) : () => {};

type Listener = (connection: Connection, ...given: readonly unknown[]) => Promise<void> | void;

/** A lost notice does no harm, and an unavailable bus is reported elsewhere. */
const notify = async (bus: Context['bus'], message: BusMessage): Promise<void> => {
  try {
    await bus.publish(message);
  } catch (error) {
    if (!(error instanceof BusUnavailableError)) throw error;
  }
};

/** Sends a read mark to the person's other browsers. They are its only audience, so nothing is looked up. */
const readListener =
  (bus: Context['bus']): Listener =>
  async ({ data }, mark) => {
    const { groupId, messageId, order } = (mark ?? {}) as { readonly [N in keyof ReadView]?: unknown };
    if (!isId(groupId) || !isId(messageId) || !isOrder(order)) return;
    await notify(bus, { kind: 'read', notice: { userId: data.actor.userId, groupId, messageId, order } });
  };

/** Notifies a group that a member started or stopped typing. */
const typingListener = ({ bus, clock }: Pick<Context, 'bus' | 'clock'>) => {
  const notices = new TypingNotices();
  return (name: 'typing' | 'stopTyping'): Listener =>
    async ({ data }, notice) => {
      const groupId = groupIdOf(notice);
      const { userId } = data.actor;
      const isTyping = name === 'typing';
      if (groupId === undefined) return;
      // Only members are in a group's room. Asking the read models on every keystroke would cost too much.
      const role = data.held.has(groupAudience(groupId)) ? 'member' : undefined;
      if (rules[clientFrames[name].rule]({ role }) !== undefined) return;
      if (!notices.isNews(userId, groupId, isTyping, clock.now())) return;
      await notify(bus, { kind: 'typing', notice: { groupId, userId, isTyping } });
    };
};

/**
 * Handles messages from clients. All of it is untrusted: identity comes from the session, groups must be the person's own, and
 * malformed or excessive messages are ignored or refused.
 * @param failed is called with errors of our own.
 */
export const listener = (parts: ReplayParts, failed: (error: unknown) => void) => {
  const { context, feed, rooms, allowance } = parts;
  const typing = typingListener(context);

  const joinGroup = async (connection: Connection, groupId: unknown): Promise<Refusal | number> => {
    if (!isId(groupId)) return refuse('group/not-a-member');
    const { data } = connection;
    const look = () => standingIn(context, groupId, data.actor.userId, rules[clientFrames.joinGroup.rule]);
    // A new member's browser may ask before the read models know of the membership.
    const standing = await retryRead(
      look,
      (seen) => !isRefusal(seen),
      () => !data.closed,
    );
    if (standing === undefined || isRefusal(standing)) return standing ?? refuse('group/not-a-member');
    const audience = groupAudience(groupId);
    await rooms.enter(connection, [groupId]);
    if (!data.held.has(audience)) return refuse('group/not-a-member');
    await connection.join(openRoom(groupId));
    return feed.delivered(audience) ?? 0;
  };

  const listeners: { readonly [N in keyof ClientFrames]: Listener } = {
    joinGroup: async (connection, groupId, answer) => {
      const joined = await joinGroup(connection, groupId);
      answerer(answer)(isRefusal(joined) ? { ok: false, error: textOf(joined) } : { ok: true, sequence: joined });
    },
    leaveGroup: (connection, groupId) => {
      if (isId(groupId)) void connection.leave(openRoom(groupId));
    },
    typing: typing('typing'),
    stopTyping: typing('stopTyping'),
    read: readListener(context.bus),
    resume: async (connection, sequences, answer) => {
      answerer(answer)({ sequences: await resume(parts, connection, sequences, failed) });
    },
  };

  /** @param welcomed resolves when the connection is in its rooms. Earlier messages wait for it. */
  return (connection: Connection, welcomed: Promise<void>): void => {
    let ignored = 0;
    for (const name of Object.keys(clientFrames) as (keyof ClientFrames)[]) {
      connection.on(name, (...given: readonly unknown[]) => {
        if (allowance.take(connection.data.actor.userId) !== undefined) {
          ignored += 1;
          if (ignored > MAX_IGNORED) connection.disconnect(true);
          else if (name === 'joinGroup') answerer(given[1])({ ok: false, error: textOf(refuse('request/too-many')) });
          else if (name === 'resume') answerer(given[1])({ sequences: {} });
          return;
        }
        welcomed.then(() => (connection.data.closed ? undefined : listeners[name](connection, ...given))).catch(failed);
      });
    }
  };
};
