import { userStream } from '@quorum/domain/user/events.ts';
import { myData } from '@quorum/query-service/account/my-data.ts';
import { systemClock } from '@quorum/service-kit/ports/clock.ts';
import type { ReadEngine } from '@quorum/service-kit/ports/read-store.ts';
import type { Reads } from '@quorum/service-kit/reads/collections.ts';
import { pino } from 'pino';
import { type Command, SupportError, UsageError } from '../command.ts';
import { recordSupport } from '../record-support.ts';
import { writeNewFile } from '../write-new-file.ts';

export const exportPerson: Command = {
  words: '<person>',
  min: 1,
  max: 1,
  flags: ['out'],
  help: 'Writes what `Download my data` gives a person, as a ZIP. The audit history records each use.',
  run: async (context, call) => {
    const { out } = call.flags;
    const userId = call.words[0] as string;
    if (out === undefined) throw new UsageError('export needs --out <file>.');
    const { files, reads } = context.engines;
    await recordSupport(context, call, userStream(userId));
    const data = { files, reads: reads as ReadEngine<Reads>, clock: systemClock, log: pino({ level: 'silent' }) };
    const zip = await myData(data, userId);
    if (zip === undefined) throw new SupportError(`There is no person ${userId}.`);
    const size = await writeNewFile(out, zip);
    return {
      lines: [`${size} bytes of ${userStream(userId)} are in ${out}.`],
      data: { userId, file: out, bytes: size },
    };
  },
};
