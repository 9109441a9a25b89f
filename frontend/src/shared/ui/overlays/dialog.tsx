import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { createContext, type ReactNode, type RefObject, useContext, useRef } from 'react';
import type { AccentName } from '../../lib/accent.ts';
import { classNames } from '../../lib/class-names.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { AccentScope, useAccent } from '../feedback/accent-scope.tsx';

const DepthContext = createContext(0);

const FOCUSABLE =
  ':is(input:not([type="hidden"], [hidden]), textarea, select, button, a[href], [tabindex]):not(:disabled, [tabindex="-1"])';

export interface DialogProps {
  open: boolean;
  /** Called for Escape and the close button. Never called while busy. */
  onClose: () => void;
  title: ReactNode;
  sub?: ReactNode;
  /** Between head and body. Does not scroll: wizard steps, a search field. */
  belowHead?: ReactNode;
  children: ReactNode;
  /** Buttons: Back left (class `spacer`), primary right. */
  foot?: ReactNode;
  role?: 'dialog' | 'alertdialog';
  /** The id of what a screen reader says after the title. */
  describedBy?: string;
  busy?: boolean;
  /** Run by Ctrl or Cmd and Enter, wherever the focus is in it. Not while busy. */
  onCtrlEnter?: () => void;
  /** Without a close button the title is part of the body, as in a question. */
  closeButton?: boolean;
  /** Gets the focus first. By default the first control of the body. */
  initialFocus?: RefObject<HTMLElement | null>;
  accent?: AccentName;
  className?: string;
}

/** A modal dialog. It traps the focus and returns it when closed. Escape closes it unless it is busy. */
export function Dialog(props: DialogProps) {
  const { open, onClose, role = 'dialog', busy = false, initialFocus, className, onCtrlEnter } = props;
  const around = useAccent();
  const accent = props.accent ?? around;
  const depth = useContext(DepthContext);
  const body = useRef<HTMLDivElement>(null);

  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && !busy && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={classNames('scrim', depth > 0 && 'scrim--nested')} data-accent={accent}>
          <Radix.Content
            role={role}
            aria-modal="true"
            aria-busy={busy || undefined}
            aria-describedby={props.describedBy}
            className={classNames('dialog', className)}
            onKeyDown={(pressed) => {
              if (!onCtrlEnter || pressed.key !== 'Enter' || !(pressed.ctrlKey || pressed.metaKey)) return;
              pressed.preventDefault();
              if (!busy) onCtrlEnter();
            }}
            onOpenAutoFocus={(event) => {
              // The close button comes first in the page, but nobody opens a dialog to close it.
              const first = initialFocus?.current ?? body.current?.querySelector<HTMLElement>(FOCUSABLE);
              if (!first) return;
              event.preventDefault();
              first.focus();
            }}
            // The focus is kept in one place for all screens.
            onCloseAutoFocus={(event) => event.preventDefault()}
            // A click beside the dialog must not discard what was typed.
            onInteractOutside={(event) => event.preventDefault()}
          >
            <DepthContext value={depth + 1}>
              <AccentScope accent={accent} className="dialog__frame">
                <Frame {...props} busy={busy} body={body} />
              </AccentScope>
            </DepthContext>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

type FrameProps = DialogProps & { busy: boolean; body: RefObject<HTMLDivElement | null> };

function Frame({ onClose, title, sub, belowHead, children, foot, busy, closeButton = true, body }: FrameProps) {
  return (
    <>
      {closeButton && (
        <div className="dialog__head">
          <div>
            <Radix.Title className="dialog__title">{title}</Radix.Title>
            {sub && <p className="dialog__sub">{sub}</p>}
          </div>
          <IconButton label="Close" icon={<X className="i" />} disabled={busy} onClick={onClose} />
        </div>
      )}
      {belowHead}
      <div ref={body} className={classNames('dialog__body', !closeButton && 'dialog__body--lone')}>
        {!closeButton && <Radix.Title className="dialog__title">{title}</Radix.Title>}
        {children}
      </div>
      {foot && <footer className="dialog__foot">{foot}</footer>}
    </>
  );
}
