import { Counter, type Registry } from 'prom-client';

/** Calls to the event log's server, by purpose. Each is expensive, see `EventStoreDbEventLog`. */
export const observeLogCalls = (calls: ReadonlyMap<string, number>, registry: Registry): void => {
  new Counter({
    name: 'quorum_event_log_calls_total',
    help: 'Calls to the server of the event log, by what they were for.',
    labelNames: ['call'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [call, count] of calls) this.inc({ call }, count);
    },
  });
};
