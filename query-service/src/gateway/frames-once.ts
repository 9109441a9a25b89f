import type { Clock } from '@quorum/service-kit/ports/clock.ts';
import type { Change } from '@quorum/service-kit/ports/read-store.ts';
import { RecentlyUsed } from '@quorum/service-kit/recently-used.ts';
import type { Frame, FramesOf } from './frames.ts';

/** Milliseconds for which a frame is used again. It may be older than what it shows; then a later frame says so. */
const KEPT_FOR = 10_000;
/** Frames kept, with everything that they show. */
const KEPT = 5_000;

const keyOf = ({ audience, sequence }: Change): string => `${audience} ${sequence}`;

/** Builds each change's frame once for its audience, and for those who reconnect together and catch up on it. */
export const framesOnce = (framesOf: FramesOf, clock: Clock): FramesOf => {
  const built = new RecentlyUsed<string, { readonly at: number; readonly frame: Promise<Frame> }>(KEPT);

  const start = (changes: readonly Change[], now: number): void => {
    const frames = framesOf(changes);
    for (const [index, change] of changes.entries()) {
      const frame = frames.then((all) => all[index] as Frame);
      built.set(keyOf(change), { at: now, frame });
      frame.catch(() => built.delete(keyOf(change)));
    }
  };

  return async (changes) => {
    const now = clock.now();
    const fresh = changes.filter((change) => (built.get(keyOf(change))?.at ?? 0) <= now - KEPT_FOR);
    if (fresh.length > 0) start(fresh, now);
    return Promise.all(changes.map((change) => (built.get(keyOf(change)) as { frame: Promise<Frame> }).frame));
  };
};
