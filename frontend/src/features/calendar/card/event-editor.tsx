import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import { type KeyboardEvent, useState } from 'react';
import { useAction } from '../../../data/actions/use-action.ts';
import { eventApi } from '../../../data/calendar-entry/event-api.ts';
import { submits } from '../../../shared/lib/submits.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { Field } from '../../../shared/ui/controls/field.tsx';
import { Input } from '../../../shared/ui/controls/input.tsx';
import { Textarea } from '../../../shared/ui/controls/textarea.tsx';
import { ErrorLine } from '../../../shared/ui/feedback/error-line.tsx';
import { Notice } from '../../../shared/ui/feedback/notice.tsx';
import { useDiscardQuestion } from '../../../shared/ui/overlays/discard-question.tsx';
import { useUndo } from '../history/use-undo.ts';
import { ScopeDialog } from '../repeats/scope-dialog.tsx';
import { onlyScope, type Scope } from '../repeats/scope-words.ts';
import type { CardActions } from './card-actions.ts';
import { changedDetails, type Details, type Edit, newerValue } from './use-edits.ts';

export interface EventEditorProps {
  event: EventView;
  edit: Edit;
  actions: CardActions;
}

/** Edits name, description and location in place. Typed text survives changes by others. */
export function EventEditor({ event, edit, actions }: EventEditorProps) {
  const { typed } = edit;
  const nameMissing = typed.name.trim() === '';
  const end = () => actions.endEdit(event._id);
  const isChanged = Object.keys(changedDetails(edit)).length > 0;
  const cannotSave = nameMissing || !isChanged;
  const { save, saving, error, scopes } = useSave(event, edit, end);
  const put = (part: Partial<Details>) => actions.typeEdit(event._id, { ...typed, ...part });
  const hint = (field: keyof Details) => hintOf(newerValue(field, edit, event));
  const { close, question } = useDiscardQuestion('changes', isChanged, end);

  return (
    <>
      <form
        className="event-row__form"
        onSubmit={submits(() => cannotSave || saving || save())}
        onKeyDown={onEscape(() => saving || close())}
        aria-label={`Edit ${event.name}`}
      >
        {edit.moved && <Notice>{edit.moved}</Notice>}
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
        {error !== undefined && <ErrorLine>{error}</ErrorLine>}
        <Acts saving={saving} disabled={cannotSave} onCancel={end} />
      </form>
      {scopes}
      {question}
    </>
  );
}

/** Saves, after asking which dates are meant if the event repeats. */
const useSave = (event: EventView, edit: Edit, end: () => void) => {
  const [change] = eventApi.useChangeEventMutation();
  const undo = useUndo();
  const run = async (scope: Scope | undefined) => {
    const answer = await change({ eventId: event._id, change: { ...changedDetails(edit), scope } });
    if (answer.data) undo.changed(`Changed ${event.name}`, event, answer.data.event.revision, scope);
    return answer;
  };
  const { act, busy: saving, error } = useAction(run, { failed: 'Failed to update event', next: end });
  const [isAsking, setAsking] = useState(false);
  const saveFor = (scope?: Scope) => void act(scope);
  const scopes = isAsking && (
    <ScopeDialog
      event={event}
      change="texts"
      busyLabel={saving && 'Saving...'}
      error={error}
      onChoose={saveFor}
      onClose={() => setAsking(false)}
    />
  );
  return {
    save: () => (event.repeats === undefined ? saveFor(onlyScope(event)) : setAsking(true)),
    saving,
    error,
    scopes,
  };
};

type ActsProps = { readonly saving: boolean; readonly disabled: boolean; readonly onCancel: () => void };

function Acts({ saving, disabled, onCancel }: ActsProps) {
  return (
    <div className="event-row__actions">
      <span className="spacer" />
      <Button size="sm" disabled={saving} onClick={onCancel}>
        Cancel
      </Button>
      <Button size="sm" variant="primary" type="submit" disabled={disabled} busyLabel={saving && 'Saving...'}>
        Save Changes
      </Button>
    </div>
  );
}

const hintOf = (newer: string | undefined): string | undefined =>
  newer === undefined ? undefined : `Changed meanwhile: ${newer === '' ? 'now empty' : newer}`;

/** Ends editing only, and leaves other things open. */
const onEscape = (leave: () => unknown) => (pressed: KeyboardEvent) => {
  if (pressed.key !== 'Escape') return;
  pressed.preventDefault();
  pressed.stopPropagation();
  leave();
};
