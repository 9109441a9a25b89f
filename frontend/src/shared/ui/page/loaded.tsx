import { RefreshCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { Late } from '../feedback/late.tsx';

export interface LoadedProps<D> {
  load: { readonly data?: D | undefined; readonly error?: unknown; readonly refetch: () => unknown };
  /** The shape of what is loading. A short wait shows nothing. */
  skeleton?: ReactNode;
  failed: (retry: () => void, error: unknown) => ReactNode;
  children?: (data: D) => ReactNode;
}

/** What loads: its skeleton, its failure, and itself. What has loaded stays when it cannot be loaded again. */
export function Loaded<D>({ load: { data, error, refetch }, skeleton, failed, children }: LoadedProps<D>) {
  return (
    <>
      {error === undefined ? data === undefined && <Late>{skeleton}</Late> : failed(() => void refetch(), error)}
      {data !== undefined && children?.(data)}
    </>
  );
}

export interface LoadFailedProps {
  /** Whose layout it has: a line above the work, or a part of a list. */
  className: string;
  /** “{Thing} didn’t load.” */
  children: string;
  onRetry: () => void;
}

/** What did not load, with the way to try again. */
export function LoadFailed({ className, children, onRetry }: LoadFailedProps) {
  return (
    <div className={className}>
      <TriangleAlert className="i i--sm" aria-hidden="true" />
      <span role="status">{children}</span>
      <Button size="sm" icon={<RefreshCw className="i i--sm" aria-hidden="true" />} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
