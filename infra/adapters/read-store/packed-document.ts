import { Packer } from '../packed-text/pack.ts';
import { Unpacker } from '../packed-text/unpack.ts';

/** A document as its row holds it. Earlier versions wrote the JSON text itself. */
export type StoredDocument = string | Buffer;

const packer = new Packer();
const unpacker = new Unpacker();

export const packDocument = (json: string): Buffer => packer.pack('', [json]);

export const jsonOf = (stored: StoredDocument): string =>
  typeof stored === 'string' ? stored : (unpacker.unpack('', stored)[0] ?? '');

export const documentOf = <D>(stored: StoredDocument): D => JSON.parse(jsonOf(stored)) as D;
