import type { ReportedPerson } from '@quorum/contracts/report/wire.ts';
import { outsiderColor } from '@quorum/contracts/text/group-colors.ts';
import { personInitial } from '@quorum/contracts/text/initials.ts';
import { classNames } from '../../../shared/lib/class-names.ts';

const initialsOf = ({ firstName, lastName, phoneNumber }: ReportedPerson): string =>
  [firstName, lastName]
    .filter((name) => name.trim() !== '')
    .map((name) => personInitial(name, undefined))
    .join('') || personInitial(undefined, phoneNumber);

/** Somebody in a report: initials, else the last two digits, in a color that is the same in every report. */
export function PersonMark({ person, large = false }: { person: ReportedPerson; large?: boolean }) {
  return (
    <span
      className={classNames(
        'avatar',
        large && 'avatar--40',
        'avatar--group',
        'avatar--soft',
        'report__person',
        'tabular-digits',
      )}
      data-accent={outsiderColor(person._id).accent}
      aria-hidden="true"
    >
      {initialsOf(person)}
    </span>
  );
}
