import type { Difference } from './history-words.ts';

/** Old and new of each field. Told apart by words as well as by strike-through. */
export function Differences({ differences }: { differences: readonly Difference[] }) {
  if (differences.length === 0) return null;
  return (
    <dl className="difference">
      {differences.map(({ field, was, now }) => (
        <div key={field} className="difference__row">
          <dt>{field}</dt>
          <dd>
            <del>
              <span className="visually-hidden">was </span>
              {was}
            </del>
            <span className="visually-hidden">, now </span>
            {now}
          </dd>
        </div>
      ))}
    </dl>
  );
}
