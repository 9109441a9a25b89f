import { limits } from '@quorum/contracts/kernel/limits.ts';
import { Calendar, Clock, MapPin, Repeat, X } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '../../../../shared/lib/class-names.ts';
import { Field } from '../../../../shared/ui/controls/field.tsx';
import { Input } from '../../../../shared/ui/controls/input.tsx';
import { Textarea } from '../../../../shared/ui/controls/textarea.tsx';
import type { ParsedEvent, ParsedKind } from '../../event-text/parse-event-text.ts';
import { NAME_REQUIRED } from '../draft.ts';
import { TargetField } from '../target-field.tsx';
import type { StepProps } from './step-props.ts';

export function DetailsStep({ draft, put, parsed, groupId, targets }: StepProps) {
  const [left, setLeft] = useState(false);
  const missing = left && draft.name.trim() === '';
  return (
    <div className="wizard__form">
      <Field
        label="Event name"
        hint={
          parsed ? (
            <Chips parsed={parsed} onRemove={(kind) => put({ kept: [...draft.kept, kind] })} />
          ) : (
            <span className="parsed">You can include a day, time and place.</span>
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
            put({ name: event.target.value, kept: event.target.value === '' ? [] : draft.kept });
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

const ICONS = {
  span: Calendar,
  rule: Repeat,
  day: Calendar,
  assumed: Calendar,
  time: Clock,
  length: Clock,
  place: MapPin,
};

type ChipsProps = { readonly parsed: ParsedEvent; readonly onRemove: (kind: ParsedKind) => void };

/** The parsed parts. Removing one puts its words back into the name. */
function Chips({ parsed: { name, chips }, onRemove }: ChipsProps) {
  return (
    <span className="parsed">
      {chips.map(({ kind, label }) => {
        const Icon = ICONS[kind];
        return (
          <span key={kind} className={classNames('parsed__chip', `parsed__chip--${kind}`)}>
            <Icon className="i i--sm" />
            <span className="cut" dir="auto">
              {label}
            </span>
            {kind !== 'assumed' && (
              <button type="button" aria-label={`Keep ${label} in the name`} onClick={() => onRemove(kind)}>
                <X className="i i--sm" />
              </button>
            )}
          </span>
        );
      })}
      <span className="visually-hidden" role="status">{`${name}: ${chips.map(({ label }) => label).join(', ')}`}</span>
    </span>
  );
}
