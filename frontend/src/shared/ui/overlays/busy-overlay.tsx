import { Check } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import type { AccentName } from '../../lib/accent.ts';
import { useAccent } from '../feedback/accent-scope.tsx';

export interface BusyOverlayProps {
  open: boolean;
  /** `Creating Event...`, then `Event Created!`. */
  title: string;
  detail?: ReactNode;
  /** All seats lit, with a check mark. The caller closes it after 2 s. */
  done?: boolean;
  /** Shown in the middle of the ring: a GroupAvatar or a date. */
  children?: ReactNode;
  accent?: AccentName;
}

const SEATS = Array.from({ length: 8 }, (_, index) => {
  const angle = (index / 8) * 2 * Math.PI - Math.PI / 2;
  return {
    key: `seat-${index}`,
    cx: (94 + 85 * Math.cos(angle)).toFixed(1),
    cy: (94 + 85 * Math.sin(angle)).toFixed(1),
    opacity: 0.25 + (0.75 * index) / 7,
  };
});

/** Covers the whole window while something is created. Nothing behind it can be reached, and Escape does nothing. */
export function BusyOverlay({ open, title, detail, done = false, children, accent }: BusyOverlayProps) {
  const around = useAccent();
  return (
    <Radix.Root open={open}>
      <Radix.Portal>
        <Radix.Content
          data-accent={accent ?? around}
          className={done ? 'busy is-done' : 'busy'}
          aria-describedby={undefined}
          aria-busy={!done}
          onEscapeKeyDown={(event) => event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
        >
          <div className="busy__ring">
            <svg viewBox="0 0 188 188" aria-hidden="true">
              {SEATS.map(({ key, ...seat }) => (
                <circle key={key} {...seat} r="7" />
              ))}
            </svg>
            {children}
            {done && (
              <span className="busy__ok">
                <Check className="i" />
              </span>
            )}
          </div>
          <div role="status" aria-live="polite">
            <Radix.Title asChild>
              <h2>{title}</h2>
            </Radix.Title>
            {detail && <p>{detail}</p>}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
