import type { ImportOutcomeView } from '@quorum/contracts/import/wire.ts';
import { useRef, useState } from 'react';
import { repeatKey } from '../../../data/actions/repeat-key.ts';
import { useAction } from '../../../data/actions/use-action.ts';
import { errorText } from '../../../data/api/api-error.ts';
import { importApi } from '../../../data/calendar-entry/import-api.ts';
import { useServices } from '../../../data/services/services-context.tsx';
import { useTimeZone } from '../../../shared/hooks/time-zone.ts';
import { useToast } from '../../../shared/ui/overlays/toast.tsx';
import type { FileEvent } from './file-event.ts';
import { readCalendarFile } from './read-file.ts';

/** An event of the file with what would become of it. */
export type Row = FileEvent & { readonly outcome: ImportOutcomeView['outcome']; readonly clashes: readonly string[] };

export type Checked = { readonly fileName: string; readonly rows: readonly Row[] };

const refused: ImportOutcomeView = { outcome: 'refused', clashes: [] };

/** Outcomes of the events that can be imported, in order. */
const rowsOf = (events: readonly FileEvent[], outcomes: readonly ImportOutcomeView[]): readonly Row[] => {
  const left = [...outcomes];
  return events.map((each) => ({ ...each, ...(each.event === undefined ? refused : (left.shift() ?? refused)) }));
};

const resultOf = (imported: number, rows: readonly Row[]): string => {
  const count = (outcome: Row['outcome']) => rows.filter((row) => row.outcome === outcome).length;
  const parts = [
    [imported, 'imported'],
    [count('here'), 'already here'],
    [count('refused'), 'couldn’t be imported'],
  ] as const;
  return parts.flatMap(([many, what]) => (many === 0 ? [] : [`${many} ${what}`])).join(', ');
};

/** A dry run of a file, and the import of the chosen events. */
export const useImport = (groupId: string, onClose: () => void) => {
  const timeZone = useTimeZone();
  const toast = useToast();
  const { newId } = useServices();
  const key = useRef(repeatKey(newId));
  const [send] = importApi.useImportEventsMutation();
  const [check] = importApi.useCheckImportMutation();
  const [checked, setChecked] = useState<Checked>();
  const [isReading, setReading] = useState(false);
  const [fileError, setFileError] = useState<string>();

  const outcomesOf = async (events: readonly FileEvent[]): Promise<readonly ImportOutcomeView[]> => {
    const readable = events.flatMap(({ event }) => event ?? []);
    if (readable.length === 0) return [];
    const { data, error } = await check({ groupId, events: readable });
    if (data !== undefined) return data.outcomes;
    throw new Error(errorText(error, 'The events couldn’t be checked. Please try again.'));
  };

  const read = async (file: File) => {
    setReading(true);
    setFileError(undefined);
    try {
      const events = await readCalendarFile(file, timeZone);
      setChecked({ fileName: file.name, rows: rowsOf(events, await outcomesOf(events)) });
    } catch (error) {
      setFileError((error as Error).message);
    }
    setReading(false);
  };

  const action = useAction(
    (rows: readonly Row[]) => {
      const body = { groupId, events: rows.flatMap(({ event }) => event ?? []) };
      return key.current.attempt(body, (idempotencyKey) => send({ body, idempotencyKey }));
    },
    {
      failed: 'The events weren’t imported. Please try again.',
      next: ({ imported }: { imported: number }) => {
        toast(resultOf(imported, checked?.rows ?? []));
        onClose();
      },
    },
  );
  return { timeZone, checked, isReading, fileError, read, ...action };
};
