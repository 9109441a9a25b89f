import type { OwnRsvpView } from '@quorum/contracts/entry/attendance.ts';
import { Check, Hourglass, X } from 'lucide-react';

/** As the strokes of the other marks. */
const Tilde = ({ className }: { className?: string }) => (
  <svg
    className={className}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    aria-hidden="true"
  >
    <path d="M4 13.5c2.4-3.6 5.2-3.6 8-1.2s5.6 2.4 8-1.2" />
  </svg>
);

const marks = { going: Check, maybe: Tilde, cant: X, waiting: Hourglass } as const;

export function Mark({ of }: { of: keyof typeof marks }) {
  const Icon = marks[of];
  return <Icon className="i i--sm" />;
}

export const markOf = ({ answer, place }: OwnRsvpView): keyof typeof marks =>
  place === null ? (answer ?? 'cant') : 'waiting';

/** Marks differ by shape as well as by color. */
export const AnswerMark = ({ mine }: { mine: OwnRsvpView }) => <Mark of={markOf(mine)} />;
