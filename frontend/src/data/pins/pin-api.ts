import type { PersonView } from '@quorum/contracts/account/wire.ts';
import { groupAudience } from '@quorum/contracts/kernel/audiences.ts';
import type { Success } from '@quorum/contracts/kernel/route.ts';
import type { PinView } from '@quorum/contracts/pins/wire.ts';
import type { AnswerOf } from '@quorum/contracts/routes.ts';
import type { PayloadOf } from '@quorum/contracts/socket.ts';
import { baseApi } from '../api/base-api.ts';
import { call } from '../api/call.ts';
import { liveUpdates, type Patches } from '../api/live-updates.ts';
import { withPersonInMessage } from '../message/message-list.ts';
import { nobody } from '../message/notice-list.ts';

type Pins = readonly PinView[];

/** Keeps the same array if nothing changes. */
const withEach = (pins: Pins, change: (pin: PinView) => PinView): Pins => {
  const next = pins.map(change);
  return next.some((pin, at) => pin !== pins[at]) ? next : pins;
};

const without = (pins: Pins, isGone: (pin: PinView) => boolean): Pins =>
  pins.some(isGone) ? pins.filter((pin) => !isGone(pin)) : pins;

const withPinned = (pins: Pins, { newest, added, removed }: PayloadOf<'pinsUpdated'>): Pins => {
  const others = pins.filter(({ message }) => message._id !== added && message._id !== removed);
  return newest !== null && newest.message._id === added ? [newest, ...others] : others;
};

const withPerson = (pins: Pins, person: PersonView): Pins =>
  withEach(pins, (pin) => {
    const message = withPersonInMessage(pin.message, person);
    const by = pin.by._id === person._id ? person : pin.by;
    return message === pin.message && by === pin.by ? pin : { ...pin, message, by };
  });

export const pinPatches: Patches<Pins, string> = {
  pinsUpdated: withPinned,
  messageUpdated: (pins, message) =>
    withEach(pins, (pin) =>
      pin.message._id === message._id && message.revision > pin.message.revision ? { ...pin, message } : pin,
    ),
  messageDeleted: (pins, { messageId }) => without(pins, ({ message }) => message._id === messageId),
  memberUpdated: (pins, { member }) => withPerson(pins, member.userId),
  memberLeft: (pins, { reason, userId }) =>
    reason === 'account-deleted'
      ? withPerson(
          without(pins, ({ message }) => message.senderId._id === userId),
          nobody(userId),
        )
      : pins,
};

type OnMessage = { readonly groupId: string; readonly messageId: string };

export const pinApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The pinned messages of a group, last pinned first. */
    pins: build.query<Pins, string>({
      query: (id) => call('pins', { params: { id } }),
      transformResponse: ({ pins }: AnswerOf<'pins'>) => pins,
      ...liveUpdates<Pins, string>({
        tag: (id) => ({ type: 'pins', id }),
        group: (id) => id,
        audience: groupAudience,
        patches: pinPatches,
        // If several changed at once, a frame shows the last one.
        reloads: { pinsUpdated: (change, pins) => withPinned(pins, change).length !== change.count },
      }),
    }),
    pinMessage: build.mutation<Success, OnMessage>({
      query: ({ groupId, messageId }) => call('pinMessage', { params: { id: groupId }, body: { messageId } }),
    }),
    unpinMessage: build.mutation<Success, OnMessage>({
      query: ({ groupId, messageId }) => call('unpinMessage', { params: { id: groupId, messageId } }),
    }),
  }),
});
