import { ID_FORM } from '@quorum/contracts/text/id-form.ts';
import type { Reads } from './collections.ts';
import { ownerKeyOf, uidKeyOf } from './entry.ts';

type Owner = { readonly groupId: string; readonly creatorId: string };

/** Ids per query. */
const UIDS = 100;

/** The entry that a calendar file of the product names. */
const ownId = (uid: string): string | undefined => {
  const [, id = ''] = /^([\da-f-]{36})(?:-\d+)?@quorum$/.exec(uid) ?? [];
  return ID_FORM.test(id) ? id : undefined;
};

/** The ids of entries that a person has in a calendar already, by the names that other calendars give them. */
export const importedBefore = async (
  reads: Pick<Reads, 'getMany' | 'query'>,
  owner: Owner,
  uids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const [ownerKey, { creatorId }] = [ownerKeyOf(owner), owner];
  const found = new Map<string, string>();
  for (let at = 0; at < uids.length; at += UIDS) {
    const asked = uids.slice(at, at + UIDS);
    const keys = asked.map((uid) => uidKeyOf(ownerKey, uid));
    const query = { where: { ownerKey, creatorId, uidKey: keys }, limit: 2 * UIDS };
    const own = asked.flatMap((uid) => ownId(uid) ?? []);
    const all = await Promise.all([
      reads.query('entries', query),
      reads.query('series', query),
      reads.getMany('entries', own).then((entries) => [...entries.values()]),
      reads.getMany('series', own).then((series) => [...series.values()]),
    ]);
    const mine = all.flat().filter((entry) => entry.ownerKey === ownerKey && entry.creatorId === creatorId);
    const byId = new Set(mine.map(({ id }) => id));
    const byKey = new Map(mine.map(({ uidKey, id }) => [uidKey, id]));
    for (const [index, uid] of asked.entries()) {
      const own = ownId(uid) ?? '';
      const id = byId.has(own) ? own : byKey.get(keys[index] ?? '');
      if (id !== undefined) found.set(uid, id);
    }
  }
  return found;
};
