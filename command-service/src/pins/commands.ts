import { limits } from '@quorum/contracts/kernel/limits.ts';
import type { InGroup } from '@quorum/contracts/kernel/permissions.ts';
import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import { standing } from '@quorum/domain/group/group.ts';
import { type Message, messageDecider } from '@quorum/domain/message/decider.ts';
import { messageStream } from '@quorum/domain/message/events.ts';
import { type Pins, type PinsCommand, type PinsFacts, pinsDecider } from '@quorum/domain/pins/decider.ts';
import { pinsStream } from '@quorum/domain/pins/events.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import { done } from '../handling/answer.ts';
import type { DecideContext } from '../handling/context.ts';
import { commandsOn } from '../handling/row.ts';
import { withItsEntry } from '../message/commands.ts';

const messageNow = async (context: DecideContext, messageId: string): Promise<Message> =>
  withItsEntry(context, await context.aggregates.load(messageDecider, messageStream(messageId)));

/** Pinned messages that are deleted. Only a full list is looked through. */
const goneFrom = async (context: DecideContext, { pinned }: Pins): Promise<readonly string[]> => {
  if (pinned.size < limits.pins) return [];
  const messages = await Promise.all([...pinned.keys()].map((id) => messageNow(context, id)));
  return messages.flatMap(({ status, id }) => (status === 'deleted' ? [id] : []));
};

const factsIn =
  (context: DecideContext) =>
  async (pins: Pins, command: PinsCommand, actorId: string): Promise<(InGroup & PinsFacts) | Refusal> => {
    const { aggregates, clock } = context;
    const group = await aggregates.load(groupDecider, groupStream(command.groupId));
    if (group.status !== 'active') return refuse('group/not-a-member');
    const facts = { ...standing(group, actorId), actorId, now: clock.now() };
    if (command.type === 'UnpinMessage') return facts;
    const [message, gone] = await Promise.all([messageNow(context, command.messageId), goneFrom(context, pins)]);
    return { ...facts, message, gone };
  };

/** Messages that a group keeps in view. */
export const pinCommands = (context: DecideContext) => {
  const onPins = commandsOn(context.aggregates, {
    decider: pinsDecider,
    stream: pinsStream,
    missing: 'group/not-a-member',
    facts: factsIn(context),
  });
  return {
    pinMessage: onPins({
      command: ({ body }, groupId) => ({ type: 'PinMessage', groupId, messageId: body.messageId }),
      answer: done,
    }),
    unpinMessage: onPins({
      command: ({ params: { messageId = '' } }, groupId) => ({ type: 'UnpinMessage', groupId, messageId }),
      answer: done,
    }),
  } satisfies Partial<Handlers<'command'>>;
};
