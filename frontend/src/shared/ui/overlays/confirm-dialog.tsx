import { type ReactNode, useId, useRef } from 'react';
import { Button } from '../controls/button.tsx';
import { ErrorLine } from '../feedback/error-line.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  /** One sentence, or a longer body, such as a list or a field. */
  children?: ReactNode;
  confirmLabel: string;
  /** Null for none. */
  cancelLabel?: string | null;
  /** The focus starts on Cancel. */
  cautious?: boolean;
  /** Red and cautious. Comes with a sign. */
  destructive?: boolean;
  /** The icon of a destructive answer. Imported here, it would make every page load the dialogs. */
  sign?: ReactNode;
  /** The label of the confirming button while the work runs. The dialog stays open, and Escape does nothing. */
  busyLabel?: string | false | null;
  confirmDisabled?: boolean;
  error?: string | null | false;
  className?: string;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, onConfirm, title, children, confirmLabel, cancelLabel = 'Cancel', className } = props;
  const { busyLabel, confirmDisabled, error, destructive, cautious = destructive } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  const confirm = useRef<HTMLButtonElement>(null);
  const busy = Boolean(busyLabel);
  const textId = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      role="alertdialog"
      describedBy={textId}
      className={className}
      closeButton={false}
      busy={busy}
      initialFocus={cautious ? cancel : confirm}
      foot={
        <>
          {cancelLabel !== null && (
            <Button ref={cancel} onClick={onClose} disabled={busy}>
              {cancelLabel}
            </Button>
          )}
          <Button
            ref={confirm}
            variant={destructive ? 'danger' : 'primary'}
            icon={destructive && props.sign}
            onClick={onConfirm}
            busyLabel={busyLabel}
            disabled={confirmDisabled}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="dialog__text" id={textId}>
        {children}
      </div>
      {error && <ErrorLine>{error}</ErrorLine>}
    </Dialog>
  );
}

/** Shows one message that must be seen, with one button. */
export function AlertDialog(props: Pick<ConfirmDialogProps, 'open' | 'onClose' | 'title' | 'children'>) {
  return <ConfirmDialog {...props} onConfirm={props.onClose} confirmLabel="OK" cancelLabel={null} />;
}
