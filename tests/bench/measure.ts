/** One figure beside its raw baseline of the same run. */
export type Measurement = {
  readonly what: string;
  /** The baseline in words. */
  readonly against: string;
  readonly baseline: number;
  readonly ours: number;
  /** Unit of both figures, e.g. `appends/s` or `ms`. */
  readonly unit: string;
  /** Ours divided by the baseline. */
  readonly ratio: number;
  /** The target, e.g. `≥ 0.5`. Absent where a figure is only observed. */
  readonly reach?: string;
  readonly reached?: boolean;
};

/** The median; the upper one of two. */
export const median = (values: readonly number[]): number => {
  const middle = [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
  if (middle === undefined) throw new Error('no values');
  return middle;
};

/** Runs the work and returns its units per second. */
export const perSecond = async (count: number, work: () => unknown): Promise<number> => {
  const start = performance.now();
  await work();
  return count / ((performance.now() - start) / 1_000);
};
