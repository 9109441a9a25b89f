export interface SkeletonProps {
  width?: number | string;
  height?: number | string;
  /** `full` for circles. */
  radius?: number | 'full';
}

/** One grey shape of the size of what is coming. The list around it says `aria-busy`. */
export function Skeleton({ width = '100%', height = 12, radius }: SkeletonProps) {
  return (
    <span
      className="skel"
      aria-hidden="true"
      style={{ width, height, borderRadius: radius === 'full' ? '50%' : radius }}
    />
  );
}
