import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx';

const COLUMNS = ['a', 'b', 'c', 'd'];

/** The shape of a board that is loading. */
export function BoardSkeleton({ rows }: { rows: number }) {
  return (
    <div className="poll-bones" aria-busy="true">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bones never change places.
        <div key={row}>
          <Skeleton width={140} height={28} radius={14} />
          {COLUMNS.map((column) => (
            <Skeleton key={column} height={42} radius={10} />
          ))}
        </div>
      ))}
    </div>
  );
}
