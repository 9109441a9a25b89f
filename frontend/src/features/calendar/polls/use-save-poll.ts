import type { GroupView } from '@quorum/contracts/group/wire.ts';
import type { PollView } from '@quorum/contracts/poll/wire.ts';
import { useState } from 'react';
import { repeatKey } from '../../../data/actions/repeat-key.ts';
import { useAction } from '../../../data/actions/use-action.ts';
import { pollApi } from '../../../data/poll/poll-api.ts';
import { useServices } from '../../../data/services/services-context.tsx';
import { changeBody, entered, openBody, type PollDraft } from './poll-draft.ts';

type About = {
  readonly group: GroupView;
  /** Undefined for a new one. */
  readonly poll: PollView | undefined;
  readonly timeZone: string;
};

/** Opens a poll, or changes one. */
export const useSavePoll = ({ group, poll, timeZone }: About, onSaved: (pollId: string) => void) => {
  const { now, newId } = useServices();
  const [repeat] = useState(() => repeatKey(newId));
  const [isDone, setDone] = useState(false);
  const [open] = pollApi.useOpenPollMutation();
  const [change] = pollApi.useChangePollMutation();
  const send = async (
    draft: PollDraft,
  ): Promise<{ readonly data?: { readonly poll: PollView }; readonly error?: unknown }> => {
    const made = entered(draft, now(), timeZone);
    if ('error' in made) return { error: { status: 400, error: made.error } };
    if (poll !== undefined) return change({ pollId: poll._id, change: changeBody(made, draft, poll) });
    const body = openBody(made, draft, group._id, timeZone);
    return repeat.attempt(body, (idempotencyKey) => open({ body, idempotencyKey }));
  };
  const { act, busy, error } = useAction(send, {
    failed: 'Failed to save the poll. Please try again.',
    next: (data) => {
      setDone(true);
      onSaved(data.poll._id);
    },
  });
  return { busy, error, isDone, save: (draft: PollDraft) => void act(draft) };
};
