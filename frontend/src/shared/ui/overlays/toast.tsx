import { Check, Info, X } from 'lucide-react';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';

const TOAST_MS = 3000;

/** For a toast with a button, which also stays while it is hovered or has the focus. */
const TOAST_WITH_ACTION_MS = 10_000;

const MAX_TOASTS = 3;

/** `notice`: news that is neither the user's doing nor an error. */
export type ToastTone = 'success' | 'notice' | 'error';

/** The one button of a toast. Its action can always be reached without the toast, too. */
export type ToastAction = {
  readonly label: string;
  readonly run: () => void;
  /** Called once it is shown, with what ends it early. Returns what is called when it is gone. */
  readonly watch?: (end: () => void) => () => void;
};

/** Returns a function that dismisses the toast early. */
export type ShowToast = (text: string, tone?: ToastTone, action?: ToastAction) => () => void;

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: ToastTone;
  readonly action?: ToastAction | undefined;
}

const ToastContext = createContext<ShowToast | null>(null);

/** Shows one sentence at the bottom of the sheet: for three seconds, or ten with an action. */
export function useToast(): ShowToast {
  const show = useContext(ToastContext);
  if (!show) throw new Error('useToast needs a <ToastProvider> above it');
  return show;
}

/** The oldest goes first, but none with a button before one without. */
const atMost = (toasts: readonly Toast[]): readonly Toast[] => {
  if (toasts.length <= MAX_TOASTS) return toasts;
  const oldest = toasts.find(({ action }) => action === undefined) ?? toasts[0];
  return toasts.filter((toast) => toast !== oldest);
};

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const [nextId, setNextId] = useState(0);
  const lastId = useRef(-1);

  const dismiss = useCallback((id: number) => setToasts((old) => old.filter((toast) => toast.id !== id)), []);
  const show = useCallback<ShowToast>(
    (text, tone = 'success', action) => {
      lastId.current += 1;
      const id = lastId.current;
      setNextId(id + 1);
      setToasts((old) => atMost([...old, { id, text, tone, action }]));
      return () => dismiss(id);
    },
    [dismiss],
  );

  return (
    <ToastContext value={show}>
      {children}
      <div className="toasts">
        {/* Only a region that was there before its text is read out, so the next one is there already. */}
        {[...toasts, { id: nextId }].map((toast) => (
          <ToastLine key={toast.id} {...('text' in toast && { toast, onEnd: () => dismiss(toast.id) })} />
        ))}
      </div>
    </ToastContext>
  );
}

const classesOf = ({ tone, action }: Toast): string =>
  classNames('toast', tone !== 'success' && `toast--${tone}`, action && 'toast--action');

const durationOf = ({ action }: Toast): number => (action ? TOAST_WITH_ACTION_MS : TOAST_MS);

type ToastLineProps = { readonly toast?: Toast; readonly onEnd?: () => void };

/** A toast, or the empty place of the next one. */
function ToastLine({ toast, onEnd }: ToastLineProps) {
  const held = useStaying(toast && durationOf(toast), onEnd);
  return (
    <div className={toast && classesOf(toast)} {...held}>
      {toast && (
        <span className="toast__icon">
          <ToastIcon tone={toast.tone} />
        </span>
      )}
      {/* aria-live is spelled out because a modal dialog leaves only such regions audible. */}
      <span role="status" aria-live="polite">
        {toast?.text}
      </span>
      {toast?.action && <ActionButton action={toast.action} onEnd={onEnd} />}
    </div>
  );
}

function ActionButton({ action, onEnd }: Pick<ToastLineProps, 'onEnd'> & { readonly action: ToastAction }) {
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => action.watch?.(() => end.current?.()), [action]);
  const press = () => {
    onEnd?.();
    action.run();
  };
  return (
    <button type="button" className="toast__action" onClick={press}>
      {/* How much of its time is left. */}
      <svg className="toast__time" viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="10" cy="10" r="8" />
        <circle cx="10" cy="10" r="8" pathLength="100" style={{ animationDuration: `${TOAST_WITH_ACTION_MS}ms` }} />
      </svg>
      {action.label}
    </button>
  );
}

/** Calls `onEnd` after so many milliseconds, or later, once neither pointer nor focus is there. */
const useStaying = (milliseconds: number | undefined, onEnd: (() => void) | undefined) => {
  const [isOver, setOver] = useState(false);
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  useEffect(() => {
    if (milliseconds === undefined) return undefined;
    const timer = setTimeout(() => setOver(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  const ends = isOver && !isHovered && !isFocused;
  useEffect(() => {
    if (ends) onEnd?.();
  });
  return {
    onPointerEnter: () => setHovered(true),
    onPointerLeave: () => setHovered(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  };
};

const icons = { success: Check, notice: Info, error: X } as const;

function ToastIcon({ tone }: { tone: ToastTone }) {
  const Icon = icons[tone];
  return <Icon className="i" />;
}
