import type { PendingReportView } from '@quorum/contracts/report/wire.ts';

type Message = PendingReportView['messageId'];

const KINDS: Readonly<Record<string, string>> = {
  text: 'Text',
  image: 'Image',
  video: 'Video',
  file: 'File',
  event: 'Event',
};

export const kindLabel = ({ type }: Message): string => KINDS[type] ?? type;

/** One line of what was reported, for the list. */
export const summaryOf = (message: Message): string => {
  const { content, file, event } = message;
  if (event !== null) return `Event, ${event.name}`;
  if (file !== null) return `${kindLabel(message)}, ${file.name ?? 'name erased'}`;
  return content === null ? 'Erased' : `“${content}”`;
};
