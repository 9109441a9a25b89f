import type { Stores } from '@quorum/infra/processes/support/stores.ts';

const WRITES = ['append', 'adopt', 'obtain', 'replace', 'destroy', 'forget', 'write', 'remove', 'note'];

/** The stores of a process that is killed after some writes: no later write happens, and nothing is answered. */
export const killedAfter = (writes: number, stores: Stores): Stores => {
  let left = writes;
  const killable = <T extends object>(store: T): T =>
    new Proxy(store, {
      get: (_, name) => {
        const member = Reflect.get(store, name) as unknown;
        if (typeof member !== 'function') return member;
        if (!WRITES.includes(String(name))) return member.bind(store);
        return async (...args: unknown[]) => {
          if (left <= 0) throw new Error('killed');
          left -= 1;
          const answer: unknown = await Reflect.apply(member, store, args);
          if (left <= 0) throw new Error('killed');
          return answer;
        };
      },
    });
  const { eventLog, keys, files, erased } = stores;
  return {
    ...{ eventLog: killable(eventLog), keys: killable(keys), files: killable(files), erased: killable(erased) },
    close: async () => {},
  };
};

/** The stores, with a count of the appends requested. */
export const countingAppends = (stores: Stores) => {
  const counter = { appends: 0 };
  const eventLog = new Proxy(stores.eventLog, {
    get: (log, name) => {
      if (name === 'append') counter.appends += 1;
      const member = Reflect.get(log, name) as unknown;
      return typeof member === 'function' ? member.bind(log) : member;
    },
  });
  return { counter, stores: { ...stores, eventLog } };
};
