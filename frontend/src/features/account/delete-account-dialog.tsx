import { Trash2, UsersRound, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useAction } from '../../data/actions/use-action.ts';
import { selectUserId, sessionEnded } from '../../data/session/session-slice.ts';
import { useAppDispatch, useAppSelector } from '../../data/store/hooks.ts';
import type { AppThunk } from '../../data/store/state.ts';
import { userApi } from '../../data/user/user-api.ts';
import { Button } from '../../shared/ui/controls/button.tsx';
import { Input } from '../../shared/ui/controls/input.tsx';
import { ErrorLine } from '../../shared/ui/feedback/error-line.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Dialog } from '../../shared/ui/overlays/dialog.tsx';
import { useToast } from '../../shared/ui/overlays/toast.tsx';
import './delete-account-dialog.css';

export const REDIRECT_MS = 2000;
const CONFIRMATION = 'delete my account';

const isConfirmed = (typed: string): boolean => typed.trim().toLowerCase() === CONFIRMATION;

const endSessionOf =
  (userId: string | undefined): AppThunk =>
  (dispatch, getState) => {
    if (selectUserId(getState()) === userId) dispatch(sessionEnded({ reason: 'account-deleted' }));
  };

/**
 * Shows the farewell for two seconds, then ends the session; the route guard then leads to the sign-in screen. Leaving this
 * screen does not stop it: nothing else ends the session of a deleted account.
 */
const useFarewell = (): (() => void) => {
  const dispatch = useAppDispatch();
  const userId = useAppSelector(selectUserId);
  const toast = useToast();
  return () => {
    const dismiss = toast('Account deleted successfully. You will be redirected to the login page.');
    setTimeout(() => {
      dismiss();
      dispatch(endSessionOf(userId));
    }, REDIRECT_MS);
  };
};

const useDeletion = () => {
  const [deleted, setDeleted] = useState(false);
  const [remove] = userApi.useDeleteAccountMutation();
  const sayFarewell = useFarewell();
  const { act, busy, error, setError } = useAction(() => remove(), {
    failed: 'Failed to delete account. Please try again.',
    next: () => {
      setDeleted(true);
      sayFarewell();
    },
  });
  return {
    deleteAccount: () => void act(undefined),
    error,
    clearError: () => setError(undefined),
    busy: busy || deleted,
    busyLabel: deleted ? 'Account Deleted' : busy && 'Deleting Account...',
  };
};

const SIGN = <Trash2 className="i" />;

/** Lists the data that is deleted, then asks for a typed confirmation. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const [step, setStep] = useState<1 | 2>(1);
  const [typed, setTyped] = useState('');
  const { deleteAccount, error, clearError, busy, busyLabel } = useDeletion();
  const cancel = useRef<HTMLButtonElement>(null);

  const submit = () => {
    if (!busy && isConfirmed(typed)) deleteAccount();
  };

  const foot =
    step === 1 ? (
      <>
        <span className="delete-account__step spacer">Step 1 of 2</span>
        <Button ref={cancel} onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger-quiet" onClick={() => setStep(2)}>
          Continue
        </Button>
      </>
    ) : (
      <>
        <span className="delete-account__step spacer">Step 2 of 2</span>
        <Button onClick={() => setStep(1)} disabled={busy}>
          Back
        </Button>
        <Button variant="danger" icon={SIGN} onClick={submit} disabled={!isConfirmed(typed)} busyLabel={busyLabel}>
          Delete Account
        </Button>
      </>
    );

  return (
    <Dialog
      open
      onClose={onClose}
      title="Delete Account"
      sub="This removes, for good:"
      role="alertdialog"
      busy={busy}
      initialFocus={cancel}
      foot={foot}
      className="delete-account steady"
    >
      <DeletedThings />
      {step === 1 ? (
        <Notice tone="danger">This action cannot be undone.</Notice>
      ) : (
        <Confirmation
          typed={typed}
          readOnly={busy}
          error={error}
          onType={(text) => {
            clearError();
            setTyped(text);
          }}
          onEnter={submit}
        />
      )}
    </Dialog>
  );
}

interface ConfirmationProps {
  typed: string;
  readOnly: boolean;
  error: string | undefined;
  onType: (text: string) => void;
  onEnter: () => void;
}

function Confirmation({ typed, readOnly, error, onType, onEnter }: ConfirmationProps) {
  const inputId = useId();
  const errorId = useId();
  return (
    <div className="field">
      <label className="delete-account__label" htmlFor={inputId}>
        Type <span className="delete-account__text">{CONFIRMATION}</span> to confirm
      </label>
      <Input
        id={inputId}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        autoFocus
        value={typed}
        readOnly={readOnly}
        aria-describedby={error === undefined ? undefined : errorId}
        invalid={error !== undefined}
        onChange={(event) => onType(event.target.value)}
        // The second click of a double click on Continue presses a disabled button, which gives the focus to the dialog.
        onBlur={({ currentTarget, relatedTarget }) => relatedTarget?.contains(currentTarget) && currentTarget.focus()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onEnter();
        }}
      />
      {error !== undefined && <ErrorLine id={errorId}>{error}</ErrorLine>}
    </div>
  );
}

function DeletedThings() {
  return (
    <ul className="delete-account__list">
      <li>
        <X className="i" />
        <span>
          Your <b>profile</b>, <b>memberships</b> and <b>reactions</b>
        </span>
      </li>
      <li>
        <X className="i" />
        <span>
          Every <b>message</b> you sent and <b>event</b> you created
        </span>
      </li>
      <li>
        <UsersRound className="i" />
        <span>
          Groups you own pass to the <b>next oldest member</b>. A group with only you in it is deleted.
        </span>
      </li>
    </ul>
  );
}
