import { join } from 'node:path';
import type { Measurement } from './measure.ts';
import { alternately, CLIENTS, medianOf } from './support/compared-rooms.ts';
import { type Archive, ejabberdProcess } from './support/ejabberd-process.ts';
import { inFolder } from './support/in-folder.ts';
import { messageSender } from './support/message-sender.ts';
import { makeTeam } from './support/people.ts';
import { processorSeconds, residentBytes } from './support/process-figures.ts';
import { type Process, productProcess } from './support/product-process.ts';
import { connectMany, listenOn, type Usage } from './support/room.ts';
import type { Room, Sample } from './support/steady-rate.ts';
import { XmppClient } from './support/xmpp-client.ts';

/** Messages per second. */
const RATES = [50, 100];

const FIGURES: Readonly<
  Record<keyof Sample, { readonly name: string; readonly unit: string; readonly ahead: boolean }>
> = {
  p50: { name: 'p50 send → received', unit: 'ms', ahead: false },
  p99: { name: 'p99 send → received', unit: 'ms', ahead: true },
  cpu: { name: 'processor time of 1,000 deliveries', unit: 's', ahead: true },
};

/** Both servers are measured from outside, in the same way. */
const usageOf = async (pid: number): Promise<Usage> => ({
  cpuSeconds: await processorSeconds(pid),
  memoryBytes: await residentBytes(pid),
});

/** A group of the product, whose members have a browser each and write in turn. */
const ourRoom = async ({ origin, pid }: Process): Promise<Room> => {
  const team = await makeTeam({ origin }, CLIENTS - 1);
  const sockets = await connectMany(CLIENTS, origin, team.tokens, 'ready');
  return {
    clients: CLIENTS,
    listen: listenOn(sockets),
    usage: () => usageOf(pid),
    send: messageSender(origin, team),
  };
};

type TheirRoom = Room & { readonly archived: () => Promise<boolean>; readonly close: () => void };

/** A room of ejabberd, whose members have a connection each and write in turn. */
const theirRoom = async ({ port, pid }: { readonly port: number; readonly pid: number }): Promise<TheirRoom> => {
  const people: XmppClient[] = [];
  while (people.length < CLIENTS) people.push(await XmppClient.inRoom(port, `p${people.length}`));
  let sent = 0;
  return {
    clients: CLIENTS,
    listen: (take) => {
      for (const person of people) person.take = take;
      return () => {
        for (const person of people) person.take = () => undefined;
      };
    },
    usage: () => usageOf(pid),
    send: (content) => people[sent++ % CLIENTS]?.say(content),
    archived: async () => (await people[0]?.archived()) === sent,
    close: () => {
      for (const person of people) person.close();
    },
  };
};

const rowsAt = (archive: Archive, rate: number, theirs: readonly Sample[], ours: readonly Sample[]): Measurement[] =>
  (['p50', 'p99', 'cpu'] as const).map((kind) => {
    const { name, unit, ahead } = FIGURES[kind];
    const [baseline, own] = [medianOf(theirs, kind), medianOf(ours, kind)];
    return {
      what: `${name}, room of ${CLIENTS} people, ${rate} messages/s`,
      against: `ejabberd, archive in ${archive === 'sqlite' ? 'SQLite' : 'Mnesia'}`,
      baseline,
      ours: own,
      unit,
      ratio: own / baseline,
      ...(ahead ? { reach: '≤ 1 ×', reached: own <= baseline } : {}),
    };
  });

const compare = async (folder: string, archive: Archive): Promise<readonly Measurement[]> => {
  const ejabberd = await ejabberdProcess(join(folder, archive), archive);
  try {
    const theirs = await theirRoom(ejabberd);
    const product = await productProcess(join(folder, `beside-${archive}`));
    try {
      const rows: Measurement[] = [];
      const take = (rate: number, ...both: [readonly Sample[], readonly Sample[]]): void => {
        rows.push(...rowsAt(archive, rate, ...both));
      };
      await alternately(theirs, await ourRoom(product), take, RATES);
      if (!(await theirs.archived())) throw new Error('ejabberd did not archive every message');
      return rows;
    } finally {
      await product.stop();
      theirs.close();
    }
  } finally {
    await ejabberd.stop();
  }
};

/** The same room on ejabberd, once with each of its archives. */
export const run = (): Promise<readonly Measurement[]> =>
  inFolder(async (folder) => [...(await compare(folder, 'mnesia')), ...(await compare(folder, 'sqlite'))]);
