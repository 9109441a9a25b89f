import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** One sentence about an error, below its field. Announced when it appears. */
export function ErrorLine({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <span className="field__error" id={id} role="alert">
      <TriangleAlert className="i i--sm" />
      {children}
    </span>
  );
}
