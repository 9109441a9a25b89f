import { expect, it } from 'vitest';
import { FairQueue } from './queues.ts';

/** Tasks that the test ends one by one, and the order in which they started. */
const tasks = () => {
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const task = (name: string) => () => {
    began.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  };
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { began, task, end };
};

it("one person's slow tasks leave places for others", () => {
  const { began, task } = tasks();
  const queue = new FairQueue({ atOnce: 4, share: 2 });
  for (let nth = 0; nth < 6; nth++) void queue.run('ada', 10, task(`ada ${nth}`));
  void queue.run('ben', 10, task('ben'));
  expect(began).toEqual(['ada 0', 'ada 1', 'ben']);
});

it('the queues take turns', async () => {
  const { began, task, end } = tasks();
  const queue = new FairQueue({ atOnce: 1, share: 1 });
  for (const name of ['ada 0', 'ada 1', 'ada 2']) void queue.run('ada', 10, task(name));
  void queue.run('ben', 10, task('ben'));
  for (const name of ['ada 0', 'ada 1', 'ben']) await end(name);
  expect(began).toEqual(['ada 0', 'ada 1', 'ben', 'ada 2']);
});

it('a full queue takes no more, and another one does', () => {
  const { task } = tasks();
  const queue = new FairQueue({ atOnce: 1, share: 1 });
  void queue.run('ada', 1, task('ada 0'));
  void queue.run('ada', 1, task('ada 1'));
  expect(queue.run('ada', 1, task('ada 2'))).toBeUndefined();
  expect(queue.run('ben', 1, task('ben'))).toBeDefined();
});
