import { formatSize } from '@quorum/contracts/text/file-kinds.ts';

const percent = (progress: number): number => Math.min(100, Math.floor(progress * 100));

/** `progress` from 0 to 1, `size` in bytes. */
export const progressText = (progress: number, size: number): string => `${percent(progress)}% of ${formatSize(size)}`;

/** The progress of sending, along the lower edge of a file. */
export function SendingBar({ name, progress }: { name: string; progress: number }) {
  return (
    <div
      className="queue__bar"
      role="progressbar"
      aria-label={`Sending ${name}`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent(progress)}
    >
      <i style={{ width: `${percent(progress)}%` }} />
    </div>
  );
}
