import { Check, Info, X } from 'lucide-react';
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { useFocusReturn } from '../../hooks/use-focus-return.ts';
import { classNames } from '../../lib/class-names.ts';

const TOAST_MS = 3000;

/** For a toast with a button. Its time starts again once neither pointer nor focus is there. */
const TOAST_WITH_ACTION_MS = 10_000;

const MAX_TOASTS = 3;

/** `notice`: news that is neither the user's doing nor an error. */
export type ToastTone = 'success' | 'notice' | 'error';

/** The one button of a toast. Its action can always be reached without the toast, too. */
export type ToastAction = {
  readonly label: string;
  readonly run: () => void;
  /** Called once it is shown, with a function that ends it early. Returns a function to call when it is gone. */
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

  const { onFocus, giveBack } = useFocusReturn();

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
      <section
        className="toasts"
        aria-label={toasts.some(({ action }) => action) ? 'Notifications (F8)' : undefined}
        onFocus={onFocus}
      >
        {/* Only a region that was there before its text is read out, so the next one is there already. */}
        {[...toasts, { id: nextId }].map((toast) => (
          <ToastLine
            key={toast.id}
            {...('text' in toast && { toast, onEnd: () => dismiss(toast.id) })}
            giveBack={giveBack}
          />
        ))}
      </section>
    </ToastContext>
  );
}

const classesOf = ({ tone, action }: Toast): string =>
  classNames('toast', tone !== 'success' && `toast--${tone}`, action && 'toast--action');

const durationOf = ({ action }: Toast): number => (action ? TOAST_WITH_ACTION_MS : TOAST_MS);

type ToastLineProps = {
  readonly toast?: Toast;
  readonly onEnd?: () => void;
  readonly giveBack: (part: Element | null) => void;
};

/** A toast, or the empty place of the next one. */
function ToastLine({ toast, onEnd, giveBack }: ToastLineProps) {
  const line = useRef<HTMLDivElement>(null);
  const end = () => {
    giveBack(line.current);
    onEnd?.();
  };
  const held = useStaying(toast && durationOf(toast), end);
  return (
    <div ref={line} className={toast && classesOf(toast)} {...held}>
      {toast && (
        <span className="toast__icon">
          <ToastIcon tone={toast.tone} />
        </span>
      )}
      {/* aria-live is spelled out because a modal dialog leaves only such regions audible. */}
      <span role="status" aria-live="polite">
        {toast?.text}
      </span>
      {toast?.action && <ActionButton action={toast.action} onEnd={end} />}
    </div>
  );
}

type ActionButtonProps = { readonly action: ToastAction; readonly onEnd: () => void };

function ActionButton({ action, onEnd }: ActionButtonProps) {
  const end = useEffectEvent(onEnd);
  useEffect(() => action.watch?.(() => end()), [action]);
  const press = () => {
    onEnd();
    action.run();
  };
  const onKeyDown = (pressed: KeyboardEvent) => {
    if (pressed.key !== 'Escape') return;
    pressed.stopPropagation();
    onEnd();
  };
  return (
    <button type="button" className="toast__action" aria-keyshortcuts="F8" onClick={press} onKeyDown={onKeyDown}>
      {/* How much of its time is left. */}
      <svg className="toast__time" viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="10" cy="10" r="8" />
        <circle cx="10" cy="10" r="8" pathLength="100" style={{ animationDuration: `${TOAST_WITH_ACTION_MS}ms` }} />
      </svg>
      {action.label}
    </button>
  );
}

/** Calls `onEnd` after so many milliseconds without pointer and focus. */
const useStaying = (milliseconds: number | undefined, onEnd: () => void) => {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isHeld = isHovered || isFocused;
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (milliseconds === undefined || isHeld) return undefined;
    const timer = setTimeout(() => end(), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds, isHeld]);
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
