import { limits } from '@quorum/contracts/kernel/limits.ts';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { submits } from '../../../shared/lib/submits.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { Field, useField } from '../../../shared/ui/controls/field.tsx';
import { Input } from '../../../shared/ui/controls/input.tsx';
import { ErrorLine } from '../../../shared/ui/feedback/error-line.tsx';
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx';
import { type Seats, seatsIn } from './seats.ts';
import './seats.css';

export interface SeatsDialogProps {
  value: Seats;
  /** The text of the button that takes the seats. */
  doneLabel: string;
  busyLabel?: string | false;
  error?: string | undefined;
  onDone: (seats: Seats) => void;
  onClose: () => void;
}

/** How many seats an event has, and how many guests each member may bring. */
export default function SeatsDialog({ value, doneLabel, busyLabel, error, onDone, onClose }: SeatsDialogProps) {
  const [typed, setTyped] = useState(value.seats === null ? '' : String(value.seats));
  const [guestsEach, setGuestsEach] = useState(value.guestsEach);
  const formId = useId();
  const checked = seatsIn(typed);
  const invalid = 'error' in checked ? checked.error : undefined;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Seats and guests"
      busy={Boolean(busyLabel)}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busyLabel={busyLabel} disabled={invalid !== undefined}>
            {doneLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="seats-form"
        noValidate
        onSubmit={submits(() => 'seats' in checked && onDone({ seats: checked.seats, guestsEach }))}
      >
        <Field label="Seats" hint="You take one, too. Who no longer fits waits in line." error={invalid}>
          <Input
            value={typed}
            inputMode="numeric"
            maxLength={5}
            placeholder="No limit"
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <Field label="Guests each">
          <GuestsSelect value={guestsEach} onChange={setGuestsEach} />
        </Field>
      </form>
      {error !== undefined && <ErrorLine>{error}</ErrorLine>}
    </Dialog>
  );
}

function GuestsSelect({ value, onChange }: { value: number; onChange: (guests: number) => void }) {
  const field = useField();
  return (
    <div className="select">
      <select
        {...field}
        className="input"
        value={String(value)}
        onChange={(event) => onChange(Number(event.target.value))}
      >
        {Array.from({ length: limits.guestsEach + 1 }, (_, guests) => guests).map((guests) => (
          <option key={guests} value={guests}>
            {guests === 0 ? 'Members only' : `Up to ${guests}`}
          </option>
        ))}
      </select>
      <ChevronDown className="i" />
    </div>
  );
}
