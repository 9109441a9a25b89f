/** One figure beside its raw baseline of the same run. */
export type Measurement = {
  readonly what: string;
  /** What the baseline is. */
  readonly against: string;
  readonly baseline: number;
  readonly ours: number;
  /** Of both figures, as `appends/s` or `ms`. */
  readonly unit: string;
  /** Ours by baseline. */
  readonly ratio: number;
  /** What has to be reached, as `≥ 0.5`. */
  readonly reach: string;
  readonly reached: boolean;
};

/** The middle one; of an even number the upper one of the two. */
export const median = (values: readonly number[]): number => {
  const middle = [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
  if (middle === undefined) throw new Error('no values');
  return middle;
};

/** Runs the work and tells how often per second its unit was done. */
export const perSecond = async (count: number, work: () => unknown): Promise<number> => {
  const start = performance.now();
  await work();
  return count / ((performance.now() - start) / 1_000);
};
