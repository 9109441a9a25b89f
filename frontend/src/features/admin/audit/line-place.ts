import type { AuditLine } from '@quorum/contracts/audit/wire.ts';

/** `message-removed · message-9c41… · revision 4` */
export const placeOf = ({ type, stream, revision }: AuditLine): string =>
  `${typeInWords(type)} · ${shortStream(stream)} · revision ${revision}`;

/** `message-removed` */
export const typeInWords = (type: string): string => type.replaceAll(/(?<=.)([A-Z])/g, '-$1').toLowerCase();

/** `message-9c41e07b` */
export const shortStream = (stream: string): string => stream.slice(0, stream.indexOf('-') + 9);
