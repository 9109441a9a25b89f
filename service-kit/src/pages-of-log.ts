import { BEFORE_FIRST, type EventLog, type Position, type RecordedEvent } from './ports/event-log.ts';

const PAGE_SIZE = 1_000;

/** The events of a whole log after a position, page by page. No page is empty. */
export async function* pagesOfLog(
  log: Pick<EventLog, 'readAll'>,
  after: Position = BEFORE_FIRST,
): AsyncGenerator<readonly RecordedEvent[]> {
  for (let reached = after; ; ) {
    const page = await log.readAll(reached, PAGE_SIZE);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    reached = last.position;
  }
}
