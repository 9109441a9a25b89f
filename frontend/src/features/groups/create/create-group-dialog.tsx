import type { AnswerOf } from '@quorum/contracts/wire/routes.ts';
import type { GroupView } from '@quorum/contracts/wire/views.ts';
import { ArrowRight } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { GroupPreviewCard } from '../../../entities/group/group-preview-card.tsx';
import { selectUser } from '../../../entities/session/session-slice.ts';
import { useAppDispatch, useAppSelector } from '../../../entities/store/hooks.ts';
import { personName } from '../../../entities/user/person-label.ts';
import { useFileUrl } from '../../../shared/hooks/use-file-url.ts';
import { useFocusReturn } from '../../../shared/hooks/use-focus-return.ts';
import { AccentScope } from '../../../shared/ui/accent-scope.tsx';
import { BusyOverlay } from '../../../shared/ui/busy-overlay.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { ErrorLine } from '../../../shared/ui/error-line.tsx';
import { GroupAvatar } from '../../../shared/ui/group-avatar.tsx';
import { WizardSteps } from '../../../shared/ui/stepper.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import '../groups.css';
import { createGroup, SESSION_REFUSED } from './create-group.ts';
import { CreateStep } from './create-step.tsx';
import { CreatedDialog } from './created-dialog.tsx';
import { emptyGroup, LAST_STEP, type NewGroup, STEPS, stepError } from './new-group.ts';

/** How long `Group Created!` stays. */
export const DONE_MS = 2000;

type Phase =
  | { readonly at: 'form' }
  | { readonly at: 'creating' }
  | { readonly at: 'done' | 'success'; readonly made: AnswerOf<'createGroup'> };

export interface CreateGroupDialogProps {
  onClose: () => void;
  /** The group exists; the wizard stays open over it. */
  onCreated: (group: GroupView) => void;
}

/** Four steps, an overlay while the group is made, then the invitation. */
export function CreateGroupDialog({ onClose: close, onCreated }: CreateGroupDialogProps) {
  const giveFocusBack = useFocusReturn(true);
  const [group, setGroup] = useState<NewGroup>(emptyGroup);
  const [step, setStep] = useState(0);
  const [error, setError] = useState<string>();
  const [phase, setPhase] = useState<Phase>({ at: 'form' });
  const uploaded = useRef(new WeakMap<File, string>());
  const dispatch = useAppDispatch();
  const toast = useToast();
  const user = useAppSelector(selectUser);
  const imageUrl = useFileUrl(group.image);
  const formId = useId();

  useEffect(() => {
    if (phase.at !== 'done') return;
    const timer = setTimeout(() => setPhase({ ...phase, at: 'success' }), DONE_MS);
    return () => clearTimeout(timer);
  }, [phase]);

  // The success screen is a dialog of its own, opened by what is gone by then.
  const onClose = () => {
    close();
    setTimeout(giveFocusBack, 0);
  };
  const goTo = (next: number) => {
    setError(undefined);
    setStep(next);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = stepError(step, group);
    if (wrong !== undefined) return setError(wrong);
    if (step < LAST_STEP) return goTo(step + 1);
    setError(undefined);
    setPhase({ at: 'creating' });
    const created = await dispatch(createGroup(group, uploaded.current));
    if ('error' in created) {
      setPhase({ at: 'form' });
      setError(created.error);
      // The sign-in screen is shown by now.
      if (created.error === SESSION_REFUSED) toast(created.error, 'error');
      return;
    }
    setPhase({ at: 'done', made: created.made });
    onCreated(created.made.group);
  };

  const createAnother = () => {
    setGroup(emptyGroup);
    setStep(0);
    setPhase({ at: 'form' });
  };

  if (phase.at === 'success')
    return <CreatedDialog made={phase.made} onClose={onClose} onCreateAnother={createAnother} />;

  const busy = phase.at !== 'form';
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title="Create Group"
        sub="A shared schedule and a chat for the people in it."
        className="cg"
        width="xl"
        accent="personal"
        busy={busy}
        belowHead={<WizardSteps steps={STEPS} current={step} />}
        foot={
          <>
            {step > 0 && (
              <Button className="spacer" onClick={() => goTo(step - 1)}>
                Back
              </Button>
            )}
            <Button variant="primary" type="submit" form={formId}>
              {step === LAST_STEP ? (
                'Create Group'
              ) : (
                <>
                  Next
                  <ArrowRight className="i" aria-hidden="true" />
                </>
              )}
            </Button>
          </>
        }
      >
        <div className="cg__cols">
          <form id={formId} className="cg__form" onSubmit={(event) => void submit(event)} noValidate>
            <CreateStep
              key={step}
              step={step}
              group={group}
              imageUrl={imageUrl}
              error={error}
              onError={setError}
              onChange={(change) => {
                setError(undefined);
                setGroup((last) => ({ ...last, ...change }));
              }}
            />
            {step === LAST_STEP && error && <ErrorLine>{error}</ErrorLine>}
          </form>
          <AccentScope accent="teal" className="cg__pv" role="complementary" aria-label="Preview">
            <h3>What people see before they join</h3>
            <GroupPreviewCard
              name={group.name.trim()}
              description={group.description.trim()}
              imageUrl={imageUrl}
              memberCount={1}
              createdBy={user ? personName(user) : 'you'}
              placeholder
            />
          </AccentScope>
        </div>
      </Dialog>
      <BusyOverlay
        open={busy}
        done={phase.at === 'done'}
        title={phase.at === 'done' ? 'Group Created!' : 'Creating Group...'}
        detail={group.name.trim()}
        accent="teal"
      >
        <GroupAvatar name={group.name} imageUrl={imageUrl} />
      </BusyOverlay>
    </>
  );
}
