import type { Change } from '@quorum/service-kit/ports/read-store.ts';
import { Packer } from '../packed-text/pack.ts';
import { Unpacker } from '../packed-text/unpack.ts';

const packer = new Packer();
const unpacker = new Unpacker();

/** The same bytes for the same audience. */
export const packAudience = (audience: string): Buffer => packer.pack('', [audience]);

/** @param data as JSON. */
export const packChange = (audience: string, kind: string, position: string, data: string): Buffer =>
  packer.pack(audience, [kind, position, data]);

export const changeOf = (audience: string, sequence: number, packed: Buffer): Change => {
  const [kind = '', position = '', data = ''] = unpacker.unpack(audience, packed);
  return { audience, sequence, kind, position, data: JSON.parse(data) as Change['data'] };
};
