import { median } from '../measure.ts';
import type { App, Busy } from './app-in-browser.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);

export type Opened = { readonly milliseconds: number; readonly busy: Busy };

/** Median of several openings, each after a fresh load of the app. */
export const opening = async (app: App, start: string, link: string, shown: string, name: string): Promise<Opened> => {
  const times: number[] = [];
  const busy: Busy[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    await app.at(start);
    await app.page.waitForSelector(link);
    const before = await app.busy();
    const open = () => app.page.evaluate<number>(`probe.open(${JSON.stringify(link)}, ${JSON.stringify(shown)})`);
    const took = round === 0 ? await app.profiled(name, open) : await open();
    const after = await app.busy();
    // The first one warms up, and is the one that is profiled.
    if (round === 0) continue;
    times.push(took);
    busy.push({
      task: after.task - before.task,
      script: after.script - before.script,
      layout: after.layout - before.layout,
    });
  }
  const opened = {
    milliseconds: median(times),
    busy: {
      task: median(busy.map(({ task }) => task)),
      script: median(busy.map(({ script }) => script)),
      layout: median(busy.map(({ layout }) => layout)),
    },
  };
  const { task, script, layout } = opened.busy;
  process.stdout.write(
    `  ${name}: ${times.map((time) => Math.round(time)).join(', ')} ms; main thread ${Math.round(task)} ms, of that scripts ${Math.round(script)} ms, layout and style ${Math.round(layout)} ms\n`,
  );
  return opened;
};
