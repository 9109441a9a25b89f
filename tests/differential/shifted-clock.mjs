import { openSync, readSync } from 'node:fs';

// Loaded before a service: shifts its clock by the milliseconds in a file, which a test changes while the service runs.
const file = openSync(process.env.CLOCK_AHEAD, 'r');
const ahead = new Float64Array(1);
const bytes = new Uint8Array(ahead.buffer);
const RealDate = Date;

const now = () => {
  readSync(file, bytes, 0, 8, 0);
  return RealDate.now() + ahead[0];
};

globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(now()).toString(),
  construct: (target, given, self) => Reflect.construct(target, given.length === 0 ? [now()] : given, self),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
