import type { GroupView } from '@quorum/contracts/group/wire.ts';
import type { AnswerOf } from '@quorum/contracts/routes.ts';
import { useState } from 'react';
import { repeatKey } from '../../../data/actions/repeat-key.ts';
import { NO_CONNECTION, useIsOffline } from '../../../data/actions/use-action.ts';
import { useServices } from '../../../data/services/services-context.tsx';
import { useAppDispatch } from '../../../data/store/hooks.ts';
import { useAfter } from '../../../shared/hooks/use-after.ts';
import { useToast } from '../../../shared/ui/overlays/toast.tsx';
import { type Attempts, createGroup, SESSION_REFUSED } from './create-group.ts';
import { emptyGroup, LAST_STEP, type NewGroup, stepError } from './new-group.ts';

/** Milliseconds. How long `Group Created!` is shown. */
const DONE_MS = 2000;

type Phase =
  | { readonly at: 'form' }
  | { readonly at: 'creating' }
  | { readonly at: 'done' | 'success'; readonly made: AnswerOf<'createGroup'> };

/** The entries, the present step, and the creation of the group after the last one. */
export const useGroupWizard = (onCreated: (group: GroupView) => void) => {
  const [group, setGroup] = useState<NewGroup>(emptyGroup);
  const [step, setStep] = useState(0);
  const [error, setError] = useState<string>();
  const [phase, setPhase] = useState<Phase>({ at: 'form' });
  const { newId } = useServices();
  const [attempts] = useState<Attempts>(() => ({ uploaded: new WeakMap(), repeat: repeatKey(newId) }));
  const dispatch = useAppDispatch();
  const toast = useToast();
  const isOffline = useIsOffline();
  if (error === NO_CONNECTION && !isOffline) setError(undefined);

  useAfter(phase.at === 'done', DONE_MS, () => {
    if (phase.at === 'done') setPhase({ ...phase, at: 'success' });
  });

  const goTo = (next: number) => {
    setError(undefined);
    setStep(next);
  };
  const create = async () => {
    setError(undefined);
    setPhase({ at: 'creating' });
    const created = await dispatch(createGroup(group, attempts));
    if ('error' in created) {
      setPhase({ at: 'form' });
      setError(created.error);
      // The sign-in screen is already shown.
      if (created.error === SESSION_REFUSED) toast(created.error, 'error');
      return;
    }
    setPhase({ at: 'done', made: created.made });
    onCreated(created.made.group);
  };

  return {
    group,
    step,
    isLast: step === LAST_STEP,
    error,
    phase,
    fail: setError,
    change: (part: Partial<NewGroup>) => {
      setError(undefined);
      setGroup((last) => ({ ...last, ...part }));
    },
    back: () => goTo(step - 1),
    next: () => {
      // The second click of a double click may come before the overlay covers the button.
      if (phase.at !== 'form') return;
      const wrong = stepError(step, group);
      if (wrong !== undefined) setError(wrong);
      else if (step < LAST_STEP) goTo(step + 1);
      else if (isOffline) setError(NO_CONNECTION);
      else void create();
    },
    startAgain: () => {
      setGroup(emptyGroup);
      setStep(0);
      setPhase({ at: 'form' });
    },
  };
};
