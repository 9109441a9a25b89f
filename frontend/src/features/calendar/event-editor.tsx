import { limits } from '@quorum/contracts/wire/limits.ts';
import type { EventView } from '@quorum/contracts/wire/views.ts';
import { type FormEvent, useState } from 'react';
import { useChangeEventMutation } from '../../entities/calendar-entry/event-api.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Input } from '../../shared/ui/input.tsx';
import { Textarea } from '../../shared/ui/textarea.tsx';
import type { CardActions } from './card-actions.ts';
import { changedDetails, type Details, type Edit, newerValue } from './use-edits.ts';

export interface EventEditorProps {
  event: EventView;
  edit: Edit;
  actions: CardActions;
}

/** Name, description and location, in place. What is typed stays whatever arrives meanwhile. */
export function EventEditor({ event, edit, actions }: EventEditorProps) {
  const [change] = useChangeEventMutation();
  const [saving, setSaving] = useState(false);
  const { typed } = edit;
  const nameMissing = typed.name.trim() === '';
  const put = (part: Partial<Details>) => actions.typeEdit(event._id, { ...typed, ...part });
  const hint = (field: keyof Details) => {
    const newer = newerValue(field, edit, event);
    return newer === undefined ? undefined : `Changed meanwhile: ${newer === '' ? 'now empty' : newer}`;
  };

  const save = async (submit: FormEvent) => {
    submit.preventDefault();
    if (nameMissing || saving) return;
    const changed = changedDetails(edit);
    if (Object.keys(changed).length > 0) {
      setSaving(true);
      // A refusal puts the old values back without a word; the log has the reason.
      await change({ eventId: event._id, change: changed })
        .unwrap()
        .catch((error: unknown) => console.warn('The event could not be changed.', error));
      setSaving(false);
    }
    actions.endEdit(event._id);
  };

  return (
    <form className="ev__form" onSubmit={(submit) => void save(submit)} aria-label={`Edit ${event.name}`}>
      <Field
        label="Event name"
        count={typed.name.length}
        max={limits.eventName}
        error={nameMissing && 'Event name is required'}
        hint={hint('name')}
      >
        <Input
          value={typed.name}
          maxLength={limits.eventName}
          disabled={saving}
          autoFocus
          onChange={(input) => put({ name: input.target.value })}
        />
      </Field>
      <Field label="Description" aside="Optional" hint={hint('description')}>
        <Textarea
          value={typed.description}
          rows={3}
          maxLength={limits.eventDescription}
          disabled={saving}
          onChange={(input) => put({ description: input.target.value })}
        />
      </Field>
      <Field label="Location" aside="Optional" hint={hint('location')}>
        <Input
          value={typed.location}
          maxLength={limits.eventLocation}
          disabled={saving}
          onChange={(input) => put({ location: input.target.value })}
        />
      </Field>
      <div className="ev__acts">
        <span className="spacer" />
        <Button size="sm" disabled={saving} onClick={() => actions.endEdit(event._id)}>
          Cancel
        </Button>
        <Button size="sm" variant="primary" type="submit" disabled={nameMissing} busyLabel={saving && 'Saving...'}>
          Save Changes
        </Button>
      </div>
    </form>
  );
}
