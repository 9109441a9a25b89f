import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { ChevronDown } from 'lucide-react';
import { Field, useField } from '../../../shared/ui/controls/field.tsx';
import type { Targets } from './use-target.ts';

interface TargetFieldProps {
  groupId: string;
  targets: Targets;
}

/** In My Schedule: whether the event is one's own or a group's. */
export function TargetField({ groupId, targets }: TargetFieldProps) {
  if (targets.groups.length === 0) return null;
  return (
    <Field label="Group">
      <TargetSelect groupId={groupId} targets={targets} />
    </Field>
  );
}

function TargetSelect({ groupId, targets }: TargetFieldProps) {
  const field = useField();
  return (
    <div className="select">
      <select {...field} className="input" value={groupId} onChange={(event) => targets.choose(event.target.value)}>
        <option value={MY_SCHEDULE}>Personal</option>
        {targets.groups.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown className="i" />
    </div>
  );
}
