import { groupSubject, personSubject, writingsSubject } from '@quorum/domain/event-definition.ts';
import { pagesOfLog } from '../pages-of-log.ts';
import type { EventLog, RecordedEvent } from '../ports/event-log.ts';
import type { KeyStore } from '../ports/key-store.ts';
import { type Box, boxesOf, opensBox } from './event-codec.ts';
import { partsOf } from './item-key-store.ts';
import { itemKey } from './item-keys.ts';

/** Subjects whose erasure is recorded in the log, so their keys are rightly missing. */
const erasedBy = ({ type, data }: RecordedEvent): readonly string[] => {
  if (type === 'GroupDeleted') return [groupSubject((JSON.parse(data) as { groupId: string }).groupId)];
  if (type !== 'AccountDeleted') return [];
  const { userId } = JSON.parse(data) as { userId: string };
  return [personSubject(userId), writingsSubject(userId)];
};

/** Whether a key, or an item key derived from it, opens what was encrypted. The key of a shredded item proves nothing. */
const proves = (key: Uint8Array, event: RecordedEvent, box: Box): boolean => {
  const { item } = partsOf(box.s);
  const own = item === undefined ? key : itemKey({ root: key, branch: undefined }, item);
  return own === undefined || opensBox(own, event, box);
};

/** Counts subjects whose texts these keys cannot open although nobody erased them. Reads the whole log. */
export const unopenedSubjects = async (
  log: EventLog,
  keys: KeyStore,
  erased: ReadonlySet<string> = new Set(),
): Promise<number> => {
  const seen = new Set(erased);
  const unopened = new Set<string>();
  for await (const page of pagesOfLog(log)) {
    const first = page.flatMap((event) =>
      boxesOf(event)
        .map((box) => ({ event, box, root: partsOf(box.s).root }))
        .filter(({ root }) => !seen.has(root) && seen.add(root)),
    );
    const found = await keys.find(first.map(({ root }) => root));
    for (const { event, box, root } of first) {
      const key = found.get(root);
      if (key === undefined || !proves(key, event, box)) unopened.add(root);
    }
    for (const subject of page.flatMap(erasedBy)) unopened.delete(subject);
  }
  return unopened.size;
};
