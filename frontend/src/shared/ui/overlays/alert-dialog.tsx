import { type ReactNode, useId, useRef } from 'react';
import { Button } from '../controls/button.tsx';
import { Dialog } from './dialog.tsx';

export interface AlertDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
}

/** Shows one message that must be seen, with one button. */
export function AlertDialog({ open, onClose, title, children }: AlertDialogProps) {
  const ok = useRef<HTMLButtonElement>(null);
  const textId = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      role="alertdialog"
      describedBy={textId}
      closeButton={false}
      initialFocus={ok}
      foot={
        <Button ref={ok} variant="primary" onClick={onClose}>
          OK
        </Button>
      }
    >
      <div className="dialog__text" id={textId}>
        {children}
      </div>
    </Dialog>
  );
}
