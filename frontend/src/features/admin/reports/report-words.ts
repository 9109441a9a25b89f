import type { PendingReportView, ReportedPerson } from '@quorum/contracts/report/wire.ts';

/** The name, else the masked number, else that the account was deleted. */
export const nameOf = ({ firstName, lastName, phoneNumber }: ReportedPerson): string =>
  `${firstName} ${lastName}`.trim() || phoneNumber || 'Deleted account';

type Tone = 'plain' | 'warn' | 'danger';

/** `sexual content` as `Sexual content`. */
export const reasonLabel = (reason: string): string => reason.charAt(0).toUpperCase() + reason.slice(1);

export const reasonTone = (reason: string): Tone => {
  if (reason === 'other') return 'plain';
  return reason === 'spam' ? 'warn' : 'danger';
};

type Message = PendingReportView['messageId'];

const KINDS: Readonly<Record<string, string>> = {
  text: 'Text',
  image: 'Image',
  video: 'Video',
  file: 'File',
  event: 'Event',
  poll: 'Poll',
};

export const kindLabel = ({ type }: Message): string => KINDS[type] ?? type;

/** One line of what was reported, for the list. */
export const summaryOf = (message: Message): string => {
  const { content, file, event } = message;
  if (event !== null) return `Event, ${event.name}`;
  if (file !== null) return `${kindLabel(message)}, ${file.name ?? 'name erased'}`;
  return content === null ? 'Erased' : `“${content}”`;
};
