import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { counted } from '@quorum/contracts/text/counted.ts';
import { Calendar } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { selectListed } from '../../../data/group/use-group.ts';
import { useAppSelector } from '../../../data/store/hooks.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { DropZone } from '../../../shared/ui/controls/drop-zone.tsx';
import { ErrorLine } from '../../../shared/ui/feedback/error-line.tsx';
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx';
import { ImportRows } from './import-rows.tsx';
import { type Checked, type Row, useImport } from './use-import.ts';
import './import.css';

export interface ImportDialogProps {
  groupId: string;
  onClose: () => void;
}

/** Takes a calendar file, shows what would become of its events, and imports those that are chosen. */
export function ImportDialog({ groupId, onClose }: ImportDialogProps) {
  const importing = useImport(groupId, onClose);
  const { checked, isReading, fileError, read } = importing;
  const name = useAppSelector((state) => selectListed(state, groupId)?.name) ?? 'My Schedule';
  if (checked !== undefined)
    return (
      <DryRun
        checked={checked}
        calendar={name}
        isGroup={groupId !== MY_SCHEDULE}
        importing={importing}
        onClose={onClose}
      />
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Import events"
      sub={<Into calendar={name} />}
      className="import"
      busy={isReading}
      foot={<Button onClick={onClose}>Cancel</Button>}
    >
      {isReading ? (
        <p role="status">Reading the file…</p>
      ) : (
        <DropZone
          icon={Calendar}
          title="Choose a calendar file"
          hint="One .ics file of up to 1 MB and 1,000 events."
          accept=".ics,text/calendar"
          error={fileError}
          onFile={(file) => void read(file)}
        />
      )}
    </Dialog>
  );
}

const Into = ({ calendar, children }: { calendar: string; children?: ReactNode }) => (
  <>
    {children}into <b dir="auto">{calendar}</b>
  </>
);

interface DryRunProps {
  checked: Checked;
  calendar: string;
  isGroup: boolean;
  importing: ReturnType<typeof useImport>;
  onClose: () => void;
}

function DryRun({ checked: { fileName, rows }, calendar, isGroup, importing, onClose }: DryRunProps) {
  const [chosen, setChosen] = useState<ReadonlySet<Row>>(
    () => new Set(rows.filter(({ outcome }) => outcome === 'new')),
  );
  const { act, busy, error, timeZone } = importing;
  const toggle = (row: Row) => {
    const next = new Set(chosen);
    if (!next.delete(row)) next.add(row);
    setChosen(next);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Import events"
      sub={
        <Into calendar={calendar}>
          {fileName} · {counted(rows.length, 'event')}{' '}
        </Into>
      }
      className="import"
      busy={busy}
      belowHead={<Summary rows={rows} />}
      foot={
        <>
          <span className="import__note spacer">{isGroup && chosen.size > 0 && 'Posts one line in the chat.'}</span>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            disabled={chosen.size === 0}
            busyLabel={busy && 'Importing...'}
            onClick={() => void act(rows.filter((row) => chosen.has(row)))}
          >
            Import {counted(chosen.size, 'event')}
          </Button>
        </>
      }
    >
      {rows.length === 0 ? (
        <p className="muted">No events in this file.</p>
      ) : (
        <ImportRows rows={rows} chosen={chosen} timeZone={timeZone} onToggle={toggle} />
      )}
      {error && <ErrorLine>{error}</ErrorLine>}
    </Dialog>
  );
}

const WORDS = { new: 'new', here: 'already here', refused: 'can’t be imported' } as const;

function Summary({ rows }: { rows: readonly Row[] }) {
  const counts = (Object.keys(WORDS) as Row['outcome'][]).map(
    (outcome) => [outcome, rows.filter((row) => row.outcome === outcome).length] as const,
  );
  if (rows.length === 0) return null;
  return (
    <p className="import__sum">
      {counts.map(
        ([outcome, many]) =>
          many > 0 && (
            <span key={outcome}>
              <b>{many}</b> {WORDS[outcome]}
            </span>
          ),
      )}
    </p>
  );
}
