type Span = { readonly startsAt: number; readonly endsAt: number };

/** Puts overlapping spans side by side. Each gets the first lane that is free at its start. */
export const intoLanes = <S extends Span>(
  spans: readonly S[],
): { readonly lanes: ReadonlyMap<S, number>; readonly count: number } => {
  const ends: number[] = [];
  const lanes = new Map<S, number>();
  for (const span of [...spans].sort((a, b) => a.startsAt - b.startsAt)) {
    const free = ends.findIndex((end) => end <= span.startsAt);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = span.endsAt;
    lanes.set(span, lane);
  }
  return { lanes, count: Math.max(1, ends.length) };
};
