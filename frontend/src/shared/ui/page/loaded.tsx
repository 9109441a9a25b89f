import { RefreshCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { Delayed } from '../feedback/delayed.tsx';

interface Load {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly refetch: () => unknown;
}

export interface LoadedProps<L extends Load> {
  load: L;
  /** The shape of what is loading. A short wait shows nothing. */
  skeleton?: ReactNode;
  failed: (retry: () => void, error: unknown) => ReactNode;
  children?: (data: NonNullable<L['data']>) => ReactNode;
}

/** Shows a load: its skeleton, its failure, and its data. Loaded data stays when it cannot be loaded again. */
export function Loaded<L extends Load>({ load, skeleton, failed, children }: LoadedProps<L>) {
  const data: L['data'] = load.data;
  const { error, refetch } = load;
  return (
    <>
      {error === undefined ? data === undefined && <Delayed>{skeleton}</Delayed> : failed(() => void refetch(), error)}
      {data !== undefined && data !== null && children?.(data)}
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

/** Says what did not load, with a button to try again. */
export function LoadFailed({ className, children, onRetry }: LoadFailedProps) {
  return (
    <div className={className}>
      <TriangleAlert className="i i--sm" />
      <span role="status">{children}</span>
      <Button size="sm" icon={<RefreshCw className="i i--sm" />} onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}
