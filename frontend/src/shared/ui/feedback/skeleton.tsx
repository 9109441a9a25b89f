export interface SkeletonProps {
  width?: number | string;
  height?: number | string;
  /** `full` for circles. */
  radius?: number | 'full';
}

/** A gray shape the size of what is loading. The surrounding list sets `aria-busy`. */
export function Skeleton({ width = '100%', height = 12, radius }: SkeletonProps) {
  return (
    <span
      className="skeleton"
      aria-hidden="true"
      style={{ width, height, borderRadius: radius === 'full' ? '50%' : radius }}
    />
  );
}
