import { inflateRawSync } from 'node:zlib';

const DIRECTORY_END = 0x06054b50;

/** The files of an archive that fits in memory, by name. */
export const unzip = (archive: Buffer): ReadonlyMap<string, Buffer> => {
  const end = archive.lastIndexOf(Buffer.from(new Uint32Array([DIRECTORY_END]).buffer));
  let at = archive.readUInt32LE(end + 16);
  const files = new Map<string, Buffer>();
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const content = archive.subarray(begin, begin + archive.readUInt32LE(at + 20));
    files.set(name, archive.readUInt16LE(at + 10) === 0 ? content : inflateRawSync(content));
    at += 46 + nameLength + extra + comment;
  }
  return files;
};
