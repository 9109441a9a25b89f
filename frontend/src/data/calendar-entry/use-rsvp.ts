import type { RsvpAnswer } from '@quorum/contracts/entry/attendance.ts';
import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { ordinal } from '@quorum/contracts/text/ordinal.ts';
import { useToast } from '../../shared/ui/overlays/toast.tsx';
import { useAction } from '../actions/use-action.ts';
import { selectUserId } from '../session/session-slice.ts';
import { useAppSelector } from '../store/hooks.ts';
import { avatarOf } from '../user/person-label.ts';
import { answersOf } from './attendance.ts';
import { attendanceApi } from './attendance-api.ts';

type Given = { readonly answer: RsvpAnswer; readonly guests: number };

/** The answers to an event, and how to give one's own. */
export const useRsvp = (event: EventView) => {
  const viewerId = useAppSelector(selectUserId);
  const toast = useToast();
  const [send] = attendanceApi.useGiveRsvpMutation();
  const { attendance, mine } = answersOf(event, viewerId);
  const { seats, going, guests } = attendance;
  const wasFull = seats !== null && going + guests >= seats;
  const { act, busy, error } = useAction(
    ({ answer, guests }: Given) => send({ eventId: event._id, rsvp: { answer, guests, revision: event.revision } }),
    {
      failed: 'Your answer could not be saved. Please try again.',
      next: ({ mine: now }) => {
        if (now?.place != null && mine.place === null && !wasFull)
          toast(`The last seat just went. You’re ${ordinal(now.place)} in line.`, 'notice');
      },
    },
  );
  return {
    attendance,
    mine,
    faces: attendance.faces.map((person) => ({ id: person._id, ...avatarOf(person) })),
    busy,
    error,
    onAnswer: (answer: RsvpAnswer, brought: number) => act({ answer, guests: brought }),
  };
};
