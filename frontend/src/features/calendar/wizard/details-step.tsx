import { limits } from '@quorum/contracts/wire/limits.ts';
import { useState } from 'react';
import { Field } from '../../../shared/ui/field.tsx';
import { Input } from '../../../shared/ui/input.tsx';
import { Textarea } from '../../../shared/ui/textarea.tsx';
import { NAME_REQUIRED } from './draft.ts';
import type { StepProps } from './step-props.ts';

export function DetailsStep({ draft, put }: StepProps) {
  const [left, setLeft] = useState(false);
  const missing = left && draft.name.trim() === '';
  return (
    <div className="wiz__form">
      <Field label="Event name" count={draft.name.length} max={limits.eventName} error={missing && NAME_REQUIRED}>
        <Input
          value={draft.name}
          maxLength={limits.eventName}
          autoComplete="off"
          onChange={(event) => {
            setLeft(true);
            put({ name: event.target.value });
          }}
          onBlur={() => setLeft(true)}
          onKeyDown={(event) => event.key === 'Enter' && setLeft(true)}
        />
      </Field>
      <Field label="Description" aside="Optional">
        <Textarea
          value={draft.description}
          rows={11}
          maxLength={limits.eventDescription}
          onChange={(event) => put({ description: event.target.value })}
        />
      </Field>
    </div>
  );
}
