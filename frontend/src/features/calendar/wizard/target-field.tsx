import { MY_SCHEDULE } from '@quorum/contracts/wire/limits.ts';
import { Field, useField } from '../../../shared/ui/field.tsx';
import type { Targets } from './use-target.ts';

/** In My Schedule: whether the event is one's own or a group's. */
export function TargetField({ groupId, targets }: { groupId: string; targets: Targets }) {
  if (targets.groups.length === 0) return null;
  return (
    <Field label="Group">
      <TargetSelect groupId={groupId} targets={targets} />
    </Field>
  );
}

function TargetSelect({ groupId, targets }: { groupId: string; targets: Targets }) {
  const field = useField();
  return (
    <select {...field} className="input" value={groupId} onChange={(event) => targets.choose(event.target.value)}>
      <option value={MY_SCHEDULE}>Personal</option>
      {targets.groups.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </select>
  );
}
