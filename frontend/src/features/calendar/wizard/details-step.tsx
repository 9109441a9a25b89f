import { limits, MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { useState } from 'react';
import { Field, useField } from '../../../shared/ui/field.tsx';
import { Input } from '../../../shared/ui/input.tsx';
import { Textarea } from '../../../shared/ui/textarea.tsx';
import { NAME_REQUIRED } from './draft.ts';
import type { StepProps } from './step-props.ts';
import type { Targets } from './use-target.ts';

export function DetailsStep({ draft, put, heard, groupId, targets }: StepProps) {
  const [left, setLeft] = useState(false);
  const missing = left && draft.name.trim() === '';
  return (
    <div className="wiz__form">
      <Field
        label="Event name"
        // Always one line, so that the fields below stay in their places.
        hint={
          heard ? (
            <>
              Day and time are taken from the name.{' '}
              <button type="button" className="wiz__plain" onClick={() => put({ asTyped: true })}>
                Keep it as typed
              </button>
            </>
          ) : (
            'You can include a day, time and place.'
          )
        }
        count={draft.name.length}
        max={limits.eventName}
        error={missing && NAME_REQUIRED}
      >
        <Input
          value={draft.name}
          maxLength={limits.eventName}
          placeholder="Lunch Thu 12-1pm at Joe’s"
          autoComplete="off"
          onChange={(event) => {
            setLeft(true);
            put({ name: event.target.value, asTyped: draft.asTyped && event.target.value !== '' });
          }}
          onBlur={() => setLeft(true)}
          onKeyDown={(event) => event.key === 'Enter' && setLeft(true)}
        />
      </Field>
      <TargetField groupId={groupId} targets={targets} />
      <Field label="Description" aside="Optional">
        <Textarea
          value={draft.description}
          rows={targets.groups.length === 0 ? 11 : 8}
          maxLength={limits.eventDescription}
          onChange={(event) => put({ description: event.target.value })}
        />
      </Field>
    </div>
  );
}

/** In My Schedule: whether the event is one's own or a group's. */
function TargetField({ groupId, targets }: { groupId: string; targets: Targets }) {
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
