import { afterEach, expect, it, vi } from 'vitest';
import { type Parser, readCalendarFile } from './read-file.ts';

afterEach(() => vi.useRealTimers());

/** A worker that answers what it is told to, or never. */
const worker = (answer?: object) => {
  let listen: (event: { data: object }) => void = () => undefined;
  const parser = {
    isEnded: false,
    addEventListener: (name: string, listener: typeof listen) => {
      if (name === 'message') listen = listener;
    },
    postMessage: () => answer && queueMicrotask(() => listen({ data: answer })),
    terminate: () => {
      parser.isEnded = true;
    },
  };
  return parser;
};

const file = (size = 10) => new File(['x'.repeat(size)], 'choir.ics');
const read = (parser: ReturnType<typeof worker>, given = file()) =>
  readCalendarFile(given, 'UTC', () => parser as unknown as Parser);

it('a calendar file is read in a worker, which is ended (ICS-11)', async () => {
  const parser = worker({ events: [{ name: 'Tea', isShortened: false }] });
  expect(await read(parser)).toHaveLength(1);
  expect(parser.isEnded).toBe(true);
});

it('a calendar file that holds the worker up is given up after five seconds (ICS-11)', async () => {
  vi.useFakeTimers();
  const parser = worker();
  const reading = expect(read(parser)).rejects.toThrow('This isn’t a calendar file');
  await vi.advanceTimersByTimeAsync(5_000);
  await reading;
  expect(parser.isEnded).toBe(true);
});

it('a file that is no calendar, too large, or has too many events is refused (ICS-11)', async () => {
  await expect(read(worker({}))).rejects.toThrow('This isn’t a calendar file');
  await expect(read(worker(), file(1_048_577))).rejects.toThrow('This file is too large');
  const events = Array(1001).fill({ name: 'Tea', isShortened: false });
  await expect(read(worker({ events }))).rejects.toThrow('Please import at most 1,000 events at once');
});
