import { setImmediate } from 'node:timers/promises';
import type { ImportedEvent } from '@quorum/contracts/import/wire.ts';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import type { InGroup, OnEvent } from '@quorum/contracts/kernel/permissions.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { DAY_MS } from '@quorum/contracts/time/instant.ts';
import { spanOf } from '@quorum/contracts/time/wall-clock.ts';
import { type EntryCommand, type EntryFacts, entryDecider } from '@quorum/domain/entry/decider.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import { deterministicUuid } from '@quorum/service-kit/deterministic-uuid.ts';
import type { Call, Handlers } from '@quorum/service-kit/http/call.ts';
import { importedBefore } from '@quorum/service-kit/reads/imported.ts';
import { metadataOf } from '../handling/command-metadata.ts';
import type { DecideContext } from '../handling/context.ts';
import { KeyedQueue } from '../handling/queues.ts';
import { cleaned, countEntries, standingAtEvent } from './commands.ts';

type ImportCall = Call<'importEvents'>;
type Command = Extract<EntryCommand, { type: 'ImportEntry' }>;

type Facts = OnEvent & InGroup & Partial<EntryFacts>;

type Planned = { readonly command: Command; readonly commandId: string; readonly isDone: boolean };

/** Events imported at once. */
const MAX_CONCURRENT = 16;

/** A name of which nothing is left leaves a date that of the event. */
const changedDate = (given: ImportedEvent['changed'][number]): ImportedEvent['changed'][number] => {
  const { name, ...date } = cleaned(given);
  return name ? { name, ...date } : date;
};

const commandOf = (
  { body, actor, commandId }: ImportCall,
  event: ImportedEvent,
  entryId: string,
  defaultTimeZone: string,
): Command => {
  const { uid, date, time, duration, timeZone = defaultTimeZone, repeats, excluded, changed, ...details } = event;
  return {
    type: 'ImportEntry',
    entry: { entryId, groupId: body.groupId, creatorId: actor.userId },
    details: cleaned(details),
    times: { date, time, duration, timeZone },
    repeats,
    excluded,
    changed: changed.map(changedDate),
    imported: { importId: deterministicUuid(`import ${commandId}`), count: null, uid },
  };
};

/** The events to import: those that the person does not have in this calendar, and that the decider takes. */
const planned = async (context: DecideContext, call: ImportCall): Promise<readonly Planned[]> => {
  const { groupId, events } = call.body;
  const owner = { groupId, creatorId: call.actor.userId };
  const before = await importedBefore(
    context.reads.active,
    owner,
    events.map(({ uid }) => uid),
  );
  const seen = new Set<string>();
  const found: Planned[] = [];
  for (const [index, event] of events.entries()) {
    // One event may take long, by a rare rule or by dates in many zones. Others have their turn in between.
    await setImmediate();
    const commandId = `${call.commandId}:${index}`;
    // A repeat of the command gets the same ids.
    const entryId = deterministicUuid(`entry ${commandId}`);
    const known = before.get(event.uid);
    const isHere = seen.has(event.uid) || (known !== undefined && known !== entryId);
    seen.add(event.uid);
    if (isHere) continue;
    const command = commandOf(call, event, entryId, context.defaultTimeZone);
    const isTaken = command.details.name !== '' && !isRefusal(entryDecider.decide(command, entryDecider.initial, {}));
    if (isTaken) found.push({ command, commandId, isDone: known === entryId });
  }
  return found;
};

const isComing = ({ times, repeats }: Command, now: number): boolean =>
  repeats !== undefined || Date.parse(spanOf(times).startsAt) >= now;

/** A limit that would be passed refuses everything before it begins. */
const refuseTooMany = async (
  context: DecideContext,
  owner: { readonly groupId: string; readonly creatorId: string },
  fresh: readonly Planned[],
): Promise<Refusal | undefined> => {
  const now = context.clock.now();
  const { active } = context.reads;
  const recent = {
    where: { creatorId: owner.creatorId },
    range: { field: 'importedAt', from: new Date(now - DAY_MS).toISOString() },
  };
  const [counted, ...imported] = await Promise.all([
    countEntries(context, owner),
    active.count('entries', recent, limits.importedPerDay),
    active.count('series', recent, limits.importedPerDay),
  ]);
  const coming = fresh.filter(({ command }) => isComing(command, now)).length;
  const series = fresh.filter(({ command }) => command.repeats !== undefined).length;
  const isOver = (known: number | undefined, more: number, max: number) => more > 0 && (known ?? 0) + more > max;
  if (isOver(imported[0] + imported[1], fresh.length, limits.importedPerDay)) return refuse('import/too-many-today');
  if (isOver(counted.comingOfCreator, coming, limits.comingEventsOfPerson)) return refuse('event/too-many-of-yours');
  if (isOver(counted.coming, coming, limits.comingEvents)) return refuse('event/too-many-coming');
  if (isOver(counted.seriesOfCreator, series, limits.seriesOfPerson)) return refuse('series/too-many-of-yours');
  return isOver(counted.runningSeries, series, limits.series) ? refuse('series/too-many') : undefined;
};

/** One import, decided on what the read models have of those before. */
const importIn =
  (context: DecideContext): Handlers<'command'>['importEvents'] =>
  async (call, permission) => {
    const { userId } = call.actor;
    const owner = { groupId: call.body.groupId, creatorId: userId };
    const standing = (): Promise<Facts> => standingAtEvent(context, owner, userId);
    const denied = permission(await standing());
    if (denied !== undefined) return denied;
    if (!(await context.waitForReads(await context.events.head()))) return refuse('service/behind', undefined, 1);
    const all = await planned(context, call);
    const tooMany = await refuseTooMany(
      context,
      owner,
      all.filter(({ isDone }) => !isDone),
    );
    if (tooMany !== undefined) return tooMany;
    return carryOutAll(context, call, { all, standing, permission });
  };

type Allowed = {
  readonly all: readonly Planned[];
  readonly standing: () => Promise<Facts>;
  readonly permission: Parameters<Handlers<'command'>['importEvents']>[1];
};

const carryOutAll = async (
  context: DecideContext,
  call: ImportCall,
  { all, standing, permission }: Allowed,
): ReturnType<Handlers<'command'>['importEvents']> => {
  let position = '';
  const carryOut = async ({ command, commandId }: Planned, index: number): Promise<Refusal | undefined> => {
    const count = index === 0 ? all.length : null;
    const handled = await context.aggregates.handle({
      decider: entryDecider,
      stream: entryStream(command.entry.entryId),
      command: { ...command, imported: { ...command.imported, count } },
      metadata: { ...metadataOf(call), commandId, causationId: call.commandId },
      facts: standing,
      permission,
      expectNew: true,
    });
    if (isRefusal(handled)) return handled;
    if (handled.position > position) position = handled.position;
    return undefined;
  };
  // The first by itself: it has the notice.
  for (let at = 0; at < all.length; at = at === 0 ? 1 : at + MAX_CONCURRENT) {
    const some = all.slice(at, at === 0 ? 1 : at + MAX_CONCURRENT);
    const refusals = await Promise.all(some.map((each, index) => carryOut(each, at + index)));
    const refusal = refusals.find((each) => each !== undefined);
    if (refusal !== undefined) return refusal;
  }
  return { body: { imported: all.length }, ...(position === '' ? {} : { position }) };
};

/** Milliseconds after which an import whose process died holds up no other. */
const HELD_FOR = 300_000;

/** Engines keep leases for good, so a few people share one. */
const leaseOf = (userId: string): string => `import-${userId.slice(0, 2)}`;

/**
 * Imports of one person come one after another, because each counts towards the limits of the next. They wait within a process, and
 * are put off while another process is at it.
 */
const oneAtATime = ({ reads }: DecideContext) => {
  const queue = new KeyedQueue();
  return <T>({ actor, commandId }: ImportCall, run: () => Promise<T>): Promise<T | Refusal> => {
    const name = leaseOf(actor.userId);
    return queue.run(name, async () => {
      // By the command, so that a repeat need not wait for a process that died.
      if (!(await reads.lease(name, commandId, HELD_FOR))) return refuse('request/too-many', undefined, 1);
      try {
        return await run();
      } finally {
        await reads.releaseLease(name, commandId);
      }
    });
  };
};

/**
 * Imports events into a calendar, each in its own stream. The first has the number of all, for the one notice in the chat. Ids follow
 * from the call, so a repeat goes on where the call stopped.
 */
export const importEvents = (context: DecideContext): Handlers<'command'>['importEvents'] => {
  const alone = oneAtATime(context);
  const run = importIn(context);
  return (call, permission) => alone(call, () => run(call, permission));
};
