import { PRODUCT_NAME } from '@quorum/contracts/kernel/product.ts';
import { refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { Alert } from '@quorum/contracts/notification/alert.ts';
import { type PushCommand, pushDecider } from '@quorum/domain/push/decider.ts';
import { pushStream } from '@quorum/domain/push/events.ts';
import type { Call, Handlers } from '@quorum/service-kit/http/call.ts';
import { replyDone } from '../handling/answer.ts';
import { metadataOf } from '../handling/command-metadata.ts';
import type { Context } from '../handling/context.ts';
import { pushOf } from './push-queue.ts';
import { subscriptionOf } from './subscription.ts';

const TEST: Alert = {
  title: PRODUCT_NAME,
  body: 'This browser gets your notifications.',
  tag: 'test',
  path: '/account?tab=notifications',
};

/** Seconds. */
const TEST_TTL_SECONDS = 60;

/** Where the browser of the caller's session gets alerts while no page is open. */
export const notificationCommands = (context: Context) => {
  const { aggregates, push } = context;
  const onPush = (call: Call<'subscribeToPush' | 'unsubscribeFromPush'>, command: PushCommand) =>
    replyDone(
      aggregates.handle({
        decider: pushDecider,
        stream: pushStream(call.actor.sessionId),
        command,
        metadata: metadataOf(call),
        facts: () => call.actor,
      }),
    );
  return {
    subscribeToPush: async (call) => {
      const { endpoint, keys, timeZone } = call.body;
      const target = { endpoint, ...keys };
      if (push === undefined) return refuse('push/off');
      if (!push.accepts(target)) return refuse('push/endpoint-invalid');
      return onPush(call, { type: 'Subscribe', to: { ...target, timeZone } });
    },
    unsubscribeFromPush: (call) => onPush(call, { type: 'Unsubscribe' }),
    testPush: async ({ actor }) => {
      if (push === undefined) return refuse('push/off');
      const subscription = await subscriptionOf(context, actor);
      if (subscription === undefined) return { body: { sent: 0 } };
      const { kind } = await push.send(pushOf(subscription.target, { ...TEST, ttl: TEST_TTL_SECONDS, isUrgent: true }));
      return { body: { sent: kind === 'delivered' ? 1 : 0 } };
    },
  } satisfies Partial<Handlers<'command'>>;
};
