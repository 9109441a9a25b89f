import { Check, Info, X } from 'lucide-react';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';

export const TOAST_MS = 3000;

const MAX_TOASTS = 3;

/** `notice`: news that is neither the user's doing nor an error. */
export type ToastTone = 'success' | 'notice' | 'error';

/** Returns a function that dismisses the toast early. */
export type ShowToast = (text: string, tone?: ToastTone) => () => void;

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: ToastTone;
}

const ToastContext = createContext<ShowToast | null>(null);

/** Shows one sentence at the bottom of the sheet for three seconds. */
export function useToast(): ShowToast {
  const show = useContext(ToastContext);
  if (!show) throw new Error('useToast needs a <ToastProvider> above it');
  return show;
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const lastId = useRef(0);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());

  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running) clearTimeout(timer);
    };
  }, []);

  const show = useCallback<ShowToast>((text, tone = 'success') => {
    lastId.current += 1;
    const id = lastId.current;
    setToasts((old) => [...old, { id, text, tone }].slice(-MAX_TOASTS));
    const dismiss = () => {
      clearTimeout(timer);
      timers.current.delete(timer);
      setToasts((old) => old.filter((toast) => toast.id !== id));
    };
    const timer = setTimeout(dismiss, TOAST_MS);
    timers.current.add(timer);
    return dismiss;
  }, []);

  return (
    <ToastContext value={show}>
      {children}
      {/* aria-live is spelled out because a modal dialog leaves only such regions audible. */}
      <div className="toasts" role="status" aria-live="polite">
        {toasts.map((toast) => (
          <div key={toast.id} className={classNames('toast', toast.tone !== 'success' && `toast--${toast.tone}`)}>
            <span className="toast__icon">
              <ToastIcon tone={toast.tone} />
            </span>
            {toast.text}
          </div>
        ))}
      </div>
    </ToastContext>
  );
}

const icons = { success: Check, notice: Info, error: X } as const;

function ToastIcon({ tone }: { tone: ToastTone }) {
  const Icon = icons[tone];
  return <Icon className="i" />;
}
