import { limits } from '@quorum/contracts/kernel/limits.ts';
import type { EventType } from '@quorum/domain/event-catalogue.ts';
import { pushDecider } from '@quorum/domain/push/decider.ts';
import { pushStream } from '@quorum/domain/push/events.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { describeFailure } from '@quorum/service-kit/failure.ts';
import { RateLimit } from '@quorum/service-kit/http/admission/rate-limit.ts';
import type { Bus } from '@quorum/service-kit/ports/bus.ts';
import type { PushSender } from '@quorum/service-kit/ports/push-sender.ts';
import { pagesOf } from '@quorum/service-kit/reads/pages.ts';
import type { Context } from '../handling/context.ts';
import { causedBy, type ProcessManager, waitUntilRead } from '../process-managers/process-manager.ts';
import { type ProcessManagerRunner, startProcessManagers } from '../process-managers/runner.ts';
import { runnerNames } from '../process-managers/runners.ts';
import { sendReminders } from '../reminder/send-reminders.ts';
import type { AlertContext, AlertKind, AlertKinds } from './alert-kind.ts';
import { alertKinds } from './alert-kinds.ts';
import { type Parcel, PushQueue } from './push-queue.ts';
import { ReadMarks } from './read-marks.ts';
import { Subscribers } from './subscribers.ts';
import { type Browser, subscriptionOf } from './subscription.ts';

const NAME = 'alerts';

/** Milliseconds. Older events alert nobody, so that a replay, a restore and a move stay silent. */
const MAX_AGE_MS = 600_000;

/** Sessions read at once. */
const PAGE_SIZE = 500;

const kindOf = (type: EventType): AlertKind<StoredEvent> | undefined =>
  (alertKinds as AlertKinds)[type] as AlertKind<StoredEvent> | undefined;

const isRecent = ({ clock }: Context, { recordedAt }: StoredEvent): boolean =>
  clock.now() - Date.parse(recordedAt) <= MAX_AGE_MS;

/** The browsers of these people that take pushes, of each person those that began last. */
const browsersOf = async ({ reads }: Context, userIds: readonly string[]): Promise<readonly Browser[]> => {
  if (userIds.length === 0) return [];
  const found = new Map<string, { readonly id: string; readonly since: string }[]>();
  for await (const page of pagesOf(reads.active, 'sessions', { where: { userId: userIds } }, PAGE_SIZE))
    for (const { id, userId, pushedAt: since } of page)
      if (since !== undefined) found.set(userId, [...(found.get(userId) ?? []), { id, since }]);
  return [...found].flatMap(([userId, sessions]) =>
    sessions
      .sort((a, b) => (a.since < b.since ? 1 : -1))
      .slice(0, limits.pushTargets)
      .map(({ id }) => ({ sessionId: id, userId })),
  );
};

/** The alert of an event for one browser. */
const parcelOf = (context: AlertContext, event: StoredEvent, browser: Browser): Parcel => ({
  userId: browser.userId,
  pack: async (attempt) => {
    const { userId } = browser;
    const [kind, subscription] = [kindOf(event.type), await subscriptionOf(context, browser)];
    if (kind === undefined || subscription === undefined) return undefined;
    // Its person may have muted the group while it waited.
    if (attempt > 1 && (await kind.recipients(context, event, new Set([userId]))).length === 0) return undefined;
    const { target, timeZone } = subscription;
    const alert = await kind.alert(context, event, { userId, timeZone });
    return alert && { target, alert };
  },
  onGone: (endpoint) =>
    context.aggregates.handle({
      decider: pushDecider,
      stream: pushStream(browser.sessionId),
      command: { type: 'EndGone', endpoint },
      metadata: causedBy(NAME, event, browser.sessionId),
      facts: () => browser,
    }),
});

const alertsOf = (context: AlertContext, queue: PushQueue): ProcessManager => {
  const subscribers = new Subscribers();
  const hourly = new RateLimit(limits.pushesPerHour / 3600, limits.pushesPerHour);
  return {
    name: NAME,
    types: new Set<EventType>(['PushSubscribed', ...(Object.keys(alertKinds) as EventType[])]),
    mayConcern: (event) => {
      if (event.type === 'PushSubscribed') subscribers.add(event.data.userId);
      const kind = kindOf(event.type);
      return (
        kind !== undefined && isRecent(context, event) && !subscribers.areNone && kind.mayConcern?.(event) !== false
      );
    },
    delay: ({ type }) => kindOf(type)?.delay ?? 0,
    reset: () => subscribers.reset(),
    react: async (_, event) => {
      const kind = kindOf(event.type);
      if (kind === undefined || !isRecent(context, event)) return;
      await waitUntilRead(context, event.position);
      const known = await subscribers.all(context);
      const recipients = known.size === 0 ? [] : await kind.recipients(context, event, known);
      const now = context.clock.now();
      const within = recipients.filter(({ userId, isLimited }) => !isLimited || hourly.take(userId, now) === 0);
      const browsers = await browsersOf(
        context,
        within.map(({ userId }) => userId),
      );
      await Promise.all(browsers.map((browser) => queue.deliver(parcelOf(context, event, browser))));
    },
  };
};

const queueTo = (push: PushSender, { log, onPush = () => {} }: Context): PushQueue =>
  new PushQueue({
    push,
    onEnd: onPush,
    onRefused: (host, reason) => log.warn({ host, reason }, 'a push was refused'),
    onFailure: (error) => log.warn({ failure: describeFailure(error) }, 'an alert was not sent'),
  });

/** Sends alerts to the browsers that are subscribed to pushes. */
const pushAlerts = (context: Context, push: PushSender, bus: Bus) => {
  const queue = queueTo(push, context);
  const marks = new ReadMarks(bus);
  const hasRead: AlertContext['hasRead'] = (userId, groupId, order) => marks.hasRead(context, userId, groupId, order);
  return {
    manager: alertsOf({ ...context, hasRead }, queue),
    stop: async () => {
      queue.stop();
      await marks.stop();
    },
  };
};

/** Sends reminders, and alerts unless pushes are turned off. One process does it at a time. */
export const startAlerts = (context: Context, bus: Bus, holder: string): Omit<ProcessManagerRunner, 'status'> => {
  const pushes = context.push && pushAlerts(context, context.push, bus);
  const managers = pushes === undefined ? [sendReminders] : [sendReminders, pushes.manager];
  const { parked, stop } = startProcessManagers(context, managers, holder, runnerNames.alerts);
  return {
    parked,
    stop: async () => {
      await Promise.all([stop(), pushes?.stop()]);
    },
  };
};
